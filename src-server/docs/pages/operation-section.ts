import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { queryParameters } from '../../../shared/contract/query.ts';
import type { RouteContract } from '../../../shared/resources/route-contract.ts';
import type { CallExamples } from '../../examples/calls.ts';
import { fieldList, schemaFields, typeOf, type ListedField } from '../field-list.ts';
import { codeBlock } from '../highlight.ts';
import { html, prose, type Html } from '../html.ts';
import { jsonText, membersOf } from '../json.ts';
import { bodyLimit, statusMeaning } from '../operations.ts';
import { errorCodesOf, errorStatuses } from '../responses.ts';
import { sampleBlocks, sampleCall } from '../samples.ts';
import { schemaNames } from '../schemas.ts';

/** One operation: what it needs beside the code that calls it. */
export function operationSection(name: string, route: RouteContract, examples: CallExamples): Html {
  const { scopes, request, method } = route;
  const needed = scopes.length === 0 ? 'Any token.' : `Scope \`${scopes.join('` or `')}\`.`;
  const address = `/v1${route.path}`;
  return html`<section class="operation" aria-labelledby="${name}">
    <div class="text">
      <h2
        id="${name}"
        data-kind="operation"
        data-name="${route.summary}"
        data-about="${method} ${address}"
      >
        ${route.summary}
      </h2>
      <p class="address ${method}"><b>${method}</b>${address}</p>
      <p>${prose(`${route.description} ${needed}`)} ${request === null ? '' : bodyLimit(route)}</p>
      ${parametersOf(name, route, examples)}
      ${
        request === null
          ? ''
          : html`<h3>Body</h3>
              ${fieldList(schemaFields(request, { anchor: `${name}.body`, says: 'required' }))}`
      }
      <h3>Answers</h3>
      <ul>
        ${Object.entries(route.responses).map(([status, schema]) => {
          return html`<li>
            <code>${status}</code> ${statusMeaning(Number(status))}${shapeOf(schema)}
            ${route.file === undefined ? '' : html`Body: <code>${route.file}</code>.`}
          </li>`;
        })}
      </ul>
      <h3>Errors <small>${errorStatuses(route).join(', ')}</small></h3>
      ${errorLinks(errorCodesOf(route))}
    </div>
    <div class="code">
      ${sampleBlocks(sampleCall(route, examples))}
      ${Object.keys(route.responses).map((status) => answerBlock(Number(status), examples))}
    </div>
  </section>`;
}

export function errorLinks(codes: readonly ErrorCode[]): Html {
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
  return html`<h3>Parameters</h3>
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
  return html`<h3>Answer ${status}</h3>
    ${codeBlock(jsonText(first[1]))}
    ${others.map(([name, example]) => {
      return html`<details>
        <summary>Answer ${status}, ${name.replaceAll('_', ' ')}</summary>
        ${codeBlock(jsonText(example))}
      </details>`;
    })}`;
}
