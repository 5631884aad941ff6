/**
 * Resolves when the visitor has opened the page, which a browser may load before (`Sec-Purpose: prefetch;prerender`).
 * An ad for a page that nobody opens would hold budget for nobody.
 */
export async function pageActivation(): Promise<void> {
  const page: (Document & { readonly prerendering?: boolean }) | undefined = self.document;
  if (page?.prerendering)
    await new Promise((resolve) => page.addEventListener("prerenderingchange", resolve));
}
