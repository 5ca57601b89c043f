import { html, prose, type Html } from './html.ts';
import { membersOf } from './json.ts';
import { schemaNames } from './schemas.ts';

/** One field or parameter of a list. */
export interface ListedField {
  /** Anchor, unique on the page. */
  readonly id: string;
  readonly kind: 'field' | 'parameter';
  readonly name: string;
  readonly type: Html;
  /** `required`, `optional` or nothing. */
  readonly need: 'required' | 'optional' | null;
  /** Backticks mark code. */
  readonly notes: string;
}

/** Fields under one another: name, type and need, then the notes. */
export function fieldList(fields: readonly ListedField[]): Html {
  const items = fields.map(({ id, kind, name, type, need, notes }) => {
    const needed =
      need === null
        ? ''
        : html`<span class="${need === 'required' ? 'need' : 'type'}">${need}</span>`;
    return html`<li id="${id}" data-kind="${kind}" data-name="${name}">
      <code>${name}</code>
      <span class="type">${type}</span> ${needed}${notes === '' ? '' : html`<p>${prose(notes)}</p>`}
    </li>`;
  });
  return html`<ul class="fields">
    ${items}
  </ul>`;
}

export interface SchemaOptions {
  /** What the anchors begin with. */
  readonly anchor: string;
  /** Whether `required` is said, as of a request, or `optional`, as of a response. */
  readonly says: 'required' | 'optional';
}

/** The fields of an object schema; those of nested nameless objects have dotted names. */
export function schemaFields(schema: unknown, options: SchemaOptions): readonly ListedField[] {
  return fieldsOf(schema, '', options);
}

function fieldsOf(schema: unknown, prefix: string, options: SchemaOptions): ListedField[] {
  const object = membersOf(schema);
  const required = Array.isArray(object['required']) ? object['required'] : [];
  return Object.entries(membersOf(object['properties'])).flatMap(([key, field]) => {
    const name = prefix + key;
    const need = required.includes(key) ? ('required' as const) : ('optional' as const);
    const listed: ListedField = {
      id: `${options.anchor}.${name}`,
      kind: 'field',
      name,
      type: typeOf(field),
      need: need === options.says ? need : null,
      notes: notesOf(field),
    };
    return [listed, ...nestedFields(field, name, options)];
  });
}

function nestedFields(field: unknown, name: string, options: SchemaOptions): ListedField[] {
  const { members } = splitNull(field);
  return members.flatMap((member) => {
    if (schemaNames.has(member)) return [];
    const part = membersOf(member);
    if (part['type'] === 'array') return nestedFields(part['items'], `${name}[]`, options);
    return part['type'] === 'object' ? fieldsOf(member, `${name}.`, options) : [];
  });
}

/** The type in words, with links to schemas that have a name. */
export function typeOf(schema: unknown): Html {
  const name = schemaNames.get(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  const { members, nullable } = splitNull(schema);
  const words = members.map((member, index) => {
    return html`${index === 0 ? '' : ' or '}${member === schema ? plainType(member) : typeOf(member)}`;
  });
  return html`${words}${nullable ? ' or null' : ''}`;
}

function plainType(schema: unknown): Html {
  const part = membersOf(schema);
  if (Array.isArray(part['enum'])) {
    const values = part['enum'].map((value, index) => {
      return html`${index === 0 ? '' : ', '}<code>${String(value)}</code>`;
    });
    return html`${values}`;
  }
  if (part['type'] === 'array') return html`list of ${typeOf(part['items'])}`;
  if (typeof part['pattern'] === 'string') return formOf(part['pattern']);
  return html`${typeof part['type'] === 'string' ? part['type'] : 'anything'}`;
}

/** Describes the contract's string patterns: timestamps, and references by prefix. */
function formOf(pattern: string): Html {
  const [, prefix] = /^\^([a-z]+)_\[/.exec(pattern) ?? [];
  if (prefix !== undefined) return html`<code>${prefix}_…</code>`;
  return html`${pattern.includes('T\\d') ? 'time' : 'string'}`;
}

function notesOf(schema: unknown): string {
  const own = membersOf(schema)['description'];
  if (typeof own === 'string') return own;
  const { members } = splitNull(schema);
  const [only] = members;
  const inner = members.length === 1 ? membersOf(only)['description'] : undefined;
  return typeof inner === 'string' ? inner : '';
}

/** The members of a union without null, and whether null is one. */
export function splitNull(schema: unknown): {
  readonly members: readonly unknown[];
  readonly nullable: boolean;
} {
  const union = membersOf(schema)['anyOf'];
  if (!Array.isArray(union)) return { members: [schema], nullable: false };
  const members = union.filter((member) => membersOf(member)['type'] !== 'null');
  return { members, nullable: members.length < union.length };
}
