import {
  CHECK_IN_KEY_DAYS,
  CONTACT_KEY_DAYS,
  ORDER_KEY_DAYS,
  WEBHOOK_KEY_DAYS,
} from '../../../shared/contract/retention.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../../shared/contract/limits.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../../shared/contract/paginator.ts';
import { html, prose, type Html } from '../html.ts';
import type { DocumentedServer } from '../openapi.ts';

/** Rules that apply to every operation. */
export function conventions(server: DocumentedServer): Html {
  return html`<p class="lead">
      How lists are read, what is ignored, how a request is repeated safely, and how many you may
      make.
    </p>
    <h2
      id="lists"
      data-kind="section"
      data-about="pagination paging pages cursor updated_since watermark etag 304"
    >
      Lists
    </h2>
    <p>
      ${prose(`**Numbered**: \`page\` and \`per_page\` (${DEFAULT_PER_PAGE}, at most ${MAX_PER_PAGE}), newest first; follow \`next_page_url\` until it is null.`)}
    </p>
    <p>
      ${prose('**Incremental**: `updated_since` gives what changed at or after that moment, oldest change first. Follow `next_page_url`; when it is null, keep the `watermark` as the next `updated_since`. It trails the clock, so rows can come twice: upsert by `reference`. With `include_deleted=1` removed rows come as tombstones, with `deleted_at`.')}
    </p>
    <p>
      ${prose('**Nothing new**: an answer to a read has an `ETag`. Keep it with the page and send it as `If-None-Match`: while nothing has changed, the answer is 304 without a body, in either mode. With `Accept-Encoding: zstd`, `gzip` or `br` a page of a hundred rows is a seventh of its length or less. A page on another origin may call the API if the operator has named that origin.')}
    </p>
    <h2 id="tolerance" data-kind="section" data-about="warnings unknown typo ignored white space">
      What is ignored
    </h2>
    <p>
      ${prose('A field or a query parameter that this server does not know changes nothing, so a client may be newer than its server. The answer names it in `warnings`, a member beside `data` in the form of `errors`: sentences by field or parameter. Without anything unknown there is no such member. Log it: it is how a mistyped `frist_name` shows.')}
    </p>
    <p>
      ${prose('References are read without the white space, line ends and invisible characters that scanners and copying leave around them, and so are the parameters of a token request. A body may name any charset as long as it is plain ASCII; otherwise it is UTF-8.')}
    </p>
    <h2
      id="who-is-in"
      data-kind="section"
      data-about="checked_in admitted admission attendance status"
    >
      Who is in
    </h2>
    <p>
      ${prose("A check-in writes an entry scan and leaves the ticket as it is: its `status` stays `valid` and its `updated_at` does not move, so following tickets never shows an admission. Follow the event's ")}<a
        href="#listScans"
        >entry scans</a
      >${prose(' instead: a ticket is in from a scan whose `result` is `allowed` until a ')}<a
        href="#listReleases"
        >release</a
      >${prose(' ends that admission. Scans never change, so an `updated_since` walk of them gives each one once it is recorded, those of doors that were offline when they have sent them. The webhook ')}<a
        href="#event-ticket.scanned"
        ><code>ticket.scanned</code></a
      >${prose(' tells of each within seconds.')}
    </p>
    <p>
      ${prose('`checked_in` is a value of `status`, for tickets that an organiser has given that status by hand. Check-ins do not set it: `status=checked_in` is not a list of who is in. `checked_in=1` lists the tickets that were ever admitted.')}
    </p>
    <h2 id="idempotency" data-kind="section" data-about="idempotent retry repeat Idempotency-Key">
      Idempotency
    </h2>
    <p>
      ${prose('A request may arrive although its answer was lost. Where an `Idempotency-Key` is taken, repeat the request with the key and the body it had: if it was done before, the stored answer comes back, byte for byte, with `Idempotent-Replayed: true`, and nothing is done twice.')}
    </p>
    <ul>
      <li>
        ${prose(`**What it is**: any text of 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters, one for each thing that you want done. Double quotes around it do not count: \`"k-1"\` is \`k-1\`.`)}
      </li>
      <li>
        ${prose('**Scope**: your client, over all its tokens and all operations. The same key with another body or another operation gets 409 `idempotency.key_reused`. The order of members and white space make no difference.')}
      </li>
      <li>
        ${prose(`**Life**: ${CHECK_IN_KEY_DAYS} days for a check-in or a release, ${CONTACT_KEY_DAYS * 24} hours for a contact, ${ORDER_KEY_DAYS * 24} for an order or a ticket, ${WEBHOOK_KEY_DAYS * 24} for what is done to a webhook subscription. After that the key is new again.`)}
      </li>
      <li>
        ${prose('**What is stored**: every 2xx, the verdict of a denied check-in (422), and `contacts.erased`. A denial stays one under its key: to scan the guest again, use a new key.')}
      </li>
      <li>
        ${prose('**What is not**: 400, 401, 403, 404, 409, 429, `validation.failed` and 5xx. Nothing was done, and the key is still free.')}
      </li>
    </ul>
    <h2 id="rate" data-kind="section" data-about="429 throttling Retry-After quota">Rate limit</h2>
    <p>${prose(rateSentence(server))}</p>`;
}

function rateSentence({ rateLimit, stationRateLimit }: DocumentedServer): string {
  if (rateLimit === 0) return 'This server has no rate limit.';
  const ofStations =
    stationRateLimit === 0 ? 'no limit' : `a limit of its own, ${stationRateLimit} requests`;
  return `${rateLimit} requests in any 60 seconds per client, over all its tokens; a station (\`scanner:sync\`, and neither \`contacts:write\` nor \`webhooks:write\`) has ${ofStations}. \`X-RateLimit-Remaining\` is what is left; beyond it 429 with \`Retry-After\`, and nothing was done.`;
}
