import { words as english, type Words } from '../en/words.ts';
import { contacts } from './contacts.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { importing } from './import.ts';
import { operations } from './operations.ts';
import { orders } from './orders.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { stations } from './stations.ts';
import { table } from './table.ts';
import { tickets } from './tickets.ts';
import { waitingLists } from './waiting-lists.ts';

/** An area that is listed has every text. One that is not is shown in English. */
const translated = {
  contacts,
  errors,
  events,
  importing,
  operations,
  orders,
  settings,
  shell,
  signIn,
  stations,
  table,
  tickets,
  waitingLists,
} satisfies Partial<Words>;

export const words: Words = { ...english, ...translated };
