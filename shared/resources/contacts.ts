import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../contract/limits.ts';
import { listPages } from '../contract/lists.ts';
import { DataOf, ListOf, type Routes, paging, read, write } from './route-contract.ts';

interface ContactColumn {
  /** Whether an upsert may set it. */
  readonly isWritable: boolean;
  /** For text, which is shown as it is stored: the most characters. */
  readonly maxLength: number | null;
  /** Whether it says who it is, or was their choice: erasure nulls it. */
  readonly isPersonal: boolean;
}

const name = { isWritable: true, maxLength: MAX_NAME_LENGTH, isPersonal: true } as const;

/**
 * What a contact holds besides its reference, its organiser and its timestamps. The request, its checks, inserts, changes, erasure and the
 * resource are made of this table (§2.8, §4.4).
 */
export const contactColumns = {
  email: { isWritable: false, maxLength: MAX_EMAIL_LENGTH, isPersonal: true },
  email_key: { isWritable: false, maxLength: null, isPersonal: true },
  first_name: name,
  last_name: name,
  mobile: name,
  unsubscribed_at: { isWritable: false, maxLength: null, isPersonal: true },
} as const satisfies Record<string, ContactColumn>;

type Columns = typeof contactColumns;
export type ContactColumnName = keyof Columns;
type NamesWhere<Property extends keyof ContactColumn, Value> = {
  [Name in ContactColumnName]: Columns[Name][Property] extends Value ? Name : never;
}[ContactColumnName];

export type WritableColumn = NamesWhere<'isWritable', true>;
export type TextColumn = NamesWhere<'maxLength', number>;
export type PersonalColumn = NamesWhere<'isPersonal', true>;

/** A value for every column that may be written. */
export function eachWritable<Value>(valueOf: (name: WritableColumn) => Value) {
  return recordOf((column): column is WritableColumn => contactColumns[column].isWritable, valueOf);
}

/** A value for every column of text. */
export function eachText<Value>(valueOf: (name: TextColumn) => Value) {
  return recordOf((column): column is TextColumn => hasText(column), valueOf);
}

/** A value for every column that is erased. */
export function eachPersonal<Value>(valueOf: (name: PersonalColumn) => Value) {
  return recordOf((column): column is PersonalColumn => contactColumns[column].isPersonal, valueOf);
}

function hasText(column: ContactColumnName): boolean {
  return contactColumns[column].maxLength !== null;
}

function recordOf<Name extends ContactColumnName, Value>(
  isOne: (column: ContactColumnName) => column is Name,
  valueOf: (column: Name) => Value,
): Readonly<Record<Name, Value>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object literal
  const columns = Object.keys(contactColumns) as ContactColumnName[];
  const entries = columns.filter(isOne).map((column) => [column, valueOf(column)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the names that the guard lets through
  return Object.fromEntries(entries) as Record<Name, Value>;
}

export const Contact = Type.Object({
  reference: ReferenceTo('contact'),
  ...eachText((column) =>
    Nullable(Text(column === 'email' ? 'Identity key. Null on an erased stub.' : undefined)),
  ),
  unsubscribed_at: Nullable(Timestamp('Do not send marketing to anyone with a value.')),
  is_erased: Type.Boolean(),
  erased_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type Contact = Static<typeof Contact>;

/** Only fields that are sent are set; null clears. */
export const ContactUpsertRequest = Type.Object({
  email: Type.String({
    minLength: 1,
    maxLength: contactColumns.email.maxLength,
    description:
      'Which contact: letter case, the form of an international domain and surrounding spaces make no difference.',
  }),
  ...eachWritable((column) =>
    Type.Optional(Nullable(Type.String({ maxLength: contactColumns[column].maxLength }))),
  ),
});
export type ContactUpsertRequest = Static<typeof ContactUpsertRequest>;

export const contactPages = listPages(Contact);

export const contactRoutes = {
  listContacts: {
    ...read,
    summary: 'List contacts',
    description:
      'Newest first. An erased contact is a stub without personal data and comes only with `include_deleted=1`.',
    path: '/integration/contacts',
    scopes: ['contacts:read'],
    query: [...paging, 'email', 'include_deleted'],
    responses: { 200: ListOf(contactPages) },
  },
  readContact: {
    ...read,
    summary: 'Read a contact',
    description: 'One contact.',
    path: '/integration/contacts/{reference}',
    scopes: ['contacts:read'],
    query: ['include_deleted'],
    responses: { 200: DataOf(Contact) },
  },
  upsertContact: {
    ...write,
    summary: 'Create or update a contact',
    description:
      'Creates a contact, or sets the fields that are sent of the one with this email. Null clears a field.',
    path: '/integration/contacts',
    scopes: ['contacts:write'],
    idempotent: true,
    request: ContactUpsertRequest,
    responses: { 200: DataOf(Contact), 201: DataOf(Contact) },
    refusals: ['contacts.erased'],
  },
} as const satisfies Routes;
