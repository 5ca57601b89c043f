import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TestClient } from './test-server.ts';

const Row = Type.Object({
  reference: Type.String(),
  created_at: Type.Optional(Type.String()),
  updated_at: Type.Optional(Type.String()),
  deleted_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type WalkedRow = Static<typeof Row>;

export const Numbered = Compile(
  Type.Object({
    data: Type.Object({
      data: Type.Array(Row),
      total: Type.Integer(),
      per_page: Type.Integer(),
      last_page: Type.Integer(),
      path: Type.String(),
      first_page_url: Type.String(),
      next_page_url: Type.Union([Type.String(), Type.Null()]),
      prev_page_url: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
);

export const Incremental = Compile(
  Type.Object({
    data: Type.Object({
      data: Type.Array(Row),
      path: Type.String(),
      per_page: Type.Integer(),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
      next_page_url: Type.Union([Type.String(), Type.Null()]),
      prev_cursor: Type.Union([Type.String(), Type.Null()]),
      prev_page_url: Type.Union([Type.String(), Type.Null()]),
    }),
    watermark: Type.String(),
  }),
);

export async function readPage(client: TestClient, url: string) {
  return Incremental.Parse(await (await client.get(url)).json());
}

/** Follows `next_page_url` to the end, like every client of a Laravel list. */
export async function walkNumbered(client: TestClient, url: string): Promise<WalkedRow[]> {
  const rows: WalkedRow[] = [];
  for (let next: string | null = url; next !== null;) {
    const page = Numbered.Parse(await (await client.get(next)).json());
    rows.push(...page.data.data);
    next = page.data.next_page_url;
  }
  return rows;
}

/** Makes a complete incremental walk; returns its rows and the watermarks of its pages. */
export async function walkChanges(client: TestClient, url: string) {
  const rows: WalkedRow[] = [];
  const watermarks = new Set<string>();
  for (let next: string | null = url; next !== null;) {
    const page = await readPage(client, next);
    rows.push(...page.data.data);
    watermarks.add(page.watermark);
    next = page.data.next_page_url;
  }
  return { rows, watermarks: [...watermarks] };
}
