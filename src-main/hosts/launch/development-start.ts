import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** What stays the same over the restarts of a development host. */
const DevelopmentStart = Type.Object({
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  open: Type.Boolean(),
});
export type DevelopmentStart = Static<typeof DevelopmentStart>;

const check = Compile(DevelopmentStart);

export function parseDevelopmentStart(message: unknown): DevelopmentStart | null {
  return check.Check(message) ? message : null;
}
