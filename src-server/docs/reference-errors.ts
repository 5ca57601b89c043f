import { errorCodes, errorMeanings } from '../../shared/contract/errors.ts';
import { html, prose, type Html } from './html.ts';
import { table } from './table.ts';

/** Every code; where the `type` of an error's body leads to. */
export function errorsSection(): Html {
  const statuses = new Map<string, number>(Object.entries(errorCodes));
  const rows = Object.entries(errorMeanings).map(([code, meaning]) => {
    return html`<tr id="error-${code}">
      <th scope="row"><code>${code}</code></th>
      <td>${statuses.get(code) ?? ''}</td>
      <td>${prose(meaning)}</td>
    </tr>`;
  });
  return html`<h2 id="errors">Errors</h2>
    <p>
      ${prose('Every error has one body, as `application/json`, or `application/problem+json` when `Accept` asks for it. Switch on `code`.')}
    </p>
    ${table(['Code', 'Status', 'Meaning'], rows)}`;
}
