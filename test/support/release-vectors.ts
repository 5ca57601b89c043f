import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { reEntryRules, releaseKinds } from '../../shared/verdict/terms/releases.ts';
import { instantOf } from './verdict-vectors.ts';

const file = join(import.meta.dirname, '../vectors/releases/histories.json');

const Null = Type.Null();
/** They stand for references that sort alike. */
const ScanReference = Type.String({ pattern: '^scn_\\d$' });
const ReleaseReference = Type.String({ pattern: '^rel_\\d$' });
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$' });
const object = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

const ReleaseVectors = object({
  description: Type.String(),
  cases: Type.Array(
    object({
      name: Type.String(),
      re_entry: Type.Enum([...reEntryRules]),
      scans: Type.Array(object({ reference: ScanReference, scanned_at: Time })),
      releases: Type.Array(
        object({
          reference: ReleaseReference,
          scan: Type.Union([ScanReference, Null]),
          kind: Type.Enum([...releaseKinds]),
          released_at: Time,
        }),
      ),
      expect: object({
        ends: Type.Record(ReleaseReference, Type.Union([ScanReference, Null])),
        history: Type.Array(
          object({
            scan: ScanReference,
            released_at: Type.Union([Time, Null]),
            given_back_at: Type.Union([Time, Null]),
          }),
        ),
        double_admissions: Type.Array(object({ scan: ScanReference, other_scan: ScanReference })),
      }),
    }),
    { minItems: 1 },
  ),
});

export type ReleaseVector = ReturnType<typeof readReleaseVectors>[number];

/** Every case of `test/vectors/releases`, with instants. Throws if the file is not of the shape in the vectors' README. */
export function readReleaseVectors() {
  const { cases } = Value.Parse(ReleaseVectors, JSON.parse(readFileSync(file, 'utf8')));
  return cases.map(({ name, re_entry, scans, releases, expect }) => ({
    name,
    reEntry: re_entry,
    admitted: scans.map((scan) => ({ ...scan, scanned_at: instantOf(scan.scanned_at) })),
    released: releases.map((one) => ({ ...one, released_at: instantOf(one.released_at) })),
    ends: expect.ends,
    history: expect.history.map(({ scan, released_at, given_back_at }) => ({
      scan,
      released_at: released_at === null ? null : instantOf(released_at),
      given_back_at: given_back_at === null ? null : instantOf(given_back_at),
    })),
    doubleAdmissions: expect.double_admissions,
  }));
}

/** The vector's earliest admission that keeps the ticket out; null if it admits. */
export function standingOf({ history }: Pick<ReleaseVector, 'history'>): string | null {
  return history.find(({ given_back_at }) => given_back_at === null)?.scan ?? null;
}

/** Whether the vector's guest is inside. */
export function isInsideOf({ history }: Pick<ReleaseVector, 'history'>): boolean {
  return history.some(({ released_at }) => released_at === null);
}
