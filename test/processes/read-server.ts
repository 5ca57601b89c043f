import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parseInstant } from '../../shared/instant.ts';
import { Release } from '../../shared/resources/releases.ts';
import { EntryScan } from '../../shared/resources/scans.ts';
import { Ticket } from '../../shared/resources/tickets.ts';
import { ConflictDetails } from '../../shared/resources/conflicts.ts';
import type { Credentials } from '../support/station/furnish-event.ts';
import type { ServerTruth } from './check-round.ts';

const Token = Type.Object({ access_token: Type.String() });

/** Reads all of an event's data from the server, tombstones included, as another client. */
export async function readServer(
  origin: string,
  { id, secret }: Credentials,
  event: string,
): Promise<ServerTruth> {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const answer = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: token } = Value.Parse(Token, await answer.json());
  const walk = <T extends TSchema>(row: T, path: string) =>
    walkList(row, `${origin}/v1${path}?updated_since=1970-01-01T00:00:00Z&per_page=100`, token);
  const [tickets, scans, releases, conflicts] = [
    await walk(Ticket, `/integration/events/${event}/tickets`),
    await walk(EntryScan, `/integration/events/${event}/scans`),
    await walk(Release, `/integration/events/${event}/releases`),
    await walk(ConflictDetails, `/scanner/events/${event}/conflicts`),
  ];
  return {
    tickets: inOrder(tickets).map(({ reference, status, code_issue, deleted_at, updated_at }) => ({
      reference,
      status,
      code_issue: code_issue ?? 1,
      deleted_at: deleted_at === null ? null : microsOf(deleted_at),
      updated_at: microsOf(updated_at),
    })),
    scans: inOrder(scans).map((scan) => ({
      reference: scan.reference,
      ticket: scan.ticket,
      result: scan.result,
      reason: scan.reason,
      overruled: scan.overruled === undefined ? null : JSON.stringify(scan.overruled),
      scanned_at: microsOf(scan.scanned_at),
      updated_at: microsOf(scan.updated_at),
    })),
    releases: inOrder(releases).map((release) => ({
      reference: release.reference,
      ticket: release.ticket,
      scan: release.scan,
      kind: release.kind,
      note: release.note,
      released_at: microsOf(release.released_at),
      updated_at: microsOf(release.updated_at),
    })),
    conflicts: conflicts.filter(({ deleted_at }) => deleted_at === null),
  };
}

async function walkList<T extends TSchema>(
  row: T,
  url: string,
  token: string,
): Promise<Static<T>[]> {
  const page = Type.Object({
    data: Type.Object({
      data: Type.Array(row),
      next_page_url: Type.Union([Type.String(), Type.Null()]),
    }),
  });
  const rows: Static<T>[] = [];
  for (let next: string | null = url; next !== null;) {
    const answer = await fetch(next, { headers: { authorization: `Bearer ${token}` } });
    const body: unknown = await answer.json();
    if (answer.status !== 200) throw new Error(`${next} answered ${JSON.stringify(body)}`);
    const { data }: Static<typeof page> = Value.Parse(page, body);
    rows.push(...data.data);
    next = data.next_page_url;
  }
  return rows;
}

function inOrder<Row extends { readonly reference: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
}

function microsOf(text: string): number {
  const instant = parseInstant(text);
  if (instant === null) throw new Error(`expected a time, got ${text}`);
  return instant;
}
