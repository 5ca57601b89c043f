import { rearm } from '../../../shared/csv-row.ts';
import type { FoundProblem } from '../../../shared/console/import-problems.ts';
import { refused } from '../file/import-error.ts';
import {
  importFields,
  isRepeated,
  readTarget,
  writeTarget,
  type ColumnChoice,
  type ColumnTarget,
  type ImportField,
} from './import-fields.ts';
import { knownHeadings, personHeadings, speaksOfStatus, stateHeadings } from './known-headings.ts';
import { isOwnLayout, ownLayout } from './own-layout.ts';
import { plainWord } from './plain-word.ts';

export interface MappedColumn {
  /** As the heading has it. */
  readonly column: string;
  /** Null if nothing is read from it. */
  readonly target: ColumnTarget | null;
  /** Nobody said what it is, and its heading speaks of a status: what it says may forbid an import. */
  readonly isSuspicious: boolean;
  /** Nobody said what it is, and its heading is that of sessions, of which the event has none. */
  readonly isOfSessions: boolean;
}

export interface ColumnMapping {
  /** In the order of the file. */
  readonly columns: readonly MappedColumn[];
  /** Whether it is an export of ours. */
  readonly isOwn: boolean;
}

/** What the event has that a column may be named for. */
export interface NamedColumns {
  readonly addOns: readonly string[];
  /** Each by its key and its label. */
  readonly questions: readonly { readonly key: string; readonly label: string }[];
  /** Without sessions, a date names none. */
  readonly hasSessions: boolean;
}

/** Throws an `ImportError` with every column that was named and is not there, or is there twice. */
export function mapColumns(
  { heading, headingLine }: { readonly heading: readonly string[]; readonly headingLine: number },
  choice: ColumnChoice,
  event: NamedColumns,
): ColumnMapping {
  refuseUnknown(heading, headingLine, choice);
  const isOwn = isOwnLayout(heading);
  const targets = new Map<number, ColumnTarget>();
  for (const [column, target] of choice.columns) targets.set(heading.indexOf(column), target);
  const open = heading.flatMap((column, at) =>
    column === '' || targets.has(at) || choice.ignored.has(column) ? [] : [{ column, at }],
  );
  const found = isOwn ? ownTargets(open) : recognise(open, namedFields(targets), event);
  for (const [at, target] of found) targets.set(at, target);
  const columns = heading.map((column, at) => {
    const target = targets.get(at) ?? null;
    const isSilent = target === null && !isOwn && !choice.ignored.has(column);
    const word = plainWord(column);
    return {
      column,
      target,
      isSuspicious: isSilent && speaksOfStatus.test(word),
      isOfSessions: isSilent && !event.hasSessions && sessionWords.has(word),
    };
  });
  return { columns, isOwn };
}

/** Whether a column with this heading is recognised in any file. */
export function isKnownHeading(heading: string): boolean {
  return allHeadings.has(plainWord(heading)) || Object.hasOwn(ownLayout, heading.trim());
}

interface Open {
  readonly column: string;
  readonly at: number;
}

type Found = Map<number, ColumnTarget>;

function ownTargets(open: readonly Open[]): Found {
  const found: Found = new Map();
  for (const { column, at } of open) {
    const field = ownLayout[column] ?? null;
    const target =
      field === null ? namedTarget(rearm(column)) : ({ kind: 'field', field } as const);
    if (target !== null) found.set(at, target);
  }
  return found;
}

/** `add_on:Parking` and `answer:diet` */
function namedTarget(column: string): ColumnTarget | null {
  const target = readTarget(column);
  return target?.kind === 'field' ? null : target;
}

function recognise(
  open: readonly Open[],
  named: ReadonlySet<ImportField>,
  event: NamedColumns,
): Found {
  const words = open.map(({ column, at }) => ({ at, word: plainWord(column) }));
  const found: Found = new Map();
  const taken = new Set(named);
  const take = (at: number, field: ImportField) => {
    taken.add(field);
    found.set(at, { kind: 'field', field });
  };
  for (const [field, headings] of tables) {
    if (field === 'session' && !event.hasSessions) continue;
    if (named.has(field) && !isRepeated(field)) continue;
    for (const heading of headings) {
      for (const { at, word } of words) {
        if (word !== heading || found.has(at)) continue;
        if (!taken.has(field) || isRepeated(field)) take(at, field);
      }
    }
  }
  if (!taken.has('status') && !taken.has('void')) {
    for (const { at, word } of words)
      if (!found.has(at) && stateWords.has(word)) take(at, 'status');
  }
  const left = words.filter(({ at }) => !found.has(at));
  const isHolderNamed = personFields.some((field) => taken.has(field) && !named.has(field));
  for (const [at, field] of personColumns(left, taken, isHolderNamed)) take(at, field);
  nameEventColumns(words, found, event);
  return found;
}

/** Whose a column is that only says `Email` or `Name`. */
function personColumns(
  words: readonly { readonly at: number; readonly word: string }[],
  taken: ReadonlySet<ImportField>,
  isHolderNamed: boolean,
): ReadonlyMap<number, ImportField> {
  const found = new Map<number, ImportField>();
  const fieldOf = new Map<ImportField, string>();
  for (const part of personFields) {
    const isBuyers = taken.has(part) || (isHolderNamed && !taken.has(`buyer_${part}`));
    const field: ImportField = isBuyers ? `buyer_${part}` : part;
    if (taken.has(field)) continue;
    for (const heading of personTables[part]) {
      const column = words.find(({ at, word }) => word === heading && !found.has(at));
      if (column === undefined || fieldOf.has(field)) continue;
      fieldOf.set(field, column.word);
      found.set(column.at, field);
    }
  }
  return withHalfNames(found, fieldOf, isHolderNamed ? 'buyer_' : '');
}

/** Beside a first name, a column `Name` is the last name; a `Nombre` or a `Nom` that stands alone is the whole name. */
function withHalfNames(
  found: ReadonlyMap<number, ImportField>,
  words: ReadonlyMap<ImportField, string>,
  whose: '' | 'buyer_',
): ReadonlyMap<number, ImportField> {
  const [first, last, whole] = [
    `${whose}first_name`,
    `${whose}last_name`,
    `${whose}name`,
  ] as const satisfies readonly ImportField[];
  const has = (field: ImportField) => words.has(field);
  const rename = (from: ImportField, to: ImportField) =>
    new Map([...found].map(([at, field]) => [at, field === from ? to : field]));
  if (words.get(whole) === 'name' && has(first) && !has(last)) return rename(whole, last);
  if (has(whole)) return found;
  if (words.get(first) === 'nombre' && !has(last)) return rename(first, whole);
  if (words.get(last) === 'nom' && !has(first)) return rename(last, whole);
  return found;
}

function nameEventColumns(
  words: readonly { readonly at: number; readonly word: string }[],
  found: Found,
  { addOns, questions }: NamedColumns,
): void {
  for (const { at, word } of words) {
    if (found.has(at) || word === '') continue;
    const addOn = addOns.find((name) => plainWord(name) === word);
    const question = questions.find(
      ({ key, label }) => plainWord(key) === word || plainWord(label) === word,
    );
    if (addOn !== undefined) found.set(at, { kind: 'add_on', name: addOn });
    else if (question !== undefined) found.set(at, { kind: 'answer', name: question.key });
  }
}

function namedFields(targets: ReadonlyMap<number, ColumnTarget>): ReadonlySet<ImportField> {
  const fields = [...targets.values()].flatMap((one) => (one.kind === 'field' ? [one.field] : []));
  return new Set(fields);
}

function refuseUnknown(
  heading: readonly string[],
  line: number,
  { columns, ignored }: ColumnChoice,
): void {
  const found = heading.filter((name) => name !== '');
  const misnamed = [...columns].flatMap(([column, target]): readonly FoundProblem[] => {
    const places = heading.filter((name) => name === column).length;
    if (places === 1) return [];
    const kind = places === 0 ? 'column_missing' : 'column_repeated';
    return [{ kind, values: { column, field: writeTarget(target), columns: found } }];
  });
  const missing = [...ignored].flatMap((column): readonly FoundProblem[] =>
    heading.includes(column) ? [] : [{ kind: 'ignored_missing', values: { column } }],
  );
  if (misnamed.length + missing.length > 0) throw refused(line, ...misnamed, ...missing);
}

const personFields = ['email', 'first_name', 'last_name', 'name'] as const;

function listOf(text: string): readonly string[] {
  return text.split(/,\s+/);
}

const personTables = {
  email: listOf(personHeadings.email),
  first_name: listOf(personHeadings.first_name),
  last_name: listOf(personHeadings.last_name),
  name: listOf(personHeadings.name),
};

const tables = importFields.flatMap((field) => {
  const known = knownHeadings[field];
  return known === undefined ? [] : [[field, listOf(known)] as const];
});

const stateWords = new Set(listOf(stateHeadings));
const sessionWords = new Set(listOf(knownHeadings.session ?? ''));

const allHeadings = new Set([
  ...stateWords,
  ...tables.flatMap(([, headings]) => headings),
  ...Object.values(personTables).flat(),
]);
