/** Lengths are those of paper, because tickets are printed; three tickets fit on a page of A4 or of Letter. Black on white throughout. */
export const sheetStyle = `
@page { size: auto; margin: 11mm 12mm; }
* { box-sizing: border-box; margin: 0; }
:root { color-scheme: only light; --ink: #111; --faint: #555; --line: #111; }
body {
  background: #fff; color: var(--ink);
  font: 10.5pt/1.4 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif;
  font-variant-numeric: tabular-nums;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
main { width: 186mm; max-width: 100%; margin: 0 auto; }
.ticket {
  display: grid; grid-template-columns: minmax(0, 1fr) 62mm;
  min-height: 80mm; margin-bottom: 6mm;
  border: 0.35mm solid var(--line); border-radius: 3.5mm; overflow: hidden;
  break-inside: avoid; page-break-inside: avoid;
}
.facts { display: flex; flex-direction: column; padding: 6mm 7mm 5.5mm; min-width: 0; }
.organiser { font-size: 8.5pt; font-weight: 600; color: var(--faint); }
h2 { margin-top: 1mm; font-size: 20pt; line-height: 1.1; font-weight: 750; letter-spacing: -0.015em; text-wrap: balance; }
.when { margin-top: 2mm; font-size: 11.5pt; font-weight: 500; }
dl { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2.4mm 5mm; margin-top: auto; padding-top: 4mm; }
dt { font-size: 7.5pt; line-height: 1.3; font-weight: 600; color: var(--faint); }
dd { font-size: 11pt; font-weight: 650; line-height: 1.25; }
.wide { grid-column: 1 / -1; }
h2, dd, .when, .organiser { overflow-wrap: anywhere; }
.stub {
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 2.2mm;
  padding: 3mm 4mm; border-inline-start: 0.35mm dashed var(--line); text-align: center;
}
.stub svg { display: block; width: 54mm; height: 54mm; }
.number { font: 600 8.2pt/1.35 ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono', 'Liberation Mono', monospace; overflow-wrap: anywhere; }
.once { font-size: 7.5pt; color: var(--faint); }
.none { padding: 20mm 0; font-size: 12pt; text-align: center; }
@media screen {
  html { background: #e9e9ec; }
  body { background: none; padding: 12mm 4mm; }
  .ticket { background: #fff; content-visibility: auto; contain-intrinsic-size: auto 80mm; }
}
@media screen and (max-width: 150mm) {
  .ticket { grid-template-columns: minmax(0, 1fr); }
  .stub { border-inline-start: 0; border-block-start: 0.35mm dashed var(--line); }
}
`;
