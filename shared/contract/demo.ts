import { Type, type Static } from 'typebox';
import { reasons } from '../verdict/terms/reason.ts';

/** What a server with demo data says of it, to programs and to people. */

const Client = Type.Object({ client_id: Type.String(), client_secret: Type.String() });

/** A code to try. `says` is the verdict's sentence, from the evaluator. */
export const DemoCode = Type.Object({
  code: Type.String(),
  reason: Type.Union([Type.Enum([...reasons]), Type.Literal('unknown_ticket')]),
  says: Type.String(),
});
export type DemoCode = Static<typeof DemoCode>;

export const Demo = Type.Object({
  organiser: Type.String(),
  /** Who signs in to the console. The secret is in base32. */
  owner: Type.Object({
    email: Type.String(),
    password: Type.String(),
    totp_secret: Type.String(),
  }),
  integrator: Client,
  station: Client,
  events: Type.Array(Type.Object({ reference: Type.String(), slug: Type.String() })),
  /** What is on now, and codes with what they say at that entry point; null if the event was archived or has no entry point. */
  door: Type.Union([
    Type.Object({
      event: Type.Object({
        reference: Type.String(),
        slug: Type.String(),
        name: Type.String(),
        timezone: Type.String(),
      }),
      entry_point: Type.Object({ reference: Type.String(), name: Type.String() }),
      codes: Type.Array(DemoCode),
    }),
    Type.Null(),
  ]),
});
export type Demo = Static<typeof Demo>;

/** For people, who can paste from it: what is on, codes to type at a door, and how to get a token. */
export function describeDemo(
  { integrator, door }: Demo,
  server: { readonly auth_url: string },
): readonly string[] {
  const tryIt = door === null ? [] : describeDoor(door);
  const { client_id, client_secret } = integrator;
  return [
    ...tryIt,
    'A token for the API:',
    `  curl -s ${server.auth_url}/oauth/token -d grant_type=client_credentials -d client_id=${client_id} -d client_secret=${client_secret}`,
  ];
}

function describeDoor({ event, entry_point, codes }: NonNullable<Demo['door']>): readonly string[] {
  const width = Math.max(0, ...codes.map(({ code }) => code.length));
  return [
    `On now: ${event.name} (${event.slug}, ${event.reference}; times are ${event.timezone}). Codes to type or scan at ${entry_point.name}:`,
    ...codes.map(({ code, says }) => `  ${code.padEnd(width)}  ${says}`),
  ];
}
