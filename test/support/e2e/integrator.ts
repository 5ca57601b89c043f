import { setTimeout } from 'node:timers/promises';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Demo } from './demo.ts';

const Named = Type.Object({ reference: Type.String(), name: Type.String() });

const Ticket = Type.Object({
  reference: Type.String(),
  status: Type.String(),
  contact: Type.Union([
    Type.Object({ first_name: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
  ticket_type: Type.Union([Named, Type.Null()]),
  valid_from: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  valid_until: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  entry_points: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
});
export type Ticket = Static<typeof Ticket>;

const Scan = Type.Object({
  reference: Type.String(),
  ticket: Type.Union([Type.String(), Type.Null()]),
  result: Type.String(),
  reason: Type.String(),
  scanner_location: Type.Union([Named, Type.Null()]),
  scanned_at: Type.String(),
});
export type Scan = Static<typeof Scan>;

const Order = Type.Object({
  reference: Type.String(),
  status: Type.String(),
  contact: Type.Union([
    Type.Object({ email: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
  payment_method: Type.Optional(Type.String()),
});
export type Order = Static<typeof Order>;

const Setup = Type.Object({
  data: Type.Object({
    event: Type.Object({ reference: Type.String(), name: Type.String(), timezone: Type.String() }),
    scanner_locations: Type.Array(Named),
  }),
});
export type Setup = Static<typeof Setup>['data'];

export interface Integrator {
  readonly setup: (event: string) => Promise<Setup>;
  readonly tickets: (event: string) => Promise<readonly Ticket[]>;
  readonly orders: (event: string) => Promise<readonly Order[]>;
  readonly scans: (event: string) => Promise<readonly Scan[]>;
  /** Has a ticket scanned at an entry point. */
  readonly scan: (ticket: string, location: string) => Promise<void>;
}

/** A client of the specification's API as an integrator would write it: token, numbered lists, no code of the project. */
export async function connectIntegrator(
  server: { readonly base_url: string; readonly auth_url: string },
  demo: Demo,
): Promise<Integrator> {
  const token = await fetch(`${server.auth_url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...demo.integrator }),
  });
  const { access_token: bearer } = Value.Parse(
    Type.Object({ access_token: Type.String() }),
    await token.json(),
  );
  const read = async (url: string): Promise<unknown> => {
    for (;;) {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${bearer}` } });
      if (response.status !== 429) return response.json();
      await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    }
  };
  const walk = async <T extends TSchema>(
    path: string,
    schema: T,
  ): Promise<readonly Static<T>[]> => {
    const rows: Static<T>[] = [];
    const Page = Type.Object({
      data: Type.Object({
        data: Type.Array(schema),
        next_page_url: Type.Union([Type.String(), Type.Null()]),
      }),
    });
    for (let url: string | null = `${server.base_url}${path}?per_page=100`; url !== null;) {
      const page: Static<typeof Page> = Value.Parse(Page, await read(url));
      rows.push(...page.data.data);
      url = page.data.next_page_url;
    }
    return rows;
  };
  return {
    setup: async (event) => {
      const setup = await read(`${server.base_url}/scanner/events/${event}/setup`);
      return Value.Parse(Setup, setup).data;
    },
    tickets: (event) => walk(`/integration/events/${event}/tickets`, Ticket),
    orders: (event) => walk(`/integration/events/${event}/orders`, Order),
    scans: (event) => walk(`/integration/events/${event}/scans`, Scan),
    scan: async (ticket, location) => {
      await fetch(`${server.base_url}/integration/scans`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${bearer}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': `${ticket} ${location}`,
        },
        body: JSON.stringify({ ticket, scanner_location: location }),
      });
    },
  };
}
