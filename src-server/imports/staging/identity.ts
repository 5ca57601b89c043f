import type { ImportLine } from '../lines/import-line.ts';

/**
 * What lines have in common that belong together: their order in the shop. Without one it is whom they are for, or what they are, so that the
 * same line is known again; such lines are orders of their own.
 */
export interface Identity {
  readonly text: string;
  /** Whether all lines that share it are one order. */
  readonly isOrder: boolean;
}

export function identityOf(line: ImportLine): Identity {
  const { order, order_reference, ticket, codes, holder, buyer } = line;
  if (order !== null) return { text: `order ${order}`, isOrder: true };
  if (order_reference !== null) return { text: `ours ${order_reference}`, isOrder: true };
  if (ticket !== null) return own('ticket', ticket);
  if (codes !== null) return own('code', codes[0] ?? null);
  const person = holder ?? buyer;
  if (person === null) return own('type', line.ticket_type_id, line.session_id);
  const { email_key, first_name, last_name } = person;
  return email_key === null ? own('name', first_name, last_name) : own('email', email_key);
}

function own(...parts: readonly (string | number | null)[]): Identity {
  return { text: JSON.stringify(parts), isOrder: false };
}
