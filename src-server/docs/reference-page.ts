import { exampleCalls } from './examples/calls.ts';
import type { DescribedServer } from './openapi/describe-api.ts';
import { namedSchemas } from './openapi/schema-names.ts';
import { operations, routeTable } from '../../shared/contract/route-table.ts';
import { API_VERSION } from '../../shared/contract/scopes.ts';
import { webhookEventNames } from '../../shared/contract/webhooks.ts';
import { fieldTable } from './field-table.ts';
import { html, type Html } from './html.ts';
import { docsPage, linkList } from './page.ts';
import { basics } from './reference-basics.ts';
import { errorsSection } from './reference-errors.ts';
import { operationSection } from './reference-operation.ts';
import { webhooksSection } from './reference-webhooks.ts';

/** The reference of the surface for people, from the same table, schemas and examples as its OpenAPI description. */
export function referencePage({ base, webhookHeaderPrefix }: DescribedServer): string {
  const examples = exampleCalls(base);
  return docsPage({
    title: 'Gatehouse API reference',
    navigation: navigation(),
    content: html`<h1>Gatehouse API</h1>
      <p>Version ${API_VERSION}. The same as data: <a href="v1/openapi.json">OpenAPI 3.1</a>.</p>
      ${basics()}
      <h2 id="operations">Operations</h2>
      ${operations.map((name) => operationSection(name, routeTable[name], examples[name]))}
      ${webhooksSection(webhookHeaderPrefix)}
      <h2 id="schemas">Schemas</h2>
      ${Object.entries(namedSchemas).map(([name, schema]) => {
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
    Object.keys(namedSchemas).map((name) => ({ href: `#schema-${name}`, text: name })),
  )}`;
}
