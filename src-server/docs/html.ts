/** Markup that needs no escaping. */
export interface Html {
  readonly markup: string;
}

/** A tagged template: values are escaped unless they are markup already; lists are joined. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return { markup: String.raw({ raw: parts.raw }, ...values.map(render)) };
}

function render(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'markup' in value ? value.markup : value.map((part) => part.markup).join('');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The text of what `escapeText` has written. */
export function unescapeText(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Text in which backticks mark code, and two asterisks what is strong. */
export function prose(text: string): Html {
  const pieces = text.split('`').map((piece, index) => {
    return index % 2 === 1 ? html`<code>${piece}</code>` : strong(piece);
  });
  return html`${pieces}`;
}

function strong(text: string): Html {
  const pieces = text.split('**').map((piece, index) => {
    return index % 2 === 1 ? html`<strong>${piece}</strong>` : html`${piece}`;
  });
  return html`${pieces}`;
}

/** A table; the first cell of each row names it. */
export function htmlTable(head: readonly (string | Html)[], rows: readonly Html[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${head.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** A row of a table. */
export function tableRow(name: Html, ...cells: readonly Html[]): Html {
  return html`<tr>
    <th scope="row">${name}</th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}

/** A row whose first cell is code. */
export function codeRow(name: string, ...cells: readonly Html[]): Html {
  return tableRow(html`<code>${name}</code>`, ...cells);
}
