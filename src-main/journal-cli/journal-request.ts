import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { HostError } from '../startup/host-error.ts';

export type JournalRequest =
  | { readonly kind: 'help' }
  /** `station` is an absolute path. */
  | { readonly kind: 'export'; readonly station: string; readonly sealed: boolean }
  | { readonly kind: 'verify'; readonly station: string; readonly json: boolean };

export const journalUsage = `Usage: gatehouse journal verify|export --data DIR [options]

Reads the journal of a station, even while the station runs. Never changes the file. Needs neither a network nor a station: a copy of
its data directory is enough.

  verify          check the chain of hashes, and compare its end with journal.log; exits with 1 and names the first row that
                  is missing or was changed. Without it the end is not checked, and "end" is "unchecked"
  export          write every row to stdout as NDJSON, oldest first, with its state at the server;
                  exits with 1 if the chain is broken, after writing all rows

  --sealed        export: each organiser's rows encrypted for their server alone and signed with the station's key,
                  for "gatehouse journal import FILE" there; contains every row even if the chain is broken
  --data DIR      the station's data folder, or the "station" folder in it (--station means the same)
  --json          print only JSON
  -h, --help      show this help

An exported row is intact if "hash" is the SHA-256, in hex, of the JSON array of "previous_hash" and the values of "sequence" down to
"shown" in their order; the chain is intact if each "previous_hash" is the "hash" of the row before.

"gatehouse journal import FILE" records a sealed journal at the server; see "gatehouse journal import --help".

Exit codes: 0 done and intact, 1 broken or unreadable, 2 wrong usage.
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
  const data = values.data ?? values.station;
  if (data === undefined) throw wrongUsage('Missing --data DIR.');
  if (data === '') throw wrongUsage('--data: expected DIR.');
  const station = resolve(data);
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
        data: { type: 'string' },
        station: { type: 'string' },
        json: { type: 'boolean' },
        sealed: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw wrongUsage(toSentence(message));
  }
}

/** The first sentence of `parseArgs`, without its advice, in the words of the other commands. */
function toSentence(message: string): string {
  const [line = ''] = message.split('\n', 1);
  const [, flag, value] =
    /^Option '(--[a-z]+)(?: <(value)>)?' (?:argument|does not)/.exec(line) ?? [];
  if (flag !== undefined) {
    return value === undefined ? `${flag}: expected no value.` : `${flag}: expected DIR.`;
  }
  return `${line.replace(/\. .*$/, '').replace(/\.$/, '')}.`;
}

function wrongUsage(message: string): HostError {
  return new HostError('usage', message);
}
