/**
 * The colours, fonts and sizes of type of the console and of the demo. Text, lines and the accent have the colours of the
 * browser card without a theme.
 */
export const paletteStyle: string = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f7f9, #131417);
  --sheet: light-dark(#fff, #1c1d21);
  --ink: light-dark(#1c1d21, #f0f0f2);
  --soft: light-dark(#5c6068, #a6abb5);
  --line: light-dark(#dcdee3, #3a3d44);
  --edge: light-dark(#80848d, #7d828c);
  --accent: light-dark(#1d4ed8, #9db7ff);
  --on-accent: light-dark(#fff, #1c1d21);
  --wash: light-dark(#e8edfb, #232b40);
  --good: light-dark(#1e6b3a, #86d3a1);
  --good-wash: light-dark(#e4f2e8, #1c3325);
  --warn: light-dark(#8a5300, #f0c078);
  --bad: light-dark(#a3271d, #ffa599);
  --bad-wash: light-dark(#fbe9e6, #42211e);
  --radius: .5rem;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace;
  --small: .8125rem;
  --body: .9375rem;
  --large: 1.125rem;
  --title: 1.375rem;
  --display: 1.75rem;
}
`;
