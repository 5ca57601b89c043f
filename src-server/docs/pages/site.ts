// Why: docs/decisions/0031-docs-as-a-site.md
import { routeTable, type OperationId } from '../../../shared/resources/route-table.ts';
import { webhookEvents } from '../../../shared/resources/webhook-events.ts';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import { TokenError, TokenRequest, TokenResponse } from '../../../shared/contract/token.ts';
import { exampleCall } from '../../examples/calls.ts';
import { fieldList, schemaFields } from '../field-list.ts';
import { guideOf, type GuideName } from '../guide.ts';
import { html, prose, type Html } from '../html.ts';
import { membersOf } from '../json.ts';
import type { DocumentedServer } from '../openapi.ts';
import { operationGroups, type OperationGroup } from '../operation-groups.ts';
import { docsPage, type PageLink } from '../page.ts';
import { authentication } from './authentication.ts';
import { conventions } from './conventions.ts';
import { errorsPage } from './errors.ts';
import { operationSection } from './operation-section.ts';
import { overview } from './overview.ts';
import { reasonsPage } from './reasons.ts';
import { webhookEventsPage } from './webhook-events.ts';
import { namedSchemas, schemaNames } from '../schemas.ts';
import { sectionsOf, type Section } from '../sections.ts';

/** One page before its links are resolved. */
interface Draft extends PageLink {
  /** Anchor of the title. */
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

/** An entry of the search: a section of a page. */
type SearchEntry = Section & { readonly at: string; readonly page: string };

export interface DocsSite {
  /** The pages by their paths. */
  readonly pages: ReadonlyMap<string, string>;
  /** Everything that has an anchor, with its words; also where the anchors of the former single page are now. */
  readonly search: readonly SearchEntry[];
}

/** The paths of the pages, which do not depend on the server. */
export const docsPaths: readonly string[] = [
  '/docs',
  '/docs/quickstart',
  '/docs/authentication',
  '/docs/conventions',
  '/docs/sync',
  '/docs/webhooks',
  '/docs/webhook-events',
  '/docs/reasons',
  '/docs/errors',
  '/docs/clients',
  '/docs/changes',
  ...operationGroups().map(({ slug }) => `/docs/${slug}`),
];

/** The whole site, from the same routes, schemas and examples as the OpenAPI description. */
export function writeSite(server: DocumentedServer): DocsSite {
  const drafts = draftPages(server).map((draft) => ({
    ...draft,
    content: html`<h1 id="${draft.id}" data-kind="page">${draft.title}</h1>
      ${draft.content}`,
  }));
  const search = drafts.flatMap(({ path, title, content }) =>
    sectionsOf(content.markup).map((section) => ({ ...section, at: path, page: title })),
  );
  const homes = new Map(search.toReversed().map(({ id, at }) => [id, at]));
  const pages = drafts.map((draft) => {
    const sections = search.filter(({ at, level }) => at === draft.path && level === 2);
    const page = docsPage({ ...draft, sections, all: drafts });
    return [draft.path, resolveLinks(page, draft.path, homes)] as const;
  });
  return { pages: new Map(pages), search };
}

/**
 * Anchors of other pages get their page, and addresses that begin at the server's root become relative, because a proxy may serve it below a path.
 * Throws on an anchor that is nowhere.
 */
function resolveLinks(page: string, from: string, homes: ReadonlyMap<string, string>): string {
  return page.replaceAll(/ (href|data-index)="([#/][^"]*)"/g, (_, name: string, to: string) => {
    if (to.startsWith('/')) return ` ${name}="${relative(from, to)}"`;
    const id = to.slice(1);
    if (page.includes(` id="${id}"`)) return ` ${name}="${to}"`;
    const home = homes.get(id);
    if (home === undefined) throw new Error(`expected an anchor ${id} somewhere`);
    return ` ${name}="${relative(from, home)}${to}"`;
  });
}

function relative(from: string, to: string): string {
  if (from === '/docs') return to.slice(1);
  return to.startsWith('/docs/') ? to.slice('/docs/'.length) : `..${to}`;
}

function draftPages(server: DocumentedServer): readonly Draft[] {
  const placed = new Set<string>();
  const groups = operationGroups().map((group) => operationsDraft(server, group, placed));
  const guide = (name: GuideName, group: string, text?: string): Draft => {
    const { title, body } = guideOf(name, server);
    return { path: `/docs/${name}`, id: name, group, text: text ?? title, title, content: body };
  };
  const payloads = Object.values(webhookEvents).map(({ payload }) => payload);
  const events = html`${webhookEventsPage(server)} ${objects(payloads, placed)}`;
  const tokens = html`${authentication(server)}
  ${objects([TokenRequest, TokenResponse, TokenError], placed)}`;
  const errors = html`${errorsPage()} ${objects([ErrorBody], placed)}`;
  const first = html`${overview(server)} ${objectIndex()}`;
  return [
    {
      ...page('', 'Start', 'Gatehouse API', first),
      path: '/docs',
      id: 'overview',
      text: 'Overview',
    },
    guide('quickstart', 'Start'),
    page('authentication', 'Start', 'Authentication', tokens),
    page('conventions', 'Start', 'Conventions', conventions(server)),
    guide('sync', 'Start'),
    ...groups.filter(({ group }) => group === 'Operations'),
    guide('webhooks', 'Webhooks'),
    page('webhook-events', 'Webhooks', 'Webhook events', events),
    page('reasons', 'Answers', 'Reasons of a verdict', reasonsPage()),
    page('errors', 'Answers', 'Errors', errors),
    guide('clients', 'More'),
    guide('changes', 'More'),
    ...groups.filter(({ group }) => group !== 'Operations'),
  ];
}

function page(slug: string, group: string, title: string, content: Html): Draft {
  return { path: `/docs/${slug}`, id: slug, group, text: title, title, content };
}

/** What becomes of the samples when they are pasted, and which of them name what the demo data does not have. */
function aboutDemo(
  operations: readonly OperationId[],
  { base, demo }: Pick<DocumentedServer, 'base' | 'demo'>,
): string {
  const foreign = operations.flatMap((name) => {
    const told = new Set(Object.values(exampleCall(name, base).path));
    const own = Object.values(exampleCall(name, base, demo).path);
    return own.filter((value) => told.has(value) && value.includes('_'));
  });
  const prefixes = new Set(foreign.map((reference) => `\`${reference.split('_')[0] ?? ''}_…\``));
  const said =
    'This server has demo data: the samples name what is in it, and what they change is changed.';
  if (prefixes.size === 0) return said;
  return `${said} It has nothing to name as ${[...prefixes].join(' or ')}: put a reference of yours there.`;
}

function operationsDraft(
  server: DocumentedServer,
  { slug, title, about, isOfStations, operations }: OperationGroup,
  placed: Set<string>,
): Draft {
  const schemas = operations.flatMap((name) => {
    const { request, responses } = routeTable[name];
    return [...Object.values(responses), request];
  });
  const { base, demo } = server;
  const content = html`<p class="lead">${about}</p>
    <p>
      The samples read <code>BASE_URL</code> and <code>ACCESS_TOKEN</code> from the environment, as
      the <a href="#quickstart">quickstart</a> sets them.
      ${demo === null ? '' : prose(aboutDemo(operations, server))}
    </p>
    ${operations.map((name) => operationSection(name, routeTable[name], exampleCall(name, base, demo)))}
    ${objects(schemas, placed)}`;
  const group = isOfStations ? 'Stations' : 'Operations';
  return { ...page(slug, group, title, content), id: `group-${slug}` };
}

/** The named schemas within these, unless they have a place already. */
function objects(within: readonly unknown[], placed: Set<string>): Html {
  const names = new Set(within.flatMap((schema) => [...namesWithin(schema)]));
  const own = namedSchemas.filter(([name]) => names.has(name) && !placed.has(name));
  for (const [name] of own) placed.add(name);
  if (own.length === 0) return html``;
  const about = own.map(([name]) => name).join(' ');
  return html`<h2 id="objects-${own[0]?.[0] ?? ''}" data-kind="section" data-about="${about}">
      Objects
    </h2>
    ${own.map(([name, schema]) => {
      return html`<details class="schema">
        <summary><h3 id="schema-${name}" data-kind="object">${name}</h3></summary>
        ${fieldList(schemaFields(schema, { anchor: `schema-${name}`, says: 'optional' }))}
      </details>`;
    })}`;
}

/** The names of a schema and of everything within it. */
function* namesWithin(schema: unknown): Generator<string> {
  const name = schemaNames.get(schema);
  if (name !== undefined) yield name;
  const parts = Array.isArray(schema) ? schema : Object.values(membersOf(schema));
  for (const part of parts) if (typeof part === 'object') yield* namesWithin(part);
}

/** Pages of lists are not among them: they are where their rows are. */
function objectIndex(): Html {
  const resources = namedSchemas.flatMap(([name]) => (/(?:Page|Sync)$/.test(name) ? [] : [name]));
  return html`<h2 id="schemas" data-kind="section">Objects</h2>
    <ul class="errors">
      ${resources.map(
        (name) =>
          html`<li>
            <a href="#schema-${name}"><code>${name}</code></a>
          </li>`,
      )}
    </ul>`;
}
