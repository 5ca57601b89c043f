import { generateKeyPairSync } from 'node:crypto';
import type { CodeKey } from '../../shared/contract/code-key.ts';
import { shortName, type SignedTicket } from '../../shared/ticket-code/code-payload.ts';
import { signCode } from '../../shared/ticket-code/signed-code.ts';
import { EVENT, numbered } from './station/rows.ts';

export interface TestKey {
  readonly key: CodeKey;
  readonly secret: string;
}

export function testKey(kid: string): TestKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const key = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x } as const;
  return { key, secret: d };
}

/** The content of a signed code whose ticket any door of the event admits at any time. */
export function signedTicket(number: number, change: Partial<SignedTicket> = {}): SignedTicket {
  return {
    ticket: numbered('ticket', number),
    event: shortName('event', EVENT),
    ticket_type: shortName('ticketType', numbered('ticketType', 1)),
    session: null,
    seat_label: null,
    valid_from: null,
    valid_until: null,
    entry_points: null,
    issue: 1,
    ...change,
  };
}

export async function sign(ticket: SignedTicket, { key, secret }: TestKey): Promise<string> {
  const code = await signCode(ticket, { ...key, d: secret });
  if (code === null) throw new Error('expected a ticket that fits into a code');
  return code;
}
