import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { type Instant, parseInstant } from '../../shared/instant.ts';
import { type AdmissionFacts, ticketStatuses } from '../../shared/verdict/terms/facts.ts';
import { locales } from '../../shared/languages.ts';
import { type Reason, reasons } from '../../shared/verdict/terms/reason.ts';
import type { Verdict } from '../../shared/verdict/verdict.ts';

const directory = join(import.meta.dirname, '../vectors/verdict');

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$' });
const strict = { additionalProperties: false };
const Place = Type.Object({ reference: Type.String(), name: Type.String() }, strict);
const Admission = Type.Object(
  {
    scanned_at: Time,
    location: nullable(Place),
    source: Type.Optional(Type.Literal('peer')),
  },
  strict,
);

const Facts = Type.Object(
  {
    ticket: Type.Object(
      {
        reference: Type.String(),
        status: Type.Enum([...ticketStatuses]),
        deleted_at: nullable(Time),
        valid_from: nullable(Time),
        valid_until: nullable(Time),
        entry_points: nullable(Type.Array(Place)),
        seat_label: nullable(Type.String()),
        code_issue: Type.Optional(Type.Integer({ minimum: 1 })),
      },
      strict,
    ),
    session: nullable(
      Type.Object(
        {
          reference: Type.String(),
          name: nullable(Type.String()),
          starts_at: Time,
          cancelled_at: nullable(Time),
          entry_from: nullable(Time),
          entry_until: nullable(Time),
        },
        strict,
      ),
    ),
    admission: nullable(Admission),
    location: nullable(Place),
    code_issue: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
    timezone: Type.String(),
    locale: Type.Enum([...locales]),
  },
  strict,
);

const ReasonName = Type.Enum([...reasons]);
const Change = Type.Record(Type.String(), Type.Unknown());
const Expectation = Type.Object(
  {
    reason: ReasonName,
    message: Type.Optional(Type.Partial(Type.Record(Type.Enum([...locales]), Type.String()))),
    session: Type.Optional(
      nullable(
        Type.Object({
          reference: Type.String(),
          name: nullable(Type.String()),
          starts_at: Time,
        }),
      ),
    ),
    seat_label: Type.Optional(nullable(Type.String())),
    details: Type.Optional(
      Type.Object(
        {
          first_admission: nullable(Admission),
          window: nullable(Type.Object({ from: nullable(Time), until: nullable(Time) }, strict)),
          entry_points: nullable(Type.Array(Place)),
        },
        strict,
      ),
    ),
  },
  strict,
);
export type VectorExpectation = Static<typeof Expectation>;

const VectorFile = Type.Object(
  {
    description: Type.String(),
    now: Time,
    base: Facts,
    conditions: Type.Optional(Type.Record(Type.String(), Change)),
    cases: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          with: Type.Optional(Type.Array(ReasonName)),
          given: Type.Optional(Change),
          now: Type.Optional(Time),
          expect: Expectation,
        },
        strict,
      ),
      { minItems: 1 },
    ),
  },
  strict,
);

export interface VerdictVector {
  readonly file: string;
  readonly name: string;
  /** The conditions that the case combines; null if it names none. */
  readonly conditions: readonly Reason[] | null;
  readonly facts: AdmissionFacts;
  readonly now: Instant;
  readonly expect: VectorExpectation;
}

/** Every case of every file in `test/vectors/verdict`, with its changes applied. Throws on a file that is not of the shape in its README. */
export function readVerdictVectors(): readonly VerdictVector[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap(readFile);
}

function readFile(file: string): readonly VerdictVector[] {
  const text: unknown = JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { base, conditions, now, cases } = Value.Parse(VectorFile, text);
  return cases.map((vector) => {
    const changes = [...(vector.with ?? []).map((name) => conditions?.[name] ?? {}), vector.given];
    const merged = changes.reduce<unknown>((facts, change) => merge(facts, change ?? {}), base);
    return {
      file,
      name: vector.name,
      conditions: vector.with ?? null,
      facts: factsOf(Value.Parse(Facts, merged)),
      now: instantOf(vector.now ?? now),
      expect: vector.expect,
    };
  });
}

/** Objects are merged by key; any other value replaces the earlier one. */
function merge(target: unknown, change: unknown): unknown {
  if (!isObject(target) || !isObject(change)) return change;
  const merged: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(change)) merged[key] = merge(merged[key], value);
  return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function factsOf({ ticket, session, admission, ...facts }: Static<typeof Facts>): AdmissionFacts {
  return {
    ...facts,
    code_issue: facts.code_issue ?? null,
    ticket: {
      ...ticket,
      code_issue: ticket.code_issue ?? 1,
      deleted_at: instantOrNull(ticket.deleted_at),
      valid_from: instantOrNull(ticket.valid_from),
      valid_until: instantOrNull(ticket.valid_until),
    },
    session: session && {
      ...session,
      starts_at: instantOf(session.starts_at),
      cancelled_at: instantOrNull(session.cancelled_at),
      entry_from: instantOrNull(session.entry_from),
      entry_until: instantOrNull(session.entry_until),
    },
    admission: admission && { ...admission, scanned_at: instantOf(admission.scanned_at) },
  };
}

/** The expectation's `details`, with instants. */
export function expectedDetails(
  details: NonNullable<VectorExpectation['details']>,
): Verdict['details'] {
  const { first_admission: admission, window, entry_points } = details;
  return {
    first_admission: admission && { ...admission, scanned_at: instantOf(admission.scanned_at) },
    window: window && { from: instantOrNull(window.from), until: instantOrNull(window.until) },
    entry_points,
  };
}

/** The expectation's `session`, with instants. */
export function expectedSession(
  session: NonNullable<VectorExpectation['session']>,
): NonNullable<Verdict['session']> {
  return { ...session, starts_at: instantOf(session.starts_at) };
}

function instantOrNull(text: string | null): Instant | null {
  return text === null ? null : instantOf(text);
}

export function instantOf(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new TypeError(`expected a time, got ${text}`);
  return instant;
}
