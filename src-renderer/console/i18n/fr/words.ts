import { words as english, type Words } from '../en/words.ts';
import { errors } from './errors.ts';
import { operations } from './operations.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { table } from './table.ts';

/** An area that is listed has every text. One that is not is shown in English. */
const translated = {
  errors,
  operations,
  settings,
  shell,
  signIn,
  table,
} satisfies Partial<Words>;

export const words: Words = { ...english, ...translated };
