import { amountOf, isAmount, localTime } from './for-people.ts';
import { printable } from './printable.ts';

interface Terms {
  /** By whose clocks times of the API are shown; without one they stay as they are. */
  readonly timezone?: string | undefined;
  /** That of the resource around, where one has none itself. */
  readonly currency?: string | undefined;
}

/** Formats a resource for people: one line per field, lists below their name. */
export function renderText(value: object, timezone?: string): string {
  return renderFields(value, '', { timezone });
}

function renderFields(value: object, indent: string, around: Terms): string {
  const fields = Object.entries(value);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  const own = 'currency' in value && typeof value.currency === 'string' ? value.currency : null;
  const terms = own === null ? around : { ...around, currency: own };
  return fields
    .map(([name, field]) => {
      const isMoney = typeof field === 'number' && isAmount(name, value);
      const shown = isMoney ? amountOf(field, terms.currency) : field;
      return renderField(name, shown, { indent, width, terms });
    })
    .join('\n');
}

function renderField(
  name: string,
  value: unknown,
  {
    indent,
    width,
    terms,
  }: { readonly indent: string; readonly width: number; readonly terms: Terms },
): string {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    const items = value.map((item) => renderItem(item, `${indent}  `, terms));
    return [`${indent}${name}`, ...items].join('\n');
  }
  return `${indent}${name.padEnd(width)}  ${renderValue(value, terms)}`.trimEnd();
}

function renderItem(item: unknown, indent: string, terms: Terms): string {
  if (typeof item !== 'object' || item === null) return `${indent}- ${renderValue(item, terms)}`;
  const [first = '', ...rest] = renderFields(item, `${indent}  `, terms).split('\n');
  return [`${indent}- ${first.trimStart()}`, ...rest].join('\n');
}

function renderValue(value: unknown, terms: Terms): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value))
    return value.length === 0 ? '(none)' : value.map((item) => renderValue(item, terms)).join(', ');
  if (typeof value === 'object')
    return Object.values(value)
      .map((item) => renderValue(item, terms))
      .join(' ');
  if (typeof value !== 'string') return JSON.stringify(value);
  const { timezone } = terms;
  const time = timezone === undefined ? null : localTime(value, timezone);
  return time === null ? printable(value) : `${time} ${timezone}`;
}
