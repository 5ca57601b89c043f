// Why: docs/decisions/0023-operations-and-audit.md
import {
  apiErrors,
  errorCodes,
  errorMeaning,
  type ErrorCode,
} from '../../shared/contract/errors.ts';
import {
  CHECK_IN_KEY_DAYS,
  CONTACT_KEY_DAYS,
  ORDER_KEY_DAYS,
  WEBHOOK_KEY_DAYS,
} from '../../shared/contract/retention.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../shared/contract/limits.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../shared/contract/paginator.ts';
import { queryParameters } from '../../shared/contract/query.ts';
import { operations, routeTable, type OperationId } from '../../shared/resources/route-table.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import {
  API_VERSION,
  ENROLMENT_SCOPE,
  enrolmentMeaning,
  scopeMeanings,
} from '../../shared/contract/scopes.ts';
import { TokenRequest, TokenResponse } from '../../shared/contract/token.ts';
import {
  webhookEventNames,
  webhookEvents,
  type WebhookEventName,
} from '../../shared/resources/webhook-events.ts';
import { errorRemedies } from './error-remedies.ts';
import { exampleCall, type CallExamples } from '../examples/calls.ts';
import { tokenRequest, tokenResponse } from '../examples/identity.ts';
import { exampleDelivery } from '../examples/webhook-events.ts';
import { tokenErrorCodes } from '../examples/errors.ts';
import { fieldList, schemaFields, typeOf, type ListedField } from './field-list.ts';
import { codeBlock } from './highlight.ts';
import { codeRow, html, prose, htmlTable, type Html } from './html.ts';
import { jsonText, membersOf } from './json.ts';
import type { DescribedServer } from './openapi.ts';
import { bodyLimit, statusMeaning } from './operations.ts';
import { docsPage, foldedList, linkList, linksTo } from './page.ts';
import { quickstart } from './guide.ts';
import { errorCodesOf, errorStatuses } from './responses.ts';
import { sampleBlocks, sampleCall, type SampleCall } from './samples.ts';
import { inWords, scheduleInWords } from './schedule-in-words.ts';
import { namedSchemas, schemaNames } from './schemas.ts';
import { aboutDeliveries, describedHeaders } from './webhooks.ts';

/** What the page says of the server that serves it. */
export interface ReferencedServer extends DescribedServer {
  /** Requests per minute and station; 0 means no limit. */
  readonly stationRateLimit: number;
  readonly tokenTtlSeconds: number;
  /** Seconds between the attempts of a delivery. */
  readonly webhookGaps: readonly number[];
}

/** The reference page, made from the same routes, schemas and examples as the OpenAPI description. */
export function referencePage(server: ReferencedServer): string {
  return docsPage({
    title: 'Gatehouse API reference',
    at: 'docs',
    navigation: navigation(),
    content: html`<h1>Gatehouse API</h1>
      <p class="lead">
        Read an organiser's events, orders, tickets and contacts, check tickets in, and be told of
        changes by signed webhooks. Version ${API_VERSION}.
      </p>
      ${facts(server)} ${quickstart(server)} ${basics(server)}
      <h2 id="operations" data-kind="section">Operations</h2>
      ${apiOperations.map((name) => operationSection(name, routeTable[name], exampleCall(name, server.base)))}
      <h2 id="stations" data-kind="section">Operations of stations</h2>
      <p>What the door screens use beyond that; integrations do not need it.</p>
      ${stationOperations.map((name) => operationSection(name, routeTable[name], exampleCall(name, server.base)))}
      ${webhooksSection(server)}
      <h2 id="schemas" data-kind="section">Schemas</h2>
      <div class="schemas">
        ${namedSchemas.map(([name, schema]) => {
          return html`<div>
            <h3 id="schema-${name}" data-kind="schema">${name}</h3>
            ${fieldList(schemaFields(schema, { anchor: `schema-${name}`, says: 'optional' }))}
          </div>`;
        })}
      </div>
      ${errorsSection()}`,
  });
}

const isOfStations = (name: OperationId) => routeTable[name].path.startsWith('/scanner/');
const apiOperations = operations.filter((name) => !isOfStations(name));
const stationOperations = operations.filter(isOfStations);

function navigation(): Html {
  return html`${linkList(
    'Start',
    linksTo([
      { href: '#quickstart', text: 'Quickstart' },
      { href: '#authentication', text: 'Authentication' },
      { href: '#lists', text: 'Lists' },
      { href: '#tolerance', text: 'What is ignored' },
      { href: '#who-is-in', text: 'Who is in' },
      { href: '#idempotency', text: 'Idempotency' },
      { href: '#rate', text: 'Rate limit' },
    ]),
  )}
  ${linkList('Operations', operationLinks(apiOperations))}
  ${foldedList('Operations of stations', operationLinks(stationOperations))}
  ${foldedList(
    'Webhook events',
    linksTo([
      { href: '#webhooks', text: 'Deliveries' },
      ...webhookEventNames.map((name) => ({ href: `#event-${name}`, text: name })),
    ]),
  )}
  ${foldedList(
    'Schemas',
    linksTo(namedSchemas.map(([name]) => ({ href: `#schema-${name}`, text: name }))),
  )}
  ${foldedList(
    'Errors',
    linksTo([
      { href: '#errors', text: 'The body of an error' },
      ...errorCodes.map((code) => ({ href: `#error-${code}`, text: code })),
    ]),
  )}`;
}

function operationLinks(names: readonly OperationId[]): readonly Html[] {
  return linksTo(names.map((name) => ({ href: `#${name}`, text: routeTable[name].summary })));
}

/** What is particular to this server. */
function facts({ base, auth, rateLimit, tokenTtlSeconds, webhookGaps }: ReferencedServer): Html {
  const rows: readonly (readonly [string, string])[] = [
    ['Base URL', `\`${base}\``],
    ['Tokens', `\`${auth}/oauth/token\`, valid for ${inWords(tokenTtlSeconds)}`],
    ['Rate limit', rateLimit === 0 ? 'none' : `${rateLimit} requests a minute per client`],
    ['Webhooks', `${webhookGaps.length + 1} attempts within ${about(webhookGaps)}`],
  ];
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${prose(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The whole of a schedule, rounded down to a unit that says enough. */
function about(gaps: readonly number[]): string {
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0);
  if (seconds >= 7_200) return `about ${Math.round(seconds / 3_600)} h`;
  return seconds >= 120
    ? `about ${Math.round(seconds / 60)} min`
    : `about ${Math.round(seconds)} s`;
}

/** Rules that apply to every operation. */
function basics(server: ReferencedServer): Html {
  const scopes = Object.entries({
    ...scopeMeanings,
    [ENROLMENT_SCOPE]: enrolmentMeaning,
  }).map(([scope, meaning]) => codeRow(scope, html`${meaning}`));
  return html`${authentication(server)} ${htmlTable(['Scope', 'Grants'], scopes)}
    <h2 id="lists" data-kind="section">Lists</h2>
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
      >${prose(' instead: a ticket is in from its first scan whose `result` is `allowed`. Scans never change, so an `updated_since` walk of them gives each one once it is recorded, those of doors that were offline when they have sent them. The webhook ')}<a
        href="#event-ticket.scanned"
        ><code>ticket.scanned</code></a
      >${prose(' tells of each within seconds.')}
    </p>
    <p>
      ${prose('`checked_in` is a value of `status` and of the filter of that name, for tickets that an organiser has given that status by hand. Check-ins do not set it: `status=checked_in` is not a list of who is in.')}
    </p>
    <h2 id="idempotency" data-kind="section">Idempotency</h2>
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
        ${prose(`**Life**: ${CHECK_IN_KEY_DAYS} days for a check-in, ${CONTACT_KEY_DAYS * 24} hours for a contact, ${ORDER_KEY_DAYS * 24} for an order, ${WEBHOOK_KEY_DAYS * 24} for what is done to a webhook subscription. After that the key is new again.`)}
      </li>
      <li>
        ${prose('**What is stored**: every 2xx, the verdict of a denied check-in (422), and `contacts.erased`. A denial stays one under its key: to scan the guest again, use a new key.')}
      </li>
      <li>
        ${prose('**What is not**: 400, 401, 403, 404, 409, 429, `validation.failed` and 5xx. Nothing was done, and the key is still free.')}
      </li>
    </ul>
    <h2 id="rate" data-kind="section">Rate limit</h2>
    <p>${prose(rateSentence(server))}</p>`;
}

function authentication({ tokenTtlSeconds }: ReferencedServer): Html {
  const call: SampleCall = {
    method: 'POST',
    url: '$AUTH_URL/oauth/token',
    hasToken: false,
    isIdempotent: false,
    body: { ...tokenRequest },
    isStream: false,
  };
  const codes = tokenErrorCodes;
  return html`<h2 id="authentication" data-kind="section">Authentication</h2>
    <section class="operation" aria-labelledby="issueToken">
      <div class="text">
        <h3
          id="issueToken"
          data-kind="operation"
          data-name="Get an access token"
          data-about="POST /oauth/token"
        >
          Get an access token
        </h3>
        <p class="address POST"><b>POST</b>/oauth/token</p>
        <p>
          ${prose(`Beside \`/v1\`, not below it. Send your client's id and secret as a form or JSON, in the body or as Basic. The token is valid for ${inWords(tokenTtlSeconds)} on this server; \`expires_in\` says how long in seconds. Send it as \`Authorization: Bearer …\` until then, and on a 401 get a new one and try once more.`)}
        </p>
        <h4>Body</h4>
        ${fieldList(schemaFields(TokenRequest, { anchor: 'issueToken', says: 'required' }))}
        <h4>Answer 200</h4>
        ${fieldList(schemaFields(TokenResponse, { anchor: 'issueToken.200', says: 'optional' }))}
        <h4>Errors</h4>
        ${errorLinks(codes)}
      </div>
      <div class="code">
        ${sampleBlocks(call)}
        <h4>Answer 200</h4>
        ${codeBlock(jsonText({ ...tokenResponse, expires_in: tokenTtlSeconds }))}
      </div>
    </section>
    <h3 id="scopes" data-kind="section">Scopes</h3>
    <p>
      ${prose('A token has the scopes that its client had when it was issued, and immediately loses what is taken from the client. A scope that was granted later comes with the next token.')}
    </p>`;
}

function rateSentence({ rateLimit, stationRateLimit }: ReferencedServer): string {
  if (rateLimit === 0) return 'This server has no rate limit.';
  const ofStations =
    stationRateLimit === 0 ? 'no limit' : `a limit of its own, ${stationRateLimit} requests`;
  return `${rateLimit} requests in any 60 seconds per client, over all its tokens; a station (\`scanner:sync\`, and neither \`contacts:write\` nor \`webhooks:write\`) has ${ofStations}. \`X-RateLimit-Remaining\` is what is left; beyond it 429 with \`Retry-After\`, and nothing was done.`;
}

/** One operation: what it needs beside the code that calls it. */
function operationSection(name: string, route: RouteContract, examples: CallExamples): Html {
  const { scopes, request, method } = route;
  const needed = scopes.length === 0 ? 'Any token.' : `Scope \`${scopes.join('` or `')}\`.`;
  const address = `/v1${route.path}`;
  return html`<section class="operation" aria-labelledby="${name}">
    <div class="text">
      <h3
        id="${name}"
        data-kind="operation"
        data-name="${route.summary}"
        data-about="${method} ${address}"
      >
        ${route.summary}
      </h3>
      <p class="address ${method}"><b>${method}</b>${address}</p>
      <p>${prose(`${route.description} ${needed}`)} ${request === null ? '' : bodyLimit(route)}</p>
      ${parametersOf(name, route, examples)}
      ${
        request === null
          ? ''
          : html`<h4>Body${subjectOf(request)}</h4>
              ${fieldList(schemaFields(request, { anchor: `${name}.body`, says: 'required' }))}`
      }
      <h4>Answers</h4>
      <ul>
        ${Object.entries(route.responses).map(([status, schema]) => {
          return html`<li>
            <code>${status}</code> ${statusMeaning(Number(status))}${shapeOf(schema)}
          </li>`;
        })}
      </ul>
      <h4>Errors <small>${errorStatuses(route).join(', ')}</small></h4>
      ${errorLinks(errorCodesOf(route))}
    </div>
    <div class="code">
      ${sampleBlocks(sampleCall(route, examples))}
      ${Object.keys(route.responses).map((status) => answerBlock(Number(status), examples))}
    </div>
  </section>`;
}

function errorLinks(codes: readonly ErrorCode[]): Html {
  return html`<ul class="errors">
    ${codes.map(
      (code) =>
        html`<li>
          <a href="#error-${code}"><code>${code}</code></a>
        </li>`,
    )}
  </ul>`;
}

function parametersOf(name: string, route: RouteContract, { path }: CallExamples): Html | string {
  const listed = (
    parameter: string,
    field: Pick<ListedField, 'type' | 'need' | 'notes'>,
  ): ListedField => ({ id: `${name}.${parameter}`, kind: 'parameter', name: parameter, ...field });
  const inPath = Object.keys(path).map((parameter) =>
    listed(parameter, {
      type: html`in the path`,
      need: 'required',
      notes:
        parameter === 'eventKey'
          ? 'Reference or slug of the event.'
          : `Reference, such as \`${path[parameter]}\`.`,
    }),
  );
  const inQuery = route.query.map((parameter) => {
    const { schema, description } = queryParameters[parameter];
    return listed(parameter, { type: typeOf(schema), need: null, notes: description });
  });
  const inHeader =
    route.idempotent || route.takesKey === true
      ? [
          listed('Idempotency-Key', {
            type: html`header`,
            need: route.idempotent ? 'required' : 'optional',
            notes: 'Any unique text; repeat it when you repeat the request.',
          }),
        ]
      : [];
  const all = [...inPath, ...inQuery, ...inHeader];
  if (all.length === 0) return '';
  return html`<h4>Parameters</h4>
    ${fieldList(all)}`;
}

/** What the body of an answer is, in words with links. */
function shapeOf(schema: unknown): Html | string {
  const names = namesWithin(schema);
  if (names.length === 0) return '';
  const links = names.map(
    (name, index) => html`${index === 0 ? ' ' : ', '}<a href="#schema-${name}">${name}</a>`,
  );
  const isList = membersOf(schema)['anyOf'] !== undefined;
  return isList
    ? html` Body: rows of${links}, as a numbered or an incremental <a href="#lists">list</a>.`
    : html` Body:${links}.`;
}

/** The schemas with a name that are closest to the outside of a schema. */
function namesWithin(schema: unknown): readonly string[] {
  const name = schemaNames.get(schema);
  if (name !== undefined) return [name];
  const { anyOf, items, properties } = membersOf(schema);
  const inner = Array.isArray(anyOf) ? anyOf : [items ?? membersOf(properties)['data']];
  return [...new Set(inner.filter((part) => part !== undefined).flatMap(namesWithin))];
}

/** The first example is open, others open on demand. */
function answerBlock(status: number, { answers }: CallExamples): Html {
  const [first, ...others] = Object.entries(answers[status] ?? {});
  if (first === undefined) return html``;
  return html`<h4>Answer ${status}</h4>
    ${codeBlock(jsonText(first[1]))}
    ${others.map(([name, example]) => {
      return html`<details>
        <summary>Answer ${status}, ${name.replaceAll('_', ' ')}</summary>
        ${codeBlock(jsonText(example))}
      </details>`;
    })}`;
}

/** A link to the schema of a body. */
function subjectOf(schema: unknown): Html | string {
  return schemaNames.has(schema) ? html`: ${typeOf(schema)}` : '';
}

/** What the server sends to endpoints: the events, from the same schemas and examples as the webhooks of its OpenAPI description. */
function webhooksSection({
  webhookHeaderPrefix: headerPrefix,
  webhookGaps,
}: ReferencedServer): Html {
  const headers = Object.values(describedHeaders(headerPrefix)).map(({ name, description }) =>
    codeRow(name, prose(description)),
  );
  return html`<h2 id="webhooks" data-kind="section">Webhooks</h2>
    ${aboutDeliveries(headerPrefix).map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
    <p>
      ${scheduleInWords(webhookGaps)}, each gap up to 15 % longer; after the last one the
      subscription is disabled.
    </p>
    <p>
      <a href="docs/webhooks">Receiving webhooks</a> has a receiver to start from and a signature to
      check it with.
    </p>
    ${htmlTable(['Header', 'Meaning'], headers)} ${webhookEventNames.map(eventSection)}`;
}

function eventSection(name: WebhookEventName): Html {
  return html`<section class="operation" aria-labelledby="event-${name}">
    <div class="text">
      <h3 id="event-${name}" data-kind="event"><code>${name}</code></h3>
      <p>${prose(webhookEvents[name].meaning)}</p>
      <p><code>data</code> is ${typeOf(webhookEvents[name].payload)}.</p>
    </div>
    <div class="code">
      <h4>Body</h4>
      ${codeBlock(jsonText(exampleDelivery(name)))}
    </div>
  </section>`;
}

/** Every code; where the `type` of an error's body leads to. */
function errorsSection(): Html {
  const problems = errorCodes.map((code) => {
    return html`<div class="problem">
      <h3
        id="error-${code}"
        data-kind="error"
        data-name="${code}"
        data-about="${errorMeaning(code)}"
      >
        <code>${code}</code><span class="status">${apiErrors[code].status}</span>
      </h3>
      <p>${prose(errorMeaning(code))}</p>
      <p>${prose(`**What to do**: ${errorRemedies[code]}`)}</p>
    </div>`;
  });
  return html`<h2 id="errors" data-kind="section">Errors</h2>
    <p>
      ${prose('Every error has one body, as `application/json`, or `application/problem+json` when `Accept` asks for it. Switch on `code`; `type` leads to its place below, and `request_id` is what the operator finds it by. The one other refusal is the verdict of a check-in, which has no `code`.')}
    </p>
    ${problems}`;
}
