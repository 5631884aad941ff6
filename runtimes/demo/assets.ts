/** The pictures of the demo catalogue, drawn here so that the demo needs nothing but its own server. */
const demoPictureSize = { width: 640, height: 360 } as const;

type DemoPicture = "beans" | "loaf" | "harbour" | "trail" | "trainer" | "piggy";

const pictures: Readonly<Record<DemoPicture, readonly [sky: string, ground: string, shapes: string]>> = {
  beans: [
    "#f3e4d0",
    "#c99a6b",
    `<path d="M230 120h180v110a60 60 0 0 1-60 60h-60a60 60 0 0 1-60-60z" fill="#fff"/>
<path d="M410 150h30a35 35 0 0 1 0 90h-34" fill="none" stroke="#fff" stroke-width="18"/>
<ellipse cx="320" cy="122" rx="90" ry="18" fill="#5a3620"/>
<path d="M290 90q-15-20 0-40M350 90q-15-20 0-40" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/>`,
  ],
  loaf: [
    "#fbf1dc",
    "#dcb67a",
    `<path d="M180 250q-20-130 140-130t140 130z" fill="#b5712e"/>
<path d="M250 150l20 60M310 140l20 66M370 148l20 60" stroke="#f3d9a8" stroke-width="12" stroke-linecap="round"/>`,
  ],
  harbour: [
    "#cfe8f5",
    "#3f86a8",
    `<circle cx="500" cy="80" r="36" fill="#f7c948"/>
<path d="M220 230h200l-40 50H260z" fill="#8c3b2e"/>
<path d="M320 80v140M330 90l80 120h-80zM310 110l-60 100h60z" fill="#fff" stroke="#6b4f3a" stroke-width="4"/>`,
  ],
  trail: [
    "#dcefe3",
    "#6f9e63",
    `<path d="M60 250L210 90l110 130 70-70 190 100z" fill="#5b7f77"/>
<path d="M210 90l40 48-36-8-30 18z" fill="#fff"/>
<path d="M300 360q60-50 10-80t30-40" fill="none" stroke="#f3e7c9" stroke-width="18"/>`,
  ],
  trainer: [
    "#eceafc",
    "#b9b2ec",
    `<path d="M170 240q0-70 20-90l60 30 60-50q20 50 80 60t90 50z" fill="#4b3fb5"/>
<path d="M165 240h320q5 30-25 30H190q-25 0-25-30z" fill="#fff"/>
<path d="M270 176l20 24M296 156l20 24" stroke="#fff" stroke-width="7" stroke-linecap="round"/>`,
  ],
  piggy: [
    "#fde8ec",
    "#f2b8c4",
    `<ellipse cx="320" cy="200" rx="120" ry="78" fill="#e7788f"/>
<path d="M240 250h34v40h-34zM366 250h34v40h-34z" fill="#cf5f77"/>
<circle cx="432" cy="190" r="24" fill="#cf5f77"/><circle cx="392" cy="170" r="6" fill="#fff"/>
<path d="M290 128h60" stroke="#fff" stroke-width="8" stroke-linecap="round"/><circle cx="320" cy="84" r="24" fill="#f7c948"/>`,
  ],
};

export const demoPath = "/demo/";

/** The SVG of a path; `undefined` for a path that the demo does not have. */
export function demoPictureAt(path: string): string | undefined {
  const start = path.lastIndexOf(demoPath);
  const match = start < 0 ? null : /^([a-z]+)\.svg(?:\?|$)/.exec(path.slice(start + demoPath.length));
  const drawn = Object.entries(pictures).find(([name]) => name === match?.[1]);
  if (drawn === undefined) return undefined;
  const [sky, ground, shapes] = drawn[1];
  const { width, height } = demoPictureSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${sky}"/><rect y="240" width="${width}" height="${height - 240}" fill="${ground}"/>
${shapes}
</svg>
`;
}
