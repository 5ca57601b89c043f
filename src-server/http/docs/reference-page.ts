import { errorCodes, errorMeanings, type ErrorCode } from '../../../shared/contract/errors.ts';
import { exampleCalls, type CallExamples } from '../../../shared/contract/examples/calls.ts';
import { meaningOf } from '../../../shared/contract/openapi/describe-operation.ts';
import { errorStatuses } from '../../../shared/contract/openapi/error-responses.ts';
import type { Json } from '../../../shared/contract/openapi/json-schema.ts';
import { namedSchemas } from '../../../shared/contract/openapi/schema-names.ts';
import { queryParameters } from '../../../shared/contract/query.ts';
import {
  operations,
  routeTable,
  type RouteContract,
} from '../../../shared/contract/route-table.ts';
import { API_VERSION, scopeMeanings } from '../../../shared/contract/scopes.ts';
import { fieldTable } from './field-table.ts';
import { html, prose, type Html } from './html.ts';
import { jsonText } from './json-text.ts';
import { docsPage, linkList } from './page.ts';

/** The reference of the surface for people, from the same table, schemas and examples as its OpenAPI description. */
export function referencePage(urls: { readonly base: string }): string {
  const examples = exampleCalls(urls.base);
  return docsPage({
    title: 'Gatehouse API reference',
    navigation: navigation(),
    content: html`<h1>Gatehouse API</h1>
      <p>Version ${API_VERSION}. The same as data: <a href="v1/openapi.json">OpenAPI 3.1</a>.</p>
      ${basics()}
      <h2 id="operations">Operations</h2>
      ${operations.map((name) => operation(name, routeTable[name], examples[name]))}
      <h2 id="schemas">Schemas</h2>
      ${Object.entries(namedSchemas).map(([name, schema]) => {
        return html`<h3 id="schema-${name}">${name}</h3>
          ${fieldTable(schema)}`;
      })}
      ${errors()}`,
  });
}

function navigation(): Html {
  return html`${linkList('Guides', [{ href: 'docs/webhooks', text: 'Receiving webhooks' }])}
  ${linkList('Basics', [
    { href: '#authentication', text: 'Authentication' },
    { href: '#lists', text: 'Lists' },
    { href: '#idempotency', text: 'Idempotency' },
    { href: '#rate', text: 'Rate limit' },
    { href: '#webhooks', text: 'Webhooks' },
    { href: '#errors', text: 'Errors' },
  ])}
  ${linkList(
    'Operations',
    operations.map((name) => ({ href: `#${name}`, text: routeTable[name].summary })),
  )}
  ${linkList(
    'Schemas',
    Object.keys(namedSchemas).map((name) => ({ href: `#schema-${name}`, text: name })),
  )}`;
}

function basics(): Html {
  const granted = Object.entries(scopeMeanings).map(([scope, meaning]) => {
    return html`<tr>
      <th scope="row"><code>${scope}</code></th>
      <td>${meaning}</td>
    </tr>`;
  });
  return html`<h2 id="authentication">Authentication</h2>
    <p>
      ${prose('Ask `POST /oauth/token` (beside `/v1`, not below it) with `grant_type=client_credentials`, your client id and secret, as a form or JSON, in the body or as Basic. Send the token as `Authorization: Bearer …` until it expires; on a 401 get a new one and try once more.')}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Scope</th>
          <th scope="col">Grants</th>
        </tr>
      </thead>
      <tbody>
        ${granted}
      </tbody>
    </table>
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
    </p>
    <h2 id="webhooks">Webhooks</h2>
    <p>
      A subscription sends events to an address of yours as they happen, each one signed.
      <a href="docs/webhooks">Receiving webhooks</a> has a receiver to start from, the signature,
      and every event.
    </p>`;
}

function operation(name: string, route: RouteContract, examples: CallExamples): Html {
  const { scopes } = route;
  const needed = scopes.length === 0 ? 'Any token.' : `Scope \`${scopes.join('` or `')}\`.`;
  return html`<h3 id="${name}">${route.summary}</h3>
    <p class="address">${route.method} /v1${route.path}</p>
    <p>${prose(needed)}${route.idempotent ? prose(' Needs an `Idempotency-Key`.') : ''}</p>
    ${parameters(route)} ${route.request === null ? '' : body('Request', examples.request)}
    ${Object.keys(route.responses).map((status) => answer(Number(status), examples))}
    <p><small>Errors: ${errorStatuses(route).join(', ')}.</small></p>`;
}

function answer(status: number, { answers }: CallExamples): Html {
  const bodies = Object.entries(answers[status] ?? {});
  if (bodies.length === 0) {
    return html`<h4>Answer ${status}</h4>
      <p>${meaningOf(status)}</p>`;
  }
  return html`${bodies.map(([name, value]) => {
    const title = `Answer ${status}`;
    return body(bodies.length === 1 ? title : `${title}, ${name}`, value);
  })}`;
}

function parameters({ query }: RouteContract): Html | string {
  if (query.length === 0) return '';
  const rows = query.map((name) => {
    return html`<tr>
      <th scope="row"><code>${name}</code></th>
      <td>${prose(queryParameters[name].description)}</td>
    </tr>`;
  });
  return html`<h4>Query</h4>
    <table>
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function body(title: string, example: Json): Html {
  return html`<h4>${title}</h4>
    <pre tabindex="0"><code>${jsonText(example)}</code></pre>`;
}

function errors(): Html {
  const codes = Object.entries(errorCodes).filter(
    (entry): entry is [ErrorCode, (typeof errorCodes)[ErrorCode]] => entry[0] in errorMeanings,
  );
  const rows = codes.map(([code, status]) => {
    return html`<tr id="error-${code}">
      <th scope="row"><code>${code}</code></th>
      <td>${status}</td>
      <td>${prose(errorMeanings[code])}</td>
    </tr>`;
  });
  return html`<h2 id="errors">Errors</h2>
    <p>
      ${prose('Every error has one body, as `application/json`, or `application/problem+json` when `Accept` asks for it. Switch on `code`.')}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}
