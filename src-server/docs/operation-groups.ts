import { operations, routeTable, type OperationId } from '../../shared/resources/route-table.ts';

/** Operations that are explained on one page. */
export interface OperationGroup {
  /** The last part of the page's address. */
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly isOfStations: boolean;
  readonly operations: readonly OperationId[];
}

/** Words of the groups, in the order of the pages. A group without words is named after its paths. */
const words: Readonly<Record<string, readonly [title: string, about: string]>> = {
  identity: ['Identity', 'Whose token this is, and what it may do.'],
  events: ['Events', 'Events with their ticket types, and how many came.'],
  orders: ['Orders', 'Orders, read, placed, sent, cancelled and refunded.'],
  tickets: ['Tickets', 'Tickets with their holders, seats and answers, and as files.'],
  contacts: ['Contacts', 'The people of an organiser, read and upserted by email address.'],
  scans: ['Scans', 'Checking tickets in, ending admissions, and every scan at every door.'],
  'webhook-subscriptions': [
    'Webhook subscriptions',
    'Where events are sent, and the secrets that sign them.',
  ],
  'webhook-deliveries': [
    'Webhook deliveries',
    'What was sent to an endpoint, and sending it again.',
  ],
  stations: ['Station setup', 'Enrolment, setup and heartbeats of the door screens.'],
  'station-feeds': [
    'Station feeds',
    'What a station copies of an event, and how it learns of changes.',
  ],
  'station-uploads': ['Station uploads', 'What happened at a door while it was offline.'],
  conflicts: ['Conflicts', 'Admissions that contradict each other.'],
};

/** Where the paths below `/integration` and `/scanner` are explained, if not under their own name. */
const homes: Readonly<Record<string, string>> = {
  'integration/me': 'identity',
  'integration/attendance': 'events',
  'integration/releases': 'scans',
  'integration/webhooks': 'webhook-subscriptions',
  'integration/webhooks/deliveries': 'webhook-deliveries',
  'integration/webhooks/missed': 'webhook-deliveries',
  'integration/webhooks/test': 'webhook-deliveries',
  'scanner/enrolment': 'stations',
  'scanner/setup': 'stations',
  'scanner/heartbeat': 'stations',
  'scanner/stations': 'stations',
  'scanner/scans': 'station-uploads',
  'scanner/redemptions': 'station-uploads',
  'scanner/releases': 'station-uploads',
  'scanner/conflicts': 'conflicts',
  'scanner/snapshot': 'station-feeds',
  'scanner/stream': 'station-feeds',
  'scanner/sessions': 'station-feeds',
  'scanner/order-lines': 'station-feeds',
  'scanner/answers': 'station-feeds',
};

/** Every operation of the table, once, by what its path is about. */
export function operationGroups(): readonly OperationGroup[] {
  const byGroup = Map.groupBy(operations, (name) => slugOf(routeTable[name].path));
  return [...byGroup]
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([slug, names]) => {
      const [title = titleOf(slug), about = ''] = words[slug] ?? [];
      const isOfStations = names.every((name) => routeTable[name].path.startsWith('/scanner/'));
      return { slug, title, about, isOfStations, operations: names };
    });
}

/** `/integration/events/{eventKey}/tickets` is about tickets, `/integration/orders/{reference}/send` about orders. */
function slugOf(path: string): string {
  const [, surface = '', collection = '', , below] = path.split('/');
  const name = (collection === 'events' ? below : undefined) ?? collection;
  const home = homes[`${surface}/${collection}/${below}`] ?? homes[`${surface}/${name}`];
  if (home !== undefined) return home;
  return surface === 'integration' ? name : `station-${name}`;
}

function rankOf(slug: string): number {
  return [...Object.keys(words), slug].indexOf(slug);
}

function titleOf(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
}
