const pauseMs = 350;

/** Updates the answer while the question is typed: requests the page itself and inserts its answer. */
export function tryAsYouType(): void {
  const form = document.querySelector<HTMLFormElement>("[data-try]");
  const input = form?.querySelector("input");
  const container = document.querySelector("[data-tried]");
  if (!form || !input || !container) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requests = 0;
  const update = async (): Promise<void> => {
    requests += 1;
    const current = requests;
    const page = await readPage(`${form.action}?${new URLSearchParams({ question: input.value })}`);
    const answer = page?.querySelector("[data-tried]");
    if (answer && current === requests) container.replaceChildren(...answer.childNodes);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    // Without an answer the last one stays, and the form still works.
    timer = setTimeout(() => void update().catch(() => {}), pauseMs);
  });
}

/** Reads a page as a document. The request parses the markup, because trusted types do not let text become markup. */
function readPage(address: string): Promise<Document | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.addEventListener("load", () => resolve(request.status === 200 ? request.responseXML : null));
    request.addEventListener("error", () => reject(new Error("No answer.")));
    request.send();
  });
}
