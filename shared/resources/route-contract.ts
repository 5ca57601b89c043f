import { Type, type TSchema } from 'typebox';
import type { ErrorCode } from '../contract/errors.ts';
import { warned } from '../contract/fields.ts';
import { MAX_UPLOADS } from '../contract/limits.ts';
import type { ListPages } from '../contract/lists.ts';
import type { QueryParameter } from '../contract/query.ts';
import type { Scope } from '../contract/scopes.ts';

/** One operation of the surface. The server registers, validates and documents operations from this alone. */
export interface RouteContract {
  /** A verb and its object: `List events`. */
  readonly summary: string;
  /** What a caller has to know, in one to three sentences. Backticks mark code. */
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `{base_url}`, parameters in braces. */
  readonly path: string;
  /** A token with any one of these may call; an empty list is any token. */
  readonly scopes: readonly Scope[];
  readonly query: readonly QueryParameter[];
  /** Whether an `Idempotency-Key` is required (§4.5). */
  readonly idempotent: boolean;
  /** Whether the header is optional: without it, a repetition runs again. */
  readonly takesKey?: true;
  readonly request: TSchema | null;
  /** Whether the body may be missing. */
  readonly bodyOptional?: true;
  /** Maximum number of JSON values in the body, at any depth; more is a 400. */
  readonly maxBodyValues: number;
  /** Bodies by status, without the errors common to all operations; null is a response without a body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** The media type if the response is streamed line by line; `responses` then describe one line. */
  readonly streams?: 'application/x-ndjson' | 'text/event-stream';
  /** The media type if the response is a file: `responses` then describe no body of 200. */
  readonly file?: 'application/pdf' | 'image/png' | 'image/svg+xml';
  /** Additional errors that do not follow from the rest of the contract. */
  readonly refusals: readonly ErrorCode[];
}

export const DataOf = <T extends TSchema>(schema: T) => Type.Object({ data: schema, ...warned });
/** `watermark` tells the two shapes apart. */
export const ListOf = <T extends TSchema>({ page, sync }: ListPages<T>) => Type.Union([page, sync]);

export type Routes = Readonly<Record<string, RouteContract>>;

export const paging = ['page', 'per_page', 'updated_since', 'cursor'] as const;
/** Several times what the bodies of the contract hold. */
const FEW_VALUES = 1_000;
/** 40 for each of the scans of a full upload. */
export const UPLOAD_VALUES = 20_000;
export const uploadsAtOnce = `A client has at most ${MAX_UPLOADS} uploads in progress at a server: a further one gets 429.`;

export const read = {
  method: 'GET',
  idempotent: false,
  request: null,
  maxBodyValues: FEW_VALUES,
  refusals: [],
} as const;

export const write = { ...read, method: 'POST', query: [] } as const;
