import { html, prose, table, type Html } from './html.ts';
import { membersOf } from './json.ts';
import { schemaNames } from './schemas.ts';

/** The fields of an object schema, those of nested nameless objects with dotted names. */
export function fieldTable(schema: unknown): Html {
  return table(['Field', 'Type', 'Notes'], fieldRows(schema, ''));
}

function fieldRows(schema: unknown, prefix: string): Html[] {
  const object = membersOf(schema);
  const required = Array.isArray(object['required']) ? object['required'] : [];
  return Object.entries(membersOf(object['properties'])).flatMap(([name, field]) => {
    const label = prefix + name;
    const optional = required.includes(name) ? html`` : html` <small>optional</small>`;
    const row = html`<tr>
      <th scope="row"><code>${label}</code>${optional}</th>
      <td>${typeOf(field)}</td>
      <td>${prose(notesOf(field))}</td>
    </tr>`;
    return [row, ...nestedRows(field, label)];
  });
}

function nestedRows(field: unknown, label: string): Html[] {
  const { members } = splitNull(field);
  return members.flatMap((member) => {
    if (schemaNames.has(member)) return [];
    const part = membersOf(member);
    if (part['type'] === 'array') return nestedRows(part['items'], `${label}[]`);
    return part['type'] === 'object' ? fieldRows(member, `${label}.`) : [];
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

/** Texts of the contract's forms: references by their prefix, times. */
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

function splitNull(schema: unknown): {
  readonly members: readonly unknown[];
  readonly nullable: boolean;
} {
  const union = membersOf(schema)['anyOf'];
  if (!Array.isArray(union)) return { members: [schema], nullable: false };
  const members = union.filter((member) => membersOf(member)['type'] !== 'null');
  return { members, nullable: members.length < union.length };
}
