import { Type, type Static } from 'typebox';

const Credentials = Type.Object({ client_id: Type.String(), client_secret: Type.String() });

/** `demo` of the ready lines, as scripts rely on it: read here independently of the code that writes it. */
export const Demo = Type.Object({
  organiser: Type.String({ pattern: '^org_' }),
  integrator: Credentials,
  station: Credentials,
  events: Type.Array(
    Type.Object({ reference: Type.String({ pattern: '^evt_' }), slug: Type.String() }),
    { minItems: 1 },
  ),
  door: Type.Object({
    codes: Type.Array(Type.Object({ code: Type.String(), reason: Type.String() })),
  }),
});
export type Demo = Static<typeof Demo>;
