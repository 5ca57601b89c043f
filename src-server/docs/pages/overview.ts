import { API_VERSION } from '../../../shared/contract/scopes.ts';
import { routeTable } from '../../../shared/resources/route-table.ts';
import { html, htmlTable, prose, tableRow, type Html } from '../html.ts';
import { operationGroups, type OperationGroup } from '../operation-groups.ts';
import { inWords } from '../schedule-in-words.ts';
import type { DocumentedServer } from '../openapi.ts';

/** Where readers begin, by what they want. */
const ways = [
  [
    '/docs/quickstart',
    'Quickstart',
    'A token, a check-in and a verified webhook in a few minutes.',
  ],
  ['/docs/sync', 'Keep a copy in sync', 'A loop to copy: first read, changes, removals, pauses.'],
  [
    '/docs/webhooks',
    'Receive webhooks',
    'A receiver to start from, and how signatures are checked.',
  ],
  ['/docs/reasons', 'Explain a verdict', 'The eight reasons, and what to say to the guest.'],
] as const;

/** The first page: what the API is, where to begin, and every operation. */
export function overview(server: DocumentedServer): Html {
  const groups = operationGroups();
  return html`<p class="lead">
      Read an organiser's events, orders, tickets and contacts, place orders, check tickets in, and
      be told of changes by signed webhooks. Version <span class="whole">${API_VERSION}</span>.
    </p>
    ${facts(server)}
    <ul class="cards">
      ${ways.map(
        ([href, title, about]) =>
          html`<li>
            <a href="${href}"><b>${title}</b><span>${about}</span></a>
          </li>`,
      )}
    </ul>
    <h2 id="operations" data-kind="section">Operations</h2>
    ${table(groups.filter(({ isOfStations }) => !isOfStations))}
    <h2 id="stations" data-kind="section">Operations of stations</h2>
    <p>What the door screens use beyond that; integrations do not need it.</p>
    ${table(groups.filter(({ isOfStations }) => isOfStations))}`;
}

/** What is particular to this server. */
function facts({ base, auth, rateLimit, tokenTtlSeconds, webhookGaps }: DocumentedServer): Html {
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

function table(groups: readonly OperationGroup[]): Html {
  return htmlTable(
    ['Operation', 'Request'],
    groups
      .flatMap(({ operations }) => operations)
      .map((name) => {
        const { method, path, summary } = routeTable[name];
        return tableRow(html`<a href="#${name}">${summary}</a>`, prose(`\`${method} ${path}\``));
      }),
  );
}
