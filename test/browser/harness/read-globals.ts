/** Imports the SDK and notes what that changed in the page. */
const before = new Set(Reflect.ownKeys(window));
await import("../../../runtimes/browser/mod.ts");
const added = Reflect.ownKeys(window).filter((key) => !before.has(key));
for (const script of document.querySelectorAll("script")) script.remove();
const requests = performance
  .getEntriesByType("resource")
  .map(({ name }) => new URL(name).pathname)
  .filter((path) => path !== "/reader.js" && path !== "/favicon.ico");
Reflect.set(window, "read", { added: added.map(String), html: document.body.innerHTML.trim(), requests });
