import { apiErrors, errorCodes, errorMeaning } from '../../../shared/contract/errors.ts';
import { errorRemedies } from '../error-remedies.ts';
import { html, prose, type Html } from '../html.ts';

/** Every code; where the `type` of an error's body leads to. */
export function errorsPage(): Html {
  const problems = errorCodes.map((code) => {
    return html`<div class="problem">
      <h2
        id="error-${code}"
        data-kind="error"
        data-name="${code}"
        data-about="${apiErrors[code].status}"
      >
        <code>${code}</code><span class="status">${apiErrors[code].status}</span>
      </h2>
      <p>${prose(errorMeaning(code))}</p>
      <p>${prose(`**What to do**: ${errorRemedies[code]}`)}</p>
    </div>`;
  });
  return html`<p class="lead">
      ${prose('Every error has one body, as `application/json`, or `application/problem+json` when `Accept` asks for it. Switch on `code`; `type` leads to its place below, and `request_id` is what the operator finds it by. The one other refusal is the verdict of a check-in, which has no `code`.')}
    </p>
    ${problems}`;
}
