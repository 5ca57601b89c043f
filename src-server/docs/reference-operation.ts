import type { CallExamples } from './examples/calls.ts';
import { meaningOf, tellBodyLimit } from './openapi/describe-operation.ts';
import { errorStatuses } from './openapi/error-responses.ts';
import { membersOf, type Json } from './openapi/json-schema.ts';
import { schemaNames } from './openapi/schema-names.ts';
import { queryParameters } from '../../shared/contract/query.ts';
import type { RouteContract } from '../../shared/contract/route-table.ts';
import { exampleBlock } from './example-block.ts';
import { typeOf } from './field-table.ts';
import { html, prose, type Html } from './html.ts';
import { codeRow, table } from './table.ts';

/** One operation: who may call it, with what, and what comes back. */
export function operationSection(name: string, route: RouteContract, examples: CallExamples): Html {
  const { scopes, request } = route;
  const needed = scopes.length === 0 ? 'Any token.' : `Scope \`${scopes.join('` or `')}\`.`;
  return html`<h3 id="${name}">${route.summary}</h3>
    <p class="address">${route.method} /v1${route.path}</p>
    <p>
      ${prose(needed)}${route.idempotent ? prose(' Needs an `Idempotency-Key`.') : ''}
      ${request === null ? '' : tellBodyLimit(route)}
    </p>
    ${parameters(route)}
    ${request === null ? '' : body(html`Request${subjectOf(request)}`, examples.request)}
    ${Object.entries(route.responses).map(([status, schema]) =>
      answer(Number(status), schema, examples),
    )}
    <p><small>Errors: ${errorStatuses(route).join(', ')}.</small></p>`;
}

function parameters({ query }: RouteContract): Html | string {
  if (query.length === 0) return '';
  const rows = query.map((name) => codeRow(name, prose(queryParameters[name].description)));
  return html`<h4>Query</h4>
    ${table(['Parameter', 'Meaning'], rows)}`;
}

/** The first example is open, others open on demand. */
function answer(status: number, schema: unknown, { answers }: CallExamples): Html {
  const [first, ...others] = Object.entries(answers[status] ?? {});
  const title = html`Answer ${status}${subjectOf(schema)}`;
  if (first === undefined) {
    return html`<h4>${title}</h4>
      <p>${meaningOf(status)}</p>`;
  }
  return html`${body(title, first[1])}
  ${others.map(([name, example]) => {
    return html`<details>
      <summary>The same, ${name}</summary>
      ${exampleBlock(example)}
    </details>`;
  })}`;
}

function body(title: Html, example: Json): Html {
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
