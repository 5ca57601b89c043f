import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, extname, resolve } from 'node:path';
import { parseInstant } from '../../../shared/instant.ts';
import { formatInZone } from '../../../shared/local-time.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import type { Database } from '../../database/database.ts';
import { certificateFingerprint, lastServerAddress } from '../../domain/access/server-address.ts';
import { look } from '../../operations/definition/perform.ts';
import { eventShow } from '../../operations/event.ts';
import { stationEnrol } from '../../operations/station.ts';
import { CliError } from '../definition/cli-error.ts';
import { defineDatabaseCommand } from '../definition/database-command.ts';
import type { Given } from '../definition/define-command.ts';
import { performAs } from '../definition/operation-command.ts';
import type { Terminal } from '../definition/terminal.ts';
import { flagOf } from '../flags/flag-of-input.ts';
import { optionalFlag, textFlag, yes, type FlagValues } from '../flags/flags.ts';
import { readPublicUrl } from '../flags/read-public-url.ts';
import { UsageError } from '../flags/usage-error.ts';
import { renderText } from '../render/render-text.ts';

const { organiser, name, events, location, days } = stationEnrol.input.properties;

const enrolFlags = {
  organiser: flagOf(organiser),
  name: flagOf(name),
  events: flagOf(events),
  location: flagOf(location),
  days: flagOf(days),
  server: optionalFlag(
    textFlag(
      'URL',
      'address at which stations reach the server (default: where the server last ran)',
    ),
  ),
  certificate: optionalFlag(
    textFlag(
      'FILE',
      'PEM certificate that the station trusts exclusively; "none" to trust certificate authorities instead (default: the server\'s certificate, if self-signed)',
    ),
  ),
  qr: optionalFlag(textFlag('FILE', 'also write the QR code to this .png or .svg file')),
  force: yes('replace the file of --qr if it exists'),
} as const;

/** One QR code, large enough to be printed on a page. */
const PRINTED_SCALE = 12;

/** Reads a certificate's file, and draws the code: in the terminal, and into a file. */
export const stationEnrolCommand = defineDatabaseCommand(
  {
    name: 'enrol',
    summary: stationEnrol.summary,
    operands: [],
    flags: enrolFlags,
    examples: [
      'station enrol --organiser org_01j… --name "North Gate"',
      'station enrol --organiser org_01j… --name "North Gate" --days 1',
      'station enrol --organiser org_01j… --name "North Gate" --server https://tickets.example.org --qr gate.png',
    ],
  },
  { work: enrol },
);

async function enrol(
  database: Database,
  { values, common }: Given<typeof enrolFlags>,
  terminal: Terminal,
): Promise<null> {
  const { qr, force, server: _server, certificate: _certificate, ...chosen } = values;
  const file = qr === undefined ? null : readTarget(qr, force);
  const input = { ...chosen, ...(await serverOf(database, values)) };
  // A file that cannot be written leaves no client behind.
  const enrolled = await performAs(database, stationEnrol, input, async (made) => {
    if (file !== null) writeAtomically(file, await qrFile(file, made.enrolment_code));
  });
  const described = { ...enrolled, ...(file === null ? {} : { file }) };
  if (common.json) {
    terminal.out(JSON.stringify(described));
    return null;
  }
  const picture = await drawFor(terminal, enrolled.enrolment_code);
  const timezone = await zoneOf(database, enrolled);
  const until = lastMinute(enrolled, timezone);
  terminal.out(
    [renderText(described, timezone), ...picture, await next(enrolled.server_url, until)].join(
      '\n\n',
    ),
  );
  return null;
}

async function zoneOf(
  database: Database,
  { event }: { readonly event: string | null },
): Promise<string> {
  return event === null ? 'UTC' : (await look(database, eventShow, { event })).timezone;
}

/** When the code stops working. */
function lastMinute({ expires_at }: { readonly expires_at: string }, timezone: string): string {
  const endsAt = parseInstant(expires_at);
  if (endsAt === null) throw new Error(`expected a time, got ${expires_at}`);
  return `${formatInZone(endsAt, timezone)} (${timezone})`;
}

async function serverOf(database: Database, values: FlagValues<typeof enrolFlags>) {
  const server =
    values.server === undefined
      ? (await database.read(lastServerAddress))?.url
      : `${readPublicUrl(values.server, '--server')}/v1`;
  if (server === undefined) {
    throw new UsageError(
      'Expected --server URL: the server has not run on this data yet, so its address is not known.',
    );
  }
  return { server, certificate: readCertificate(server, values.certificate) };
}

function readCertificate(server: string, given: string | undefined): string | null | undefined {
  if (given === undefined) return undefined;
  if (given === 'none') return null;
  if (!server.startsWith('https:')) {
    throw new UsageError('Expected --certificate with an https:// server only.');
  }
  try {
    return certificateFingerprint(readFileSync(resolve(given), 'utf8'));
  } catch {
    throw new UsageError(`--certificate: expected a certificate in PEM, got "${given}".`);
  }
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

async function next(url: string, until: string): Promise<string> {
  const scan = [
    'Scan it at the station, or paste the code into its connect screen.',
    `It connects one station, once, until ${until}; until then, show it to nobody else.`,
  ].join('\n');
  const { hostname, port, protocol } = new URL(url);
  if (!/^(?:.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)) return scan;
  if (!(await isListening(hostname, Number(port || (protocol === 'https:' ? 443 : 80)))))
    return `${scan}\nNothing answers at ${url} now: start the server there, or name another address with --server and enrol again.`;
  return `${scan}\n${url} is reached from this computer only; for other stations name its address on the network with --server.`;
}

/** Whether a program of this computer listens there: of several servers, the one that started last may have ended. */
async function isListening(hostname: string, port: number): Promise<boolean> {
  const socket = connect(port, hostname.replace(/^\[|\]$/g, ''));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
