// Sends scans that a door made offline from its journal to the server, in batches as the station does, until the journal has none left.
// Usage: node upload-scans.ts URL CLIENT_ID CLIENT_SECRET EVENT FOLDER TICKETS_FILE FIRST ROWS.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatInstant, instantFromMillis } from '../../../shared/instant.ts';
import { MAX_UPLOAD_ITEMS } from '../../../shared/contract/limits.ts';
import type { ScanUpload } from '../../../shared/resources/uploads.ts';
import { referenceOf } from '../../../shared/references.ts';
import { openHttpRemote } from '../../../src-main/adapters/remote/http-remote.ts';
import { openJournal } from '../../../src-main/adapters/sqlite/journal/open-journal.ts';
import { deviceClock } from '../../../src-main/adapters/system/device-clock.ts';
import { systemRandom } from '../../../src-main/adapters/system/system-ports.ts';
import type { PendingScan } from '../../../src-main/ports/journal.ts';
import { draft } from '../../support/station/records.ts';
import { measureWork } from '../measured.ts';

const [server_url = '', client_id = '', client_secret = '', event = '', folder = '', ...rest] =
  process.argv.slice(2);
const [file = '', first = '0', count = '0'] = rest;
const tickets = readFileSync(file, 'utf8')
  .split('\n')
  .slice(Number(first), Number(first) + Number(count));
const organiser = 'org_01kyvbnvq0g7m3x9r2c5t8w4ez';

const journal = openJournal(join(folder, 'journal.db'));
const random = systemRandom();
for (const [index, ticket] of tickets.entries()) {
  const scanned_at = instantFromMillis(Date.now());
  const reference = referenceOf('scan', random.ulid(scanned_at));
  const about = { organiser, event, ticket, location: null, scanned_at };
  const appended = journal.append(draft(index, { ...about, reference, code: ticket }));
  if (appended.kind === 'failed') throw new Error(appended.message);
}
const remote = openHttpRemote({ server_url, client_id, client_secret }, deviceClock);

async function sendAll(): Promise<number> {
  let sent = 0;
  for (;;) {
    const batch = journal.pending(organiser, MAX_UPLOAD_ITEMS);
    if (batch.length === 0) return sent;
    const result = await remote.uploadScans(batch.map(uploadOf));
    if (result.kind === 'failed') throw new Error(result.failure.message);
    const odd = result.value.find(({ status }) => status !== 'recorded');
    if (odd !== undefined) throw new Error(`a scan was ${odd.status}: ${odd.message}`);
    journal.recordUploads(
      batch.map(({ reference }) => ({ kind: 'acknowledged', reference, answer: null })),
    );
    sent += batch.length;
  }
}

function uploadOf(scan: PendingScan): ScanUpload {
  return {
    reference: scan.reference,
    ticket: scan.ticket,
    result: 'allowed',
    reason: scan.reason,
    scanned_at: formatInstant(scan.scanned_at),
    clock_offset_ms: scan.clock_offset_ms,
    sequence: scan.sequence,
    snapshot: { watermark: null },
    code: scan.code,
  };
}

const measured = await measureWork(sendAll);
journal.close();
await remote.close();
process.stdout.write(`${JSON.stringify(measured)}\n`);
