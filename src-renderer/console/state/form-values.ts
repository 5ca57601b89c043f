import type { DescribedField } from '../../../shared/console/described-operation.ts';
import { MAX_EMAIL_LENGTH } from '../../../shared/contract/limits.ts';
import type { Words } from '../i18n/en/words.ts';
import { minorDigits } from '../../../shared/currency.ts';
import { fromLocal, toLocal } from '../i18n/zoned-time.ts';

/** What a control holds: a text, or the names that are ticked. */
export type FieldValue = string | readonly string[];
export type FormValues = Readonly<Record<string, FieldValue>>;

/** Where times and amounts of a form belong: to an event, or to this device. */
export interface FormPlace {
  readonly zone: string;
  readonly currency: string;
  /** What people write before the cents. */
  readonly decimal: string;
}

/** What the controls hold at first, by what the record has. */
export function valuesOf(
  fields: readonly DescribedField[],
  initial: Readonly<Record<string, unknown>>,
  place: FormPlace,
): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, writeValue(field, initial[field.name], place)]),
  );
}

/** What fields with choices hold at first when something new is made: what is taken where none is chosen. */
export function defaultsOf(fields: readonly DescribedField[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, choices = [], otherwise }) => {
      if (otherwise === undefined || !choices.includes(otherwise)) return [];
      return [[name, kind === 'switch' ? otherwise === choices[0] : otherwise]];
    }),
  );
}

function writeValue(field: DescribedField, value: unknown, place: FormPlace): FieldValue {
  const { kind, choices } = field;
  if (kind === 'events' || (kind === 'list' && choices !== undefined))
    return Array.isArray(value) ? value.map(String) : value === 'all' ? ['all'] : [];
  if (value === undefined || value === null) return '';
  if (kind === 'switch') return (value === true ? choices?.[0] : choices?.[1]) ?? '';
  if (kind === 'money') {
    return writeMoney(Number(value), minorDigits(place.currency), place.decimal);
  }
  if (kind === 'time') return typeof value === 'string' ? toLocal(value, place.zone) : '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  if (kind === 'list' && Array.isArray(value)) return value.join(', ');
  if (kind === 'names' && Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export interface ReadForm {
  /** What the operation is given. Empty fields are left out, or are null where the record had a value. */
  readonly input: Readonly<Record<string, unknown>>;
  /** A sentence for each field that is wrong. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Reads the controls. With `initial` it gives only what was changed, and what is required. */
export function readForm(
  fields: readonly DescribedField[],
  values: FormValues,
  {
    initial,
    place,
    words,
  }: {
    readonly initial: FormValues | null;
    readonly place: FormPlace;
    readonly words: Words['problems'];
  },
): ReadForm {
  const input: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const { name, isRequired, mayBeNone } = field;
    const value = values[name] ?? '';
    const before = initial?.[name];
    if (before !== undefined && !isRequired && String(before) === String(value)) continue;
    if (value.length === 0) {
      if (isRequired) errors[name] = words.refused.required();
      else if (mayBeNone && before !== undefined && before.length > 0) input[name] = null;
      else if (before !== undefined && before.length > 0) errors[name] = words.refused.required();
      continue;
    }
    // Where a form asks for the currency, an amount says nothing without it.
    if (field.kind === 'money' && values['currency'] === '') {
      errors['currency'] = words.refused.required();
      continue;
    }
    const read = readValue(field, value, place, words);
    if ('error' in read) errors[name] = read.error;
    else input[name] = read.value;
  }
  return { input, errors };
}

type Read = { readonly value: unknown } | { readonly error: string };

function readValue(
  { name, kind, choices, between }: DescribedField,
  value: FieldValue,
  place: FormPlace,
  words: Words['problems'],
): Read {
  if (typeof value !== 'string') return { value: value.includes('all') ? 'all' : value };
  const text = value.trim();
  if (text === '') return { error: words.refused.required() };
  switch (kind) {
    case 'whole': {
      if (!/^-?\d{1,15}$/.test(text)) return { error: words.refused.not_whole() };
      const [least, most] = between ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
      const number = Number(text);
      const isWithin = number >= least && number <= most;
      if (isWithin) return { value: number };
      return { error: words.refused.between({ field: name, least, most }) };
    }
    case 'money': {
      const minor = readMoney(text, minorDigits(place.currency));
      return minor === null ? { error: words.notMoney } : { value: minor };
    }
    case 'time': {
      const iso = fromLocal(text, place.zone);
      return iso === null ? { error: words.notTime } : { value: iso };
    }
    case 'email': {
      const isEmail = /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= MAX_EMAIL_LENGTH;
      return isEmail ? { value: text } : { error: words.refused.not_email() };
    }
    case 'switch':
      return { value: text === choices?.[0] };
    case 'list':
      return { value: splitAt(text, ',') };
    case 'names':
      return { value: splitAt(text, ' ') };
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { error: words.notJson };
      }
    default:
      return { value: text };
  }
}

/** An amount of minor units as it stands in a field. */
export function writeMoney(minor: number, digits: number, decimal: string): string {
  return (minor / 10 ** digits).toFixed(digits).replace('.', decimal);
}

/** Minor units of an amount as people write it, with a comma or a point; null for what is none. */
export function readMoney(text: string, digits: number): number | null {
  const [whole = '', part = '', ...more] = text.replaceAll(/[\s\u00a0]/g, '').split(/[.,]/);
  const isAmount = /^-?\d{1,12}$/.test(whole) && /^\d*$/.test(part) && part.length <= digits;
  if (!isAmount || more.length > 0) return null;
  const minor = Number(`${whole}${part.padEnd(digits, '0')}`);
  return Number.isSafeInteger(minor) ? minor : null;
}

function splitAt(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
