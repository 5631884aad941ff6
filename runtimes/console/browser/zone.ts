/** Adds the browser's own time zone to the offered ones. */
export function offerOwnZone(): void {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const list of document.querySelectorAll("[data-zones]")) {
    if ([...list.querySelectorAll("option")].some(({ value }) => value === own)) continue;
    const option = document.createElement("option");
    option.value = own;
    list.prepend(option);
  }
}
