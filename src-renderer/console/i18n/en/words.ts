import { contacts } from './contacts.ts';
import { disputes } from './disputes.ts';
import { done } from './done.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { home } from './home.ts';
import { integrations } from './integrations.ts';
import { operations } from './operations.ts';
import { orders } from './orders.ts';
import { problems } from './problems.ts';
import { scans } from './scans.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { stations } from './stations.ts';
import { table } from './table.ts';
import { tickets } from './tickets.ts';

/** Every text of the console in English. What is missing in another language does not compile. */
export const words = {
  contacts,
  disputes,
  done,
  errors,
  events,
  home,
  integrations,
  operations,
  orders,
  problems,
  scans,
  shell,
  signIn,
  stations,
  table,
  tickets,
};

export type Words = typeof words;
