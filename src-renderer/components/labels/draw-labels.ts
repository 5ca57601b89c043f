import { labelSizes, type Label, type LabelJob } from '../../../shared/station/labels.ts';
import { qrPath } from './qr-path.ts';
import { fitText } from './fit-text.ts';
import styles from './labels.module.css';

/** In millimetres: browsers round a page down to whole dots, and what is higher takes two pages. */
const ROUNDED = 0.3;
const SVG = 'http://www.w3.org/2000/svg';

/** Lays out labels in the document, one a page; on the screen they are invisible. Returns a function that removes them. */
export async function drawLabels({ size, labels }: LabelJob): Promise<() => void> {
  const { width, height } = labelSizes[size];
  const page = new CSSStyleSheet();
  page.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0; }`);
  const sheet = element('div', styles['labels']);
  sheet.dataset['print'] = 'only';
  sheet.ariaHidden = 'true';
  const sections = await Promise.all(labels.map(drawLabel));
  for (const section of sections) {
    section.dataset['shape'] = width > height ? 'wide' : 'tall';
    section.style.fontSize = `${width / 16}mm`;
    section.style.width = `${width}mm`;
    section.style.height = `${height - ROUNDED}mm`;
  }
  sheet.append(...sections);
  document.body.append(sheet);
  document.adoptedStyleSheets.push(page);
  const { fontFamily } = getComputedStyle(sheet);
  await document.fonts.load(`700 16px ${fontFamily}`, sheet.textContent);
  // The name gets the room that the others leave.
  for (const section of sections)
    for (const line of [...section.querySelectorAll('p')].reverse()) fitText(line);
  return () => {
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page);
  };
}

async function drawLabel({ name, ticket_type, seat_label, code }: Label): Promise<HTMLElement> {
  const section = element('section', styles['label']);
  const lines = element('div', styles['lines']);
  const texts = [
    [styles['name'], name ?? ticket_type ?? seat_label],
    [styles['type'], name === null ? null : ticket_type],
    [styles['seat'], name === null && ticket_type === null ? null : seat_label],
  ] as const;
  for (const [style, text] of texts) {
    if (text === null) continue;
    const box = element('div', style);
    const line = element('p');
    line.dir = 'auto';
    line.textContent = text;
    box.append(line);
    lines.append(box);
  }
  section.append(lines, await drawCode(code));
  return section;
}

async function drawCode(code: string): Promise<SVGElement> {
  const { size, path } = await qrPath(code);
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', `0 0 ${size} ${size}`);
  drawing.setAttribute('shape-rendering', 'crispEdges');
  const modules = document.createElementNS(SVG, 'path');
  modules.setAttribute('d', path);
  drawing.append(modules);
  return drawing;
}

function element(tag: 'div' | 'p' | 'section', style = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = style;
  return made;
}
