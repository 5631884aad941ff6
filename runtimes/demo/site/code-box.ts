import { type CodeSample, codeSamples, type SampleRequest } from "./code-samples.ts";
import { find, make } from "./elements.ts";
import { startTabs } from "./tabs.ts";

/** The code tabs. */
export interface CodeBox {
  /** Shows the code of another request in the chosen tab. */
  readonly show: (request: SampleRequest) => void;
}

export function createCodeBox(request: SampleRequest): CodeBox {
  const list = find("code-tabs");
  const box = find("code");
  let samples: readonly CodeSample[] = codeSamples(request);
  let chosen = 0;
  const draw = (): void => {
    box.textContent = samples[chosen]?.code ?? "";
  };
  for (const { label } of samples) {
    const tab = make("button", "", label);
    tab.type = "button";
    tab.role = "tab";
    tab.setAttribute("aria-controls", "code");
    list.append(tab);
  }
  startTabs(list, (index) => {
    chosen = index;
    draw();
  });
  find("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(box.textContent ?? "");
      find("copied").textContent = "Copied";
    } catch {
      // Not every browser lets a page write there.
      getSelection()?.selectAllChildren(box);
    }
  });
  return {
    show: (next) => {
      samples = codeSamples(next);
      find("copied").textContent = "";
      draw();
    },
  };
}
