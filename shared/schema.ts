import { Type, type Static, type TSchema } from 'typebox';

/** The type of a schema, with everything in it readonly. */
export type ReadOnly<T extends TSchema> = Frozen<Static<T>>;

type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: Frozen<T[K]> };

/** For a key that is left out, or undefined. */
export const OrUndefined = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Undefined()]));
