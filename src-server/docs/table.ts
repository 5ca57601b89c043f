import { html, type Html } from './html.ts';

/** A table; of each row the first cell names it. */
export function table(head: readonly string[], rows: readonly Html[]): Html {
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

/** A row whose name is code. */
export function codeRow(name: string, ...cells: readonly Html[]): Html {
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}
