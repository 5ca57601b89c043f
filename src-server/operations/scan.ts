import { Type } from 'typebox';
import type { Release } from '../../shared/resources/releases.ts';
import { scanResults } from '../../shared/resources/scans.ts';
import { reasons } from '../../shared/verdict/terms/reason.ts';
import { releaseKinds } from '../../shared/verdict/terms/releases.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { readReleases, readReleasesOf } from '../api/scanner/releases.ts';
import { readScans } from '../api/resources/scans.ts';
import { releaseScan } from '../domain/scans/release-scan.ts';
import { requireFound } from '../rules/domain-error.ts';
import { listEndings } from '../store/releases.ts';
import { walkReleases, walkScans } from '../store/lists/walk-scans.ts';
import { readActorNames } from './definition/actor-name.ts';
import { choice, either, event, optional, personal, text, time } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { idOf, rowOf } from './definition/reading.ts';
import { withHolder } from './definition/with-holder.ts';
import {
  requireClient,
  requireEvent,
  requireLocation,
  requireOrganiser,
  requireScan,
  requireTicket,
} from '../rules/require-row.ts';

const describeScans = withHolder('entry_scans', async (tx, ids) => {
  const endings = await listEndings(tx, ids);
  return (await readScans(tx, ids)).map((scan) => ({
    ...scan,
    /** What ended its admission last; null for one that stands, and for a refusal. */
    ended: endings.get(scan.reference) ?? null,
  }));
});

/** `released_by`: the station, or who did it in the console or at the command line; null if nobody knows. */
async function withActors(tx: ReadTransaction, releases: readonly Release[]) {
  const staff = releases.filter(({ station }) => station === null);
  const actors = await readActorNames(
    tx,
    staff.map(({ reference }) => reference),
  );
  return releases.map((release) => ({
    ...release,
    released_by: release.station ?? actors.get(release.reference) ?? null,
  }));
}

export const scanList = defineList({
  name: 'scan.list',
  summary: 'Scans, newest first; "export scans" writes all of an event',
  role: 'viewer',
  filters: {
    organiser: optional(text('ORG', 'those of one organiser')),
    event: optional(event('those of one event')),
    ticket: optional(text('TKT', 'those of one ticket')),
    location: optional(text('LOC', 'those at one entry point')),
    station: optional(text('ID', 'those of one station')),
    result: optional(choice('RESULT', 'those that were admitted, or were not', scanResults)),
    reason: optional(choice('REASON', 'those with one reason', reasons)),
    overruled: optional(
      either('YES', 'those that a supervisor admitted in spite of a reason', ['yes', 'no']),
    ),
    from: optional(time('those scanned then or later')),
    until: optional(time('those scanned earlier')),
  },
  search: "words of the holder's name, the holder's email, a reference, or a seat",
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
  },
  choose: async (tx, { event: of, organiser, ticket, location, station, ...asked }, sort) =>
    walkScans(
      tx,
      {
        event: await rowOf(tx, requireEvent, of),
        organiserId: await idOf(tx, requireOrganiser, organiser),
        ticketId: await idOf(tx, requireTicket, ticket),
        locationId: await idOf(tx, requireLocation, location),
        clientId: await idOf(tx, requireClient, station),
        result: asked.result,
        reason: asked.reason,
        overruled: asked.overruled,
        from: asked.from,
        until: asked.until,
        search: asked.search,
      },
      sort,
    ),
  describe: describeScans,
});

export const scanShow = defineView({
  name: 'scan.show',
  summary: 'One scan, and what ended its admission',
  role: 'viewer',
  input: Type.Object({ scan: text('SCN', 'which scan') }),
  run: async (tx, { scan: reference }) => {
    const { id } = await requireScan(tx, reference);
    const [scan] = await describeScans(tx, [id]);
    return {
      ...requireFound(scan, 'scan', reference),
      releases: await withActors(tx, await readReleasesOf(tx, reference)),
    };
  },
});

export const scanRelease = defineOperation({
  name: 'scan.release',
  summary: 'End an admission: its guest went out, or it was a mistake and the ticket admits again',
  role: 'box_office',
  input: Type.Object({
    scan: text('SCN', 'which admission'),
    kind: choice('KIND', 'what it was', releaseKinds),
    note: optional(personal(text('NOTE', 'why'))),
  }),
  run: async (tx, { scan, kind, note = null }) => {
    const ended = await releaseScan(tx, null, { scan, kind, note, scanner_location: null });
    const [release] = await readReleases(tx, [ended.release.id]);
    return requireFound(release, 'release of', scan);
  },
});

export const releaseList = defineList({
  name: 'release.list',
  summary: 'Admissions that ended, newest first',
  role: 'viewer',
  filters: {
    organiser: optional(text('ORG', 'those of one organiser')),
    event: optional(event('those of one event')),
    ticket: optional(text('TKT', 'those of one ticket')),
    kind: optional(choice('KIND', 'those of one kind', releaseKinds)),
  },
  search: "words of the holder's name, the holder's email, a reference, or a seat",
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
  },
  choose: async (tx, { event: of, organiser, ticket, kind, search }, sort) =>
    walkReleases(
      tx,
      {
        event: await rowOf(tx, requireEvent, of),
        organiserId: await idOf(tx, requireOrganiser, organiser),
        ticketId: await idOf(tx, requireTicket, ticket),
        kind,
        search,
      },
      sort,
    ),
  describe: withHolder('releases', async (tx, ids) => withActors(tx, await readReleases(tx, ids))),
});
