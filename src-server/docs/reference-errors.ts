import { apiErrors, errorCodes, errorMeaning } from '../../shared/contract/errors.ts';
import { html, prose, type Html } from './html.ts';
import { table } from './table.ts';

/** Every code; where the `type` of an error's body leads to. */
export function errorsSection(): Html {
  const rows = errorCodes.map((code) => {
    return html`<tr id="error-${code}">
      <th scope="row"><code>${code}</code></th>
      <td>${apiErrors[code].status}</td>
      <td>${prose(errorMeaning(code))}</td>
    </tr>`;
  });
  return html`<h2 id="errors">Errors</h2>
    <p>
      ${prose('Every error has one body, as `application/json`, or `application/problem+json` when `Accept` asks for it. Switch on `code`.')}
    </p>
    ${table(['Code', 'Status', 'Meaning'], rows)}`;
}
