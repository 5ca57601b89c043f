import type { Operation, View } from './definition/operation.ts';
import * as addOn from './add-on.ts';
import * as audit from './audit.ts';
import * as client from './client.ts';
import * as codeKey from './code-key.ts';
import * as conflict from './conflict.ts';
import * as contact from './contact.ts';
import * as dispute from './dispute.ts';
import * as event from './event.ts';
import * as find from './find.ts';
import * as exported from './export.ts';
import * as home from './home.ts';
import * as imported from './import.ts';
import * as location from './location.ts';
import * as member from './member.ts';
import * as order from './order.ts';
import * as organiser from './organiser.ts';
import * as question from './question.ts';
import * as scan from './scan.ts';
import * as session from './session.ts';
import * as station from './station.ts';
import * as ticketType from './ticket-type.ts';
import * as ticket from './ticket.ts';
import * as waitlist from './waitlist.ts';
import * as webhook from './webhook.ts';

const resources: readonly Readonly<Record<string, unknown>>[] = [
  addOn,
  audit,
  client,
  codeKey,
  conflict,
  contact,
  dispute,
  event,
  find,
  exported,
  home,
  imported,
  location,
  member,
  order,
  organiser,
  question,
  scan,
  session,
  station,
  ticketType,
  ticket,
  waitlist,
  webhook,
];

/** Everything that an organiser does and reads, by its name. The command line loads a resource at a time instead. */
export const operationTable: ReadonlyMap<string, Operation | View> = new Map(
  resources
    .flatMap((resource) => Object.values(resource))
    .filter(isEntry)
    .map((entry) => [entry.name, entry]),
);

function isEntry(exported: unknown): exported is Operation | View {
  if (typeof exported !== 'object' || exported === null || !('kind' in exported)) return false;
  return exported.kind === 'operation' || exported.kind === 'view';
}
