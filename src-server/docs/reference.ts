import { apiErrors, errorCodes, errorMeaning } from '../../shared/contract/errors.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../shared/contract/lists.ts';
import { queryParameters } from '../../shared/contract/query.ts';
import { operations, routeTable, type RouteContract } from '../../shared/contract/route-table.ts';
import { API_VERSION, scopeMeanings } from '../../shared/contract/scopes.ts';
import { webhookPayloads } from '../../shared/contract/webhook-payloads.ts';
import {
  webhookEventNames,
  webhookMeanings,
  type WebhookEventName,
} from '../../shared/contract/webhooks.ts';
import { exampleCalls, type CallExamples } from './examples/calls.ts';
import { exampleDelivery } from './examples/deliveries.ts';
import { fieldTable, typeOf } from './field-table.ts';
import { codeRow, exampleBlock, html, prose, table, type Html } from './html.ts';
import { membersOf, type Json } from './json.ts';
import type { DescribedServer } from './openapi.ts';
import { bodyLimit, statusMeaning } from './operations.ts';
import { docsPage, linkList } from './page.ts';
import { errorStatuses } from './responses.ts';
import { namedSchemas, schemaNames } from './schemas.ts';
import { aboutDeliveries, describedHeaders } from './webhooks.ts';

/** The reference of the surface for people, from the same table, schemas and examples as its OpenAPI description. */
export function referencePage({ base, rateLimit, webhookHeaderPrefix }: DescribedServer): string {
  const examples = exampleCalls(base);
  return docsPage({
    title: 'Gatehouse API reference',
    navigation: navigation(),
    content: html`<h1>Gatehouse API</h1>
      <p>Version ${API_VERSION}. The same as data: <a href="v1/openapi.json">OpenAPI 3.1</a>.</p>
      ${basics(rateLimit)}
      <h2 id="operations">Operations</h2>
      ${operations.map((name) => operationSection(name, routeTable[name], examples[name]))}
      ${webhooksSection(webhookHeaderPrefix)}
      <h2 id="schemas">Schemas</h2>
      ${namedSchemas.map(([name, schema]) => {
        return html`<h3 id="schema-${name}">${name}</h3>
          ${fieldTable(schema)}`;
      })}
      ${errorsSection()}`,
  });
}

function navigation(): Html {
  return html`${linkList('Guides', [{ href: 'docs/webhooks', text: 'Receiving webhooks' }])}
  ${linkList('Basics', [
    { href: '#authentication', text: 'Authentication' },
    { href: '#lists', text: 'Lists' },
    { href: '#idempotency', text: 'Idempotency' },
    { href: '#rate', text: 'Rate limit' },
    { href: '#errors', text: 'Errors' },
  ])}
  ${linkList(
    'Operations',
    operations.map((name) => ({ href: `#${name}`, text: routeTable[name].summary })),
  )}
  ${linkList('Webhooks', [
    { href: '#webhooks', text: 'Deliveries' },
    ...webhookEventNames.map((name) => ({ href: `#event-${name}`, text: name })),
  ])}
  ${linkList(
    'Schemas',
    namedSchemas.map(([name]) => ({ href: `#schema-${name}`, text: name })),
  )}`;
}

/** What holds for every operation. */
function basics(rateLimit: number): Html {
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
      ${prose(`Numbered: \`page\` and \`per_page\` (${DEFAULT_PER_PAGE}, at most ${MAX_PER_PAGE}), newest first; follow \`next_page_url\` until it is null.`)}
    </p>
    <p>
      ${prose('Incremental: `updated_since` gives what changed at or after that moment, oldest change first. Follow `next_page_url`; when it is null, keep the `watermark` as the next `updated_since`. It trails the clock, so rows can come twice: upsert by `reference`. With `include_deleted=1` removed rows come as tombstones.')}
    </p>
    <h2 id="idempotency">Idempotency</h2>
    <p>
      ${prose('Where an `Idempotency-Key` is required, a repetition with the same key and body gets the stored answer, with `Idempotent-Replayed: true`; another body gets 409.')}
    </p>
    <h2 id="rate">Rate limit</h2>
    <p>${prose(rateSentence(rateLimit))}</p>`;
}

function rateSentence(rateLimit: number): string {
  if (rateLimit === 0) return 'This server has no rate limit.';
  return `${rateLimit} requests in any 60 seconds per client, over all its tokens. \`X-RateLimit-Remaining\` tells what is left; beyond it 429 with \`Retry-After\`.`;
}

/** One operation: who may call it, with what, and what comes back. */
function operationSection(name: string, route: RouteContract, examples: CallExamples): Html {
  const { scopes, request } = route;
  const needed = scopes.length === 0 ? 'Any token.' : `Scope \`${scopes.join('` or `')}\`.`;
  return html`<h3 id="${name}">${route.summary}</h3>
    <p class="address">${route.method} /v1${route.path}</p>
    <p>
      ${prose(needed)}${route.idempotent ? prose(' Needs an `Idempotency-Key`.') : ''}
      ${request === null ? '' : bodyLimit(route)}
    </p>
    ${queryTable(route)}
    ${request === null ? '' : titledExample(html`Request${subjectOf(request)}`, examples.request)}
    ${Object.entries(route.responses).map(([status, schema]) =>
      answerBlock(Number(status), schema, examples),
    )}
    <p><small>Errors: ${errorStatuses(route).join(', ')}.</small></p>`;
}

function queryTable({ query }: RouteContract): Html | string {
  if (query.length === 0) return '';
  const rows = query.map((name) => codeRow(name, prose(queryParameters[name].description)));
  return html`<h4>Query</h4>
    ${table(['Parameter', 'Meaning'], rows)}`;
}

/** The first example is open, others open on demand. */
function answerBlock(status: number, schema: unknown, { answers }: CallExamples): Html {
  const [first, ...others] = Object.entries(answers[status] ?? {});
  const title = html`Answer ${status}${subjectOf(schema)}`;
  if (first === undefined) {
    return html`<h4>${title}</h4>
      <p>${statusMeaning(status)}</p>`;
  }
  return html`${titledExample(title, first[1])}
  ${others.map(([name, example]) => {
    return html`<details>
      <summary>The same, ${name}</summary>
      ${exampleBlock(example)}
    </details>`;
  })}`;
}

function titledExample(title: Html, example: Json): Html {
  return html`<h4>${title}</h4>
    ${exampleBlock(example)}`;
}

/** A link to the schema that a body is about: what its `data` holds, and of a list one row. */
function subjectOf(schema: unknown): Html | string {
  if (schemaNames.has(schema)) return html`: ${typeOf(schema)}`;
  const { anyOf, items, properties } = membersOf(schema);
  const inner = Array.isArray(anyOf) ? anyOf[0] : (items ?? membersOf(properties)['data']);
  return inner === undefined ? '' : subjectOf(inner);
}

/** What the server sends to endpoints: the events, from the same schemas and examples as the webhooks of its OpenAPI description. */
function webhooksSection(headerPrefix: string): Html {
  const headers = Object.values(describedHeaders(headerPrefix)).map(({ name, description }) =>
    codeRow(name, prose(description)),
  );
  return html`<h2 id="webhooks">Webhooks</h2>
    ${aboutDeliveries(headerPrefix).map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
    <p>
      <a href="docs/webhooks">Receiving webhooks</a> has a receiver to start from and a signature to
      check it with.
    </p>
    ${table(['Header', 'Meaning'], headers)} ${webhookEventNames.map(eventSection)}`;
}

function eventSection(name: WebhookEventName): Html {
  return html`<h3 id="event-${name}"><code>${name}</code></h3>
    <p>${prose(webhookMeanings[name])}</p>
    <h4>Body: <code>data</code> is ${typeOf(webhookPayloads[name])}</h4>
    ${exampleBlock(exampleDelivery(name))}`;
}

/** Every code; where the `type` of an error's body leads to. */
function errorsSection(): Html {
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
