import { scopeMeanings } from '../../shared/contract/scopes.ts';
import { html, prose, type Html } from './html.ts';
import { codeRow, table } from './table.ts';

/** What holds for every operation. */
export function basics(): Html {
  const scopes = Object.entries(scopeMeanings).map(([scope, meaning]) =>
    codeRow(scope, html`${meaning}`),
  );
  return html`<h2 id="authentication">Authentication</h2>
    <p>
      ${prose('Ask `POST /oauth/token` (beside `/v1`, not below it) with `grant_type=client_credentials`, your client id and secret, as a form or JSON, in the body or as Basic. Send the token as `Authorization: Bearer …` until it expires; on a 401 get a new one and try once more.')}
    </p>
    ${table(['Scope', 'Grants'], scopes)}
    <h2 id="lists">Lists</h2>
    <p>
      ${prose('Numbered: `page` and `per_page` (25, at most 100), newest first; follow `next_page_url` until it is null.')}
    </p>
    <p>
      ${prose('Incremental: `updated_since` gives what changed at or after that moment, oldest change first. Follow `next_page_url`; when it is null, keep the `watermark` as the next `updated_since`. It trails the clock, so rows can come twice: upsert by `reference`. With `include_deleted=1` removed rows come as tombstones.')}
    </p>
    <h2 id="idempotency">Idempotency</h2>
    <p>
      ${prose('Where an `Idempotency-Key` is required, a repetition with the same key and body gets the stored answer, with `Idempotent-Replayed: true`; another body gets 409.')}
    </p>
    <h2 id="rate">Rate limit</h2>
    <p>
      ${prose('120 requests in any 60 seconds per client, over all its tokens. `X-RateLimit-Remaining` tells what is left; beyond it 429 with `Retry-After`.')}
    </p>`;
}
