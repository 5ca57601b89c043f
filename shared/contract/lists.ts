import { Type, type Static, type TSchema } from 'typebox';
import { Nullable, Timestamp, warned } from './fields.ts';

export const PageLink = Type.Object({
  url: Nullable(Type.String()),
  label: Type.String(),
  active: Type.Boolean(),
});
export type PageLink = Static<typeof PageLink>;

/** The two shapes of a list's page. They have names in the API description, so each list has one of each. */
export interface ListPages<T extends TSchema> {
  readonly page: ReturnType<typeof NumberedList<T>>;
  readonly sync: ReturnType<typeof IncrementalList<T>>;
}

export const listPages = <T extends TSchema>(row: T): ListPages<T> => ({
  page: NumberedList(row),
  sync: IncrementalList(row),
});

/** Numbered mode (specification §2.2): `{data: paginator}`, as Laravel's length-aware paginator writes it. */
export const NumberedList = <T extends TSchema>(row: T) =>
  Type.Object({
    data: Type.Object({
      current_page: Type.Integer(),
      data: Type.Array(row),
      first_page_url: Type.String(),
      from: Nullable(Type.Integer()),
      last_page: Type.Integer(),
      last_page_url: Type.String(),
      links: Type.Array(PageLink),
      next_page_url: Nullable(Type.String()),
      path: Type.String(),
      per_page: Type.Integer(),
      prev_page_url: Nullable(Type.String()),
      to: Nullable(Type.Integer()),
      total: Type.Integer(),
    }),
    ...warned,
  });

/** Incremental mode (§4.1): exactly seven keys in `data`, and `watermark` beside it. */
const IncrementalList = <T extends TSchema>(row: T) =>
  Type.Object({
    data: Type.Object({
      data: Type.Array(row),
      path: Type.String(),
      per_page: Type.Integer(),
      next_cursor: Nullable(Type.String()),
      next_page_url: Nullable(Type.String()),
      prev_cursor: Nullable(Type.String()),
      prev_page_url: Nullable(Type.String()),
    }),
    watermark: Timestamp(),
    ...warned,
  });
