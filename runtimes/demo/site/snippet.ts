import { find, makeScrollable } from "./elements.ts";

/** The snippet for a publisher's page, with the address and the platform of this server. */
export function showSnippet(baseUrl: string, platformId: string): void {
  const code = `<script async src="${baseUrl}/handbill.js"
        data-platform="${platformId}"></script>

<div data-ad="chat"
     data-question="Ideas for a city break?"></div>`;
  find("snippet").textContent = code;
  makeScrollable(find("snippet-box"), "HTML to paste");
  const copy = find("copy", HTMLButtonElement);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code);
      copy.textContent = "Copied";
    } catch {
      // Not every browser lets a page write there.
      getSelection()?.selectAllChildren(find("snippet"));
    }
  });
}
