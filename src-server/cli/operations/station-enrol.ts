import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { formatInZone } from '../../../shared/local-time.ts';
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { enrolStation } from '../../domain/enrol-station.ts';
import {
  certificateFingerprint,
  lastServerAddress,
  type ServerAddress,
} from '../../domain/server-address.ts';
import { findEvent } from '../../store/events.ts';
import { CliError } from '../cli-error.ts';
import type { stationEnrolFlags } from '../commands/station.ts';
import type { Given } from '../define-command.ts';
import { parseGrant } from '../event-grant.ts';
import { readPublicUrl } from '../read-public-url.ts';
import { renderText } from '../render-text.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** One QR code, large enough to be printed on a page. */
const PRINTED_SCALE = 12;

/** Creates a client and its enrolment code, both or neither. */
export const stationEnrol = { work: enrolOnce };

async function enrolOnce(
  database: Database,
  given: Given<typeof stationEnrolFlags>,
  terminal: Terminal,
): Promise<null> {
  const { values, common } = given;
  const file = values.qr === undefined ? null : readTarget(values.qr, values.force);
  const enrolled = await database.write(async (tx) => {
    const server = await serverOf(tx, given);
    const made = await enrolStation(tx, {
      organiser: values.organiser,
      name: values.name,
      events: parseGrant(values.events),
      location: values.location ?? null,
      server,
      days: values.days,
    });
    if (file !== null) writeAtomically(file, await qrFile(file, made.code));
    const timezone = made.event === null ? null : (await findEvent(tx, made.event))?.timezone;
    return { ...made, server, timezone: timezone ?? 'UTC' };
  });
  const { client, code, endsAt, timezone, event, location, server } = enrolled;
  const described = {
    enrolment_code: code,
    expires_at: formatInstant(endsAt),
    client_id: client.client_id,
    name: client.name,
    server_url: server.url,
    certificate: server.certificate,
    event,
    location,
    ...(file === null ? {} : { file }),
  };
  if (common.json) {
    terminal.out(JSON.stringify(described));
    return null;
  }
  const picture = await drawFor(terminal, code);
  terminal.out(
    [
      renderText(described),
      ...picture,
      next(server, `${formatInZone(endsAt, timezone)} (${timezone})`),
    ].join('\n\n'),
  );
  return null;
}

/** The QR code where it can be scanned: in a terminal that is wide enough for it. */
async function drawFor({ columns }: Terminal, code: string): Promise<readonly string[]> {
  if (columns === undefined) return [];
  const { qrBlocks } = await import('../../mail/qr-image.ts');
  const { blocks, width } = await qrBlocks(code);
  if (width <= columns) return [blocks];
  return [
    `This terminal is too narrow for the QR code: it needs ${width} columns. --qr FILE writes it to a file.`,
  ];
}

async function serverOf(
  tx: ReadTransaction,
  { values }: Given<typeof stationEnrolFlags>,
): Promise<ServerAddress> {
  const last = await lastServerAddress(tx);
  const url =
    values.server === undefined ? last?.url : `${readPublicUrl(values.server, '--server')}/v1`;
  if (url === undefined) {
    throw new UsageError(
      'Expected --server URL: the server has not run on this data yet, so its address is not known.',
    );
  }
  return { url, certificate: certificateFor(url, values.certificate, last) };
}

/** A self-signed certificate is also used if --server names the server differently. */
function certificateFor(
  url: string,
  given: string | undefined,
  last: ServerAddress | null,
): string | null {
  const isEncrypted = url.startsWith('https:');
  if (given === 'none') return null;
  if (given === undefined) return isEncrypted ? (last?.certificate ?? null) : null;
  if (!isEncrypted) throw new UsageError('Expected --certificate with an https:// server only.');
  try {
    return certificateFingerprint(readFileSync(resolve(given), 'utf8'));
  } catch {
    throw new UsageError(`--certificate: expected a certificate in PEM, got "${given}".`);
  }
}

function readTarget(given: string, force: boolean): string {
  const file = resolve(given);
  if (!['.png', '.svg'].includes(extname(file).toLowerCase())) {
    throw new UsageError(`--qr: expected a name that ends in .png or .svg, got "${given}".`);
  }
  if (!existsSync(dirname(file))) {
    throw new CliError('folder.missing', `There is no folder ${dirname(file)}.`);
  }
  if (existsSync(file) && !force) {
    throw new CliError(
      'file.exists',
      `${file} exists already; name another file, or replace it with --force.`,
    );
  }
  return file;
}

async function qrFile(file: string, code: string): Promise<string | Buffer> {
  // Imported lazily, so that other commands start faster.
  const { qrDrawing, qrImage } = await import('../../mail/qr-image.ts');
  const isDrawing = extname(file).toLowerCase() === '.svg';
  return isDrawing ? await qrDrawing(code) : await qrImage(code, PRINTED_SCALE);
}

function next({ url }: ServerAddress, until: string): string {
  const scan = [
    'Scan it at the station, or paste the code into its connect screen.',
    `It connects one station, once, until ${until}; until then, show it to nobody else.`,
  ].join('\n');
  const { hostname } = new URL(url);
  if (!/^(?:.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)) return scan;
  return `${scan}\n${url} is reached from this computer only; for other stations name its address on the network with --server.`;
}
