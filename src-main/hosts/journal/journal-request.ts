import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { HostError } from '../host-error.ts';

export type JournalRequest =
  | { readonly kind: 'help' }
  /** `station` is an absolute path. */
  | { readonly kind: 'export'; readonly station: string; readonly sealed: boolean }
  | { readonly kind: 'verify'; readonly station: string; readonly json: boolean };

export const journalUsage = `Usage: gatehouse journal verify|export --station DIR [options]

Reads the journal of a station, also while the station runs. The file is never changed. No network is needed, and no station: a copy of
its data directory will do.

  verify          walk the chain of hashes, and compare its end with journal.mark; ends with 1 and names the first row that
                  is missing or was changed. Without a mark the end is not checked, and "end" is "unchecked"
  export          write every row to stdout as NDJSON, oldest first, with what became of it at the server;
                  ends with 1 when the chain is broken, after all rows were written

  --sealed        export: each organiser's rows encrypted for their server alone and signed with the station's key,
                  for "gatehouse journal import FILE" there; holds every row also of a broken chain
  --station DIR   the station's data directory, or the "station" directory in it
  --json          print JSON and nothing else
  -h, --help      print this

An exported row is whole when "hash" is the SHA-256, in hex, of the JSON array of "previous_hash" and the values of "sequence" down to
"shown" in their order; the chain is whole when each "previous_hash" is the "hash" of the row before.

"gatehouse journal import FILE" records a sealed journal at the server; see "gatehouse journal import --help".

Exit codes: 0 done and whole, 1 broken or unreadable, 2 wrong usage.
`;

/** @throws {HostError} `usage`, with what was expected. */
export function readJournalRequest(words: readonly string[]): JournalRequest {
  const { values, positionals } = parseWords(words);
  if (values.help === true) return { kind: 'help' };
  const [command, ...rest] = positionals;
  if ((command !== 'verify' && command !== 'export') || rest.length > 0) {
    throw wrongUsage(
      `Expected "journal verify" or "journal export", got "${positionals.join(' ')}".`,
    );
  }
  if (values.station === undefined || values.station === '') {
    throw wrongUsage('Expected --station DIR.');
  }
  const station = resolve(values.station);
  const sealed = values.sealed ?? false;
  if (command === 'export') return { kind: 'export', station, sealed };
  if (sealed) throw wrongUsage('--sealed is for "journal export".');
  return { kind: 'verify', station, json: values.json ?? false };
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      strict: true,
      allowPositionals: true,
      options: {
        station: { type: 'string' },
        json: { type: 'boolean' },
        sealed: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw wrongUsage(message.split('\n', 1).join(''));
  }
}

function wrongUsage(message: string): HostError {
  return new HostError('usage', message);
}
