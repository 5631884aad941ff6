/** Measures pictures and videos: an address fills in the fields of its width and height. */
export function measurePictures(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.name.endsWith(".url")) return;
    const of = (member: string): HTMLInputElement | HTMLSelectElement | undefined => {
      const found = target.form?.elements.namedItem(target.name.replace(/url$/, member));
      return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : undefined;
    };
    const [width, height] = [of("width"), of("height")];
    if (!width || !height || target.value === "") return;
    const address = target.value;
    const fill = (measured: readonly [number, number]): void => {
      if (target.value !== address || measured.includes(0)) return;
      [width.value, height.value] = [String(measured[0]), String(measured[1])];
      width.dispatchEvent(new Event("input", { bubbles: true }));
    };
    if (of("media_type")?.value === "video") {
      const video = document.createElement("video");
      video.preload = "metadata";
      video.addEventListener("loadedmetadata", () => fill([video.videoWidth, video.videoHeight]));
      video.src = address;
    } else {
      const picture = new Image();
      // Without a measure the size is typed.
      picture.addEventListener("load", () => fill([picture.naturalWidth, picture.naturalHeight]));
      picture.src = address;
    }
  });
}
