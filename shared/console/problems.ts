import { errorMessages } from '../contract/errors.ts';
import type { orderStatuses } from '../contract/statuses.ts';

/** What is refused, by a code and the values that a sentence about it names: pages say it in their languages. */
export type Problem = {
  readonly [Code in ProblemCode]: { readonly code: Code; readonly values: ProblemValues[Code] };
}[ProblemCode];

export type ProblemCode = keyof typeof sentences;

/** Words for each problem. */
export type ProblemTexts = {
  readonly [Code in ProblemCode]: (values: ProblemValues[Code]) => string;
};

export type ProblemValues = {
  readonly [Code in ProblemCode]: Parameters<(typeof sentences)[Code]> extends [infer Values]
    ? Values
    : Readonly<Record<string, never>>;
};

interface Named {
  readonly field: string;
}

interface Limits<Value> {
  readonly least: Value;
  readonly most: Value;
}

/** What a record is or was, and why something cannot be done to it. */
export type ProblemState =
  | (typeof orderStatuses)[number]
  | 'waiting'
  | 'offered'
  | 'converted'
  | 'expired'
  | 'admitted'
  | 'archived'
  | 'erased'
  | 'resolved'
  | 'revoked'
  | 'superseded';

const verbs: { readonly [State in ProblemState]?: string } = {
  admitted: 'has been',
  erased: 'was',
  revoked: 'was',
  superseded: 'was',
};

/** In English, as the command line and `errors` of an answer say it. */
const sentences = {
  required: ({ field }: Named) => errorMessages.fieldRequired(field),
  empty: ({ field }: Named) => `Expected ${field} not to be empty.`,
  blank: ({ field }: Named) => `The ${field} must not be empty.`,
  choose_one: ({ what }: { readonly what: string }) => `Expected at least one ${what}.`,
  too_long: ({ field, most }: Named & { readonly most: number }) =>
    `Expected ${field} to have at most ${most} characters.`,
  unseen: ({ field, what }: Named & { readonly what: string }) =>
    `Expected ${field} without ${what}.`,
  unstorable: ({ field }: Named) => `The ${field} contains invalid characters.`,
  not_email: () => 'Expected a valid email address.',
  not_whole: ({ field, type }: Named & { readonly type: 'integer' | 'number' }) =>
    errorMessages.fieldMustBe(field, type === 'integer' ? 'an integer' : 'a number'),
  not_quantity: () => 'Expected a whole quantity other than 0.',
  at_least: ({ field, least }: Named & { readonly least: number }) =>
    `Expected ${field} to be a whole number of at least ${least}.`,
  between: ({ field, least, most }: Named & Limits<number | string>) =>
    `Expected ${field} to be a whole number of at least ${least} and at most ${most}.`,
  slug: () => 'Expected a slug of lowercase letters, digits and single hyphens.',
  key: () => 'Expected a key of lowercase letters, digits and underscores.',
  currency: () => 'Expected an uppercase ISO 4217 currency such as EUR.',
  order_currency: ({ currency }: { readonly currency: string }) =>
    `Expected ${currency}, the currency of the order.`,
  timezone: () => 'Expected an IANA time zone such as Europe/Berlin.',
  ends_before: ({ field }: Named) => `Expected ${field} to be later than its beginning.`,
  begins: ({ field, prefix }: Named & { readonly prefix: string }) =>
    `Expected a ${field} that begins with ${prefix}.`,
  options: ({ type }: { readonly type: string }) =>
    `Expected different options for a ${type} field.`,
  slug_taken: ({ slug }: { readonly slug: string }) => `Another event has the slug ${slug}.`,
  name_taken: ({ name, of }: { readonly name: string; readonly of: string }) =>
    `${of} is named ${name} already.`,
  field_taken: ({ key }: { readonly key: string }) =>
    `The field ${key} exists with another type or other options.`,
  /** `archived`: the question, if it is. */
  asked: ({ key, archived }: { readonly key: string; readonly archived: string | null }) =>
    archived === null
      ? `The event asks for ${key} already.`
      : `The event has an archived question, ${archived}, for ${key} already.`,
  member_already: ({ email, member }: { readonly email: string; readonly member: string }) =>
    `${email} is a member already: ${member}.`,
  passkey_added: () => 'This passkey has been added already.',
  only_left: ({ name, left, wanted }: { readonly name: string; left: number; wanted: number }) =>
    `${name} has ${left} left, and ${wanted} were asked for.`,
  sold: ({ sold }: { readonly sold: number }) =>
    `Expected a total of at least ${sold}, which are sold.`,
  not_on_sale: ({ name }: { readonly name: string }) => `${name} is not on sale.`,
  nothing_left: ({ order }: { readonly order: string }) =>
    `The order ${order} has nothing left to refund.`,
  not_public: ({ host }: { readonly host: string }) => `The host ${host} is not a public address.`,
  no_space: () => 'There is no space left on the disk, for the data folder or for temporary files.',
  state: ({ of, state, so }: { readonly of: string; state: ProblemState; so: string }) =>
    `The ${of} ${verbs[state] ?? 'is'} ${state}${so}.`,
  password_length: ({ least, most }: Limits<number>) =>
    `Expected a password of ${least} to ${most} characters.`,
  password_common: () => 'This is one of the commonest passwords: choose another.',
  password_guessed: ({ least }: { readonly least: number }) =>
    `Expected ${least} characters besides Gatehouse and the email address.`,
  password_wrong: () => 'That is not the present password.',
};

export const problemSentences: ProblemTexts = sentences;

export function problem<Code extends ProblemCode>(
  code: Code,
  values: ProblemValues[Code],
): Extract<Problem, { readonly code: Code }>;
export function problem(code: ProblemCode, values: object): object {
  return { code, values };
}

/** `said`: a problem, or a sentence that has no code. */
export function sentenceOf(said: Problem | string): string {
  return typeof said === 'string' ? said : textOf(said);
}

function textOf<Code extends ProblemCode>({
  code,
  values,
}: {
  readonly code: Code;
  readonly values: ProblemValues[Code];
}): string {
  return problemSentences[code](values);
}
