import { html, type Html } from './html.ts';

export interface RenderedMarkdown {
  /** The text of the heading `#`. */
  readonly title: string;
  /** The headings `##` in their order, as plain text. */
  readonly sections: readonly { readonly id: string; readonly text: string }[];
  /** Everything below the title. */
  readonly body: Html;
}

/**
 * Renders as much of Markdown as our guides are written in: headings, paragraphs, lists of one level, tables, fenced code, and in
 * a line code, bold and links within the page. Throws on anything else, so that no guide shows its raw marks.
 */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const [first = '', ...blocks] = splitBlocks(markdown);
  if (!first.startsWith('# ')) throw unknown(first);
  const sections = blocks
    .filter((block) => block.startsWith('## '))
    .map((block) => ({ id: anchorOf(block.slice(3)), text: block.slice(3).replaceAll('`', '') }));
  return { title: first.slice(2), sections, body: html`${blocks.map(renderBlock)}` };
}

/** Blocks stand apart by empty lines; within a fence these are part of the code. */
function splitBlocks(markdown: string): readonly string[] {
  return markdown.match(/^```[^]*?^```$|^.+(?:\n.+)*/gm) ?? [];
}

function renderBlock(block: string): Html {
  const lines = block.split('\n');
  const [first = ''] = lines;
  if (first.startsWith('```')) return codeBlock(first.slice(3), lines.slice(1, -1).join('\n'));
  if (first.startsWith('## ')) {
    return html`<h2 id="${anchorOf(first.slice(3))}">${line(first.slice(3))}</h2>`;
  }
  if (first.startsWith('### ')) {
    return html`<h3 id="${anchorOf(first.slice(4))}">${line(first.slice(4))}</h3>`;
  }
  if (first.startsWith('| ')) return table(lines);
  if (first.startsWith('- '))
    return html`<ul>
      ${listItems(block, /^- /m)}
    </ul>`;
  if (first.startsWith('1. '))
    return html`<ol>
      ${listItems(block, /^\d+\. /m)}
    </ol>`;
  if (/^[#>*+<!~-]|```/m.test(block)) throw unknown(block);
  return html`<p>${line(block)}</p>`;
}

/** A message as it goes over the wire has long lines, and breaking them hides nothing. */
function codeBlock(language: string, code: string): Html {
  return language === 'http'
    ? html`<pre class="message" tabindex="0"><code>${code}</code></pre>`
    : html`<pre tabindex="0"><code>${code}</code></pre>`;
}

function listItems(block: string, mark: RegExp): readonly Html[] {
  const [before, ...items] = block.split(mark);
  if (before !== '' || /^\s+(?:[-*]|\d+\.) /m.test(block)) throw unknown(block);
  return items.map((item) => html`<li>${line(item.trim())}</li>`);
}

function table(lines: readonly string[]): Html {
  const [head = [], rule = [], ...rows] = lines.map(cellsOf);
  if (!rule.every((cell) => /^-+$/.test(cell))) throw unknown(lines.join('\n'));
  const names = head.map((cell) => html`<th scope="col">${line(cell)}</th>`);
  return html`<table>
    <thead>
      <tr>
        ${names}
      </tr>
    </thead>
    <tbody>
      ${rows.map(tableRow)}
    </tbody>
  </table>`;
}

function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function tableRow([name = '', ...cells]: readonly string[]): Html {
  return html`<tr>
    <th scope="row">${line(name)}</th>
    ${cells.map((cell) => html`<td>${line(cell)}</td>`)}
  </tr>`;
}

/** Code, bold and links; what stands between them is text. */
function line(text: string): Html {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(#[^)]+\))/);
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? marked(piece) : plain(piece)))}`;
}

function marked(piece: string): Html {
  if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
  if (piece.startsWith('**')) return html`<strong>${line(piece.slice(2, -2))}</strong>`;
  const [text = '', target = ''] = piece.slice(1, -1).split('](');
  return html`<a href="${target}">${line(text)}</a>`;
}

function plain(text: string): Html {
  if (/[`*[\]]/.test(text)) throw unknown(text);
  return html`${text}`;
}

/** As GitHub makes them: a link within the page works there too. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function unknown(block: string): Error {
  return new Error(`expected Markdown that the documentation's pages know, got: ${block}`);
}
