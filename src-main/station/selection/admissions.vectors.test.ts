import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import {
  draft,
  instantAt,
  releaseDraft,
  releasePage,
  releaseRecord,
  scanPage,
  scanRecord,
} from '../../../test/support/station/records.ts';
import { EVENT, numbered } from '../../../test/support/station/rows.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import {
  isInsideOf,
  readReleaseVectors,
  standingOf,
  type ReleaseVector,
} from '../../../test/support/release-vectors.ts';
import { readReplica } from '../../adapters/sqlite/replica/replica-reader.ts';
import { replicaTables } from '../../adapters/sqlite/replica/replica-schema.ts';
import { writeReplica } from '../../adapters/sqlite/replica/replica-writer.ts';
import type { PeerAdmissionFact } from '../../ports/peers.ts';
import { reportedAdmissions } from '../peers/reported-admissions.ts';
import { Admissions } from './admissions.ts';

const TICKET = numbered('ticket', 1);

/** From where a station has what happened. */
interface Sources {
  readonly scans: 'feed' | 'own' | 'both' | 'peers';
  readonly releases: 'feed' | 'own' | 'both' | 'peers';
}

const fromServerAndJournal: readonly Sources[] = [
  { scans: 'feed', releases: 'feed' },
  { scans: 'feed', releases: 'own' },
  { scans: 'own', releases: 'feed' },
  { scans: 'own', releases: 'own' },
  { scans: 'both', releases: 'both' },
];

/** What the station says of the ticket with everything from these sources. The server says which admission a release ends. */
function ask({ admitted, released, reEntry, ends }: ReleaseVector, { scans, releases }: Sources) {
  using memory = new DatabaseInMemory();
  const writer = writeReplica(memory.database);
  const journal = new StoreFiles().openJournal();
  if (scans === 'feed' || scans === 'both') {
    writer.applyPage(
      scanPage(admitted.map((one, at) => scanRecord(at, { ...one, ticket: TICKET }))),
    );
  }
  if (releases === 'feed' || releases === 'both') {
    const bound = released.map((one, at) =>
      releaseRecord(at, { ...one, ticket: TICKET, scan: ends[one.reference] ?? null }),
    );
    writer.applyPage(releasePage(bound));
  }
  if (scans === 'own' || scans === 'both') {
    for (const [at, one] of admitted.entries())
      journal.append(draft(at, { ...one, ticket: TICKET }));
  }
  if (releases === 'own' || releases === 'both') {
    for (const [at, one] of released.entries()) {
      const request_id = `release-${at}`;
      journal.appendRelease(releaseDraft(at, { ...one, request_id, ticket: TICKET }));
    }
  }
  const admittedAt = new Map(admitted.map(({ reference, scanned_at }) => [reference, scanned_at]));
  const reported: readonly PeerAdmissionFact[] = [
    ...(scans === 'peers' ? admitted.map(({ scanned_at: at }) => fact(at, null)) : []),
    ...(releases === 'peers'
      ? released.flatMap(({ scan, kind }) => {
          const at = admittedAt.get(scan ?? '');
          return at === undefined ? [] : [fact(at, kind)];
        })
      : []),
  ].toSorted((one, other) => one.at - other.at);
  const peers = reportedAdmissions(
    () => reported,
    () => null,
  );
  const admissions = new Admissions(readReplica(memory.database), journal, peers);
  admissions.load(EVENT, instantAt(0));
  return {
    history: admissions.historyOf(TICKET, reEntry).map(({ admitted: { reference }, ...rest }) => ({
      scan: reference,
      ...rest,
    })),
    standing: admissions.of(TICKET, reEntry)?.scanned_at ?? null,
    open: admissions.openOf(TICKET).map(({ admitted_at }) => admitted_at),
    isInside: admissions.inside() === 1,
  };
}

const fact = (at: PeerAdmissionFact['at'], ends: PeerAdmissionFact['ends']) => ({
  at,
  ends,
  place: null,
});

class DatabaseInMemory implements Disposable {
  readonly database = new Database(':memory:').exec(replicaTables);

  [Symbol.dispose](): void {
    this.database.close();
  }
}

function expected(vector: ReleaseVector) {
  const { admitted, history } = vector;
  const at = (scan: string | null) =>
    admitted.find(({ reference }) => reference === scan)?.scanned_at ?? null;
  return {
    history,
    standing: at(standingOf(vector)),
    open: history.flatMap(({ scan, released_at }) => (released_at === null ? [at(scan)] : [])),
    isInside: isInsideOf(vector),
  };
}

/** Stations tell each other when an admission was made and how it ended: of none if it is not known which. */
function canBeTold({ admitted, released }: ReleaseVector): boolean {
  const times = new Set(admitted.map(({ scanned_at }) => scanned_at));
  return (
    times.size === admitted.length &&
    released.every(({ scan }) => admitted.some(({ reference }) => reference === scan))
  );
}

describe('a station knows what became of admissions', () => {
  it.each(readReleaseVectors())('$name', (vector) => {
    for (const sources of fromServerAndJournal) {
      expect(ask(vector, sources), JSON.stringify(sources)).toEqual(expected(vector));
    }
    if (!canBeTold(vector)) return;
    const { standing, open } = expected(vector);
    for (const scans of ['feed', 'own', 'peers'] as const) {
      const sources = { scans, releases: 'peers' } as const;
      expect(ask(vector, sources), JSON.stringify(sources)).toMatchObject({ standing, open });
    }
  });

  it('and goes by the server, which may know of an earlier one that a release ended', () => {
    const vector: ReleaseVector = {
      name: 'an exit that names none',
      reEntry: 'allowed',
      admitted: [{ reference: 'scn_2', scanned_at: instantAt(10) }],
      released: [{ reference: 'rel_1', scan: null, kind: 'exit', released_at: instantAt(20) }],
      ends: { rel_1: 'scn_1' },
      history: [{ scan: 'scn_2', released_at: null, given_back_at: null }],
      doubleAdmissions: [],
    };
    expect(ask(vector, { scans: 'own', releases: 'both' })).toEqual(expected(vector));
  });
});
