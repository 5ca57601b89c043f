import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import type { Command } from 'commander';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { enrolStation } from '../../services/enrol-station.ts';
import {
  fingerprintOf,
  lastServerAddress,
  type ServerAddress,
} from '../../services/server-address.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand, type Given } from '../define-command.ts';
import { parseGrant } from '../event-grant.ts';
import { optional, orElse, text, yes } from '../flags.ts';
import { openOrganiserData, organiserData } from '../open-organiser-data.ts';
import { readPublicUrl } from '../read-public-url.ts';
import { renderText } from '../render-text.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const flags = {
  organiser: text('ORG', 'whose station it is'),
  name: text('NAME', 'what people call it'),
  events: orElse(text('EVENTS', 'evt_ references, separated by commas, or all'), 'all'),
  location: optional(text('LOC', 'the entry point that it stands at')),
  server: optional(
    text('URL', 'where the station reaches the server (default: where it last ran)'),
  ),
  certificate: optional(
    text(
      'FILE',
      'the only certificate that the station trusts, in PEM; "none" for any that an authority vouches for (default: that of the server, where it vouches for itself)',
    ),
  ),
  qr: optional(text('FILE', 'write the QR code to this .png or .svg, too')),
  force: yes('replace FILE if it exists'),
};

/** One QR code, large enough to be printed on a page. */
const PRINTED_SCALE = 12;

/** `gatehouse station enrol`: a client, and the code that connects a station as it. There is no client without its code. */
export function addStationEnrolCommand(station: Command, terminal: Terminal): void {
  const definition = {
    name: 'enrol',
    summary:
      'Make the client of a station, and the enrolment code that connects it; shown this once',
    operands: [],
    flags,
  };
  defineCommand(station, definition, async (given) => {
    const { values, common } = given;
    const file = values.qr === undefined ? null : readTarget(values.qr, values.force);
    await using database = await openOrganiserData(organiserData(common, terminal), {
      creates: false,
    });
    const enrolled = await database.write(async (tx) => {
      const server = await serverOf(tx, given);
      const made = await enrolStation(tx, {
        organiser: values.organiser,
        name: values.name,
        events: parseGrant(values.events),
        location: values.location ?? null,
        server,
      });
      if (file !== null) writeAtomically(file, await qrFile(file, made.code));
      return { ...made, server };
    });
    const { client, code, event, location, server } = enrolled;
    const described = {
      enrolment_code: code,
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
      return;
    }
    const { qrBlocks } = await import('../../mail/qr-image.ts');
    terminal.out(`${renderText(described)}\n\n${await qrBlocks(code)}\n\n${next(server)}`);
  });
}

async function serverOf(
  tx: ReadTransaction,
  { values }: Given<typeof flags>,
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

/** A certificate that vouches for itself stays the server's under another name of it. */
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
    return fingerprintOf(readFileSync(resolve(given), 'utf8'));
  } catch {
    throw new UsageError(`Expected a certificate in PEM for --certificate, got "${given}".`);
  }
}

function readTarget(given: string, force: boolean): string {
  const file = resolve(given);
  if (!['.png', '.svg'].includes(extname(file).toLowerCase())) {
    throw new UsageError(`Expected --qr with a name that ends in .png or .svg, got "${given}".`);
  }
  if (!existsSync(dirname(file))) {
    throw new CommandError('folder.missing', `There is no folder ${dirname(file)}.`);
  }
  if (existsSync(file) && !force) {
    throw new CommandError(
      'file.exists',
      `${file} exists already; name another file, or replace it with --force.`,
    );
  }
  return file;
}

async function qrFile(file: string, code: string): Promise<string | Buffer> {
  // Loaded only here: the other commands start faster without it.
  const { qrDrawing, qrImage } = await import('../../mail/qr-image.ts');
  const isDrawing = extname(file).toLowerCase() === '.svg';
  return isDrawing ? await qrDrawing(code) : await qrImage(code, PRINTED_SCALE);
}

function next({ url }: ServerAddress): string {
  const scan =
    'Scan it at the station, or paste the code into its connect screen. It holds the secret.';
  const { hostname } = new URL(url);
  if (!/^(?:.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)) return scan;
  return `${scan}\n${url} is reached from this computer only; for other stations name its address on the network with --server.`;
}
