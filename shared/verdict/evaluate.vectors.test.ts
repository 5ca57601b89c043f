import { describe, expect, it } from 'vitest';
import {
  expectedDetails,
  expectedSession,
  readVerdictVectors,
  type VerdictVector,
} from '../../test/support/verdict-vectors.ts';
import { type Instant, instantFromMicros } from '../instant.ts';
import { rules, evaluate } from './evaluate.ts';
import type { AdmissionFacts } from './terms/facts.ts';
import { type Locale, locales } from '../languages.ts';
import { type DenialReason, type Reason, reasons } from './terms/reason.ts';

const vectors = readVerdictVectors();
const denials: readonly DenialReason[] = rules.map((rule) => rule.reason);

for (const [file, cases] of Map.groupBy(vectors, (vector) => vector.file)) {
  describe(file, () => {
    it.each(cases)('$name', (vector) => {
      const verdict = evaluate(vector.facts, vector.now);
      expect(verdict.reason).toBe(vector.expect.reason);
      expect(verdict.allowed).toBe(vector.expect.reason === 'scanning.allowed');
      expectSentences(vector);
      const { session, seat_label, details } = vector.expect;
      if (session !== undefined)
        expect(verdict.session).toEqual(session && expectedSession(session));
      if (seat_label !== undefined) expect(verdict.seat_label).toBe(seat_label);
      if (details !== undefined) expect(verdict.details).toEqual(expectedDetails(details));
    });
  });
}

function expectSentences({ facts, now, expect: { message } }: VerdictVector): void {
  for (const locale of locales) {
    const expected = message?.[locale];
    if (expected !== undefined) expect(evaluate({ ...facts, locale }, now).message).toBe(expected);
  }
}

describe('the vectors', () => {
  it('have unique names within their file', () => {
    const names = vectors.map(({ file, name }) => `${file} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('reach every reason on its own', () => {
    const alone = vectors.filter((vector) => applicable(vector.facts, vector.now).length <= 1);
    expect(new Set(alone.map((vector) => vector.expect.reason))).toEqual(new Set(reasons));
  });

  it('hold a sentence of every reason in every language', () => {
    for (const reason of reasons) {
      for (const locale of locales) expect(sentences(reason, locale)).not.toHaveLength(0);
    }
  });

  it('ask the rules in the order of the reasons', () => {
    expect([...denials, 'scanning.allowed']).toEqual(reasons);
  });

  it('combine exactly the conditions that they name', () => {
    for (const { conditions, facts, now, name } of vectors) {
      if (conditions === null) continue;
      expect(new Set(applicable(facts, now)), name).toEqual(new Set(conditions));
    }
  });

  it('hold all combinations of rules', () => {
    const combined = new Set(
      vectors.flatMap(({ conditions }) =>
        conditions === null ? [] : [conditions.toSorted().join(' + ')],
      ),
    );
    expect(combined.size).toBe(2 ** denials.length);
  });

  it('hold every pair of rules in both orders, and the earlier rule decides', () => {
    for (const [index, first] of denials.entries()) {
      for (const second of denials.slice(index + 1)) {
        for (const pair of [
          [first, second],
          [second, first],
        ]) {
          const found = vectors.filter(({ conditions }) => isSameList(conditions, pair));
          expect(found, pair.join(' + ')).toHaveLength(1);
          expect(found[0]?.expect.reason).toBe(first);
        }
      }
    }
  });

  it('are at −1, 0 and +1 µs of every bound', () => {
    for (const [bound, read] of Object.entries(bounds)) {
      for (const offset of [-1, 0, 1]) {
        const at = vectors.some(({ facts, now }) => {
          const instant = read(facts);
          return instant !== null && now === instantFromMicros(instant + offset);
        });
        expect(at, `${bound} ${offset}`).toBe(true);
      }
    }
  });
});

const bounds: Record<string, (facts: AdmissionFacts) => Instant | null> = {
  entry_from: ({ session }) => session?.entry_from ?? null,
  entry_until: ({ session }) => session?.entry_until ?? null,
  valid_from: ({ ticket }) => ticket.valid_from,
  valid_until: ({ ticket }) => ticket.valid_until,
};

function applicable(facts: AdmissionFacts, now: Instant): readonly DenialReason[] {
  return rules.filter((rule) => rule.applies(facts, now)).map((rule) => rule.reason);
}

function sentences(reason: Reason, locale: Locale): readonly string[] {
  return vectors
    .filter((vector) => vector.expect.reason === reason)
    .flatMap((vector) => vector.expect.message?.[locale] ?? []);
}

function isSameList(a: readonly string[] | null, b: readonly string[]): boolean {
  return a !== null && a.length === b.length && a.every((item, index) => item === b[index]);
}
