const pauseMs = 350;

/** The answer follows the question while it is typed: the page itself is asked, and its answer put in place. */
export function tryAsYouType(): void {
  const form = document.querySelector<HTMLFormElement>("[data-try]");
  const input = form?.querySelector("input");
  const place = document.querySelector("[data-tried]");
  if (!form || !input || !place) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const ask = async (): Promise<void> => {
    asked += 1;
    const mine = asked;
    const page = await readPage(`${form.action}?${new URLSearchParams({ question: input.value })}`);
    const answer = page?.querySelector("[data-tried]");
    if (answer && mine === asked) place.replaceChildren(...answer.childNodes);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    // Without an answer the last one stays; the form itself works still.
    timer = setTimeout(() => void ask().catch(() => {}), pauseMs);
  });
}

/** A page as a document. A request for it, not a parser, reads the markup: trusted types let no text become markup. */
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
