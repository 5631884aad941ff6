/** Tells the parent where to find this process: the first and only line on stdout. */
export function ready(url: string): void {
  console.log(JSON.stringify({ url }));
}
