import { Type, type Static } from 'typebox';

const Credentials = Type.Object({ client_id: Type.String(), client_secret: Type.String() });

/** `demo.json`, on which scripts rely; declared here independently of the code that writes it. */
export const Demo = Type.Object({
  organiser: Type.String({ pattern: '^org_' }),
  integrator: Credentials,
  station: Credentials,
  events: Type.Array(
    Type.Object({ reference: Type.String({ pattern: '^evt_' }), slug: Type.String() }),
    { minItems: 1 },
  ),
});
export type Demo = Static<typeof Demo>;

/** The `demo` part of the ready lines. */
export const ReadyDemo = Type.Object({
  ...Demo.properties,
  door: Type.Object({
    codes: Type.Array(Type.Object({ code: Type.String(), reason: Type.String() })),
  }),
});
