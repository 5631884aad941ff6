/** A page for paper: black on white in every colour scheme. The margins suit A4 and Letter. */
export const paperStyle: string = `
.paper { color-scheme: only light; --paper: #fff; --sheet: #fff; --ink: #000; --soft: #000; --accent: #000; --line: #aaa; display: block; min-height: 0; }
.paper main { max-width: 60rem; margin: 0 auto; }
.sender { margin: 1rem 0 2.2rem; text-align: end; }
.sender p { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
address { font-style: normal; white-space: pre-line; overflow-wrap: anywhere; }
.paper .facts { padding: 0 0 .8rem; border: 0; border-bottom: 1px solid; border-radius: 0; }
.paper .facts + .facts dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.paper .scroll { border: 0; }
.paper tbody th { overflow-wrap: anywhere; }
.paper thead th { font-size: inherit; white-space: normal; vertical-align: bottom; font-weight: 600; border-bottom: 1px solid; }
.paper tbody tr:last-child > * { border-block: 1px solid; font-weight: 600; }
@page { margin: 16mm 15mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; } }
@media print {
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  tbody tr:last-child { break-before: avoid; }
  .scroll { overflow: visible; }
  .paper { font-size: 9.5pt; }
  .paper main { max-width: none; padding: 0; }
  .paper table { font-size: 8.5pt; }
  .paper th, .paper td { padding: .3rem .5rem; }
  .back { display: none; }
}
`;
