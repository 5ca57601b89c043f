import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFound, UnseenError } from '../../src-files/look-for.ts';
import { formatInstant, instantFromMillis } from '../../shared/instant.ts';
import { assertNever } from '../../shared/assert-never.ts';
import { logPathOf, readLogEnd } from '../adapters/sqlite/journal/log-lines.ts';
import { sealJournal } from '../adapters/sqlite/journal/seal-journal.ts';
import { readStationKeys } from '../adapters/system/file-station-keys.ts';
import {
  JournalReader,
  JournalUnreadableError,
} from '../adapters/sqlite/journal/journal-reader.ts';
import { exitCodeOf, HostError, sentenceOf } from '../startup/host-error.ts';
import { journalUsage, readJournalRequest, type JournalRequest } from './journal-request.ts';

export interface JournalOutput {
  /** Resolves when the text has been flushed. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
}

/** Runs `gatehouse journal …`. `words`: the arguments after `journal`. Resolves with the exit code. */
export async function runJournal(
  words: readonly string[],
  output: JournalOutput,
): Promise<0 | 1 | 2> {
  try {
    await perform(readJournalRequest(words), output);
    return 0;
  } catch (error) {
    output.err(`${sentenceOf(error)}\n`);
    return exitCodeOf(error);
  }
}

async function perform(request: JournalRequest, { out, err }: JournalOutput): Promise<void> {
  switch (request.kind) {
    case 'help':
      return out(journalUsage);
    case 'verify':
      return withJournal(request.station, async (journal) => {
        const { report, sentence } = verify(journal);
        if (request.json) await out(`${JSON.stringify(report)}\n`);
        else if (report.kind === 'whole') await out(`${sentence}\n`);
        if (report.kind === 'broken') throw new HostError('journal_broken', sentence);
        if (journal.endIs === 'with_unreadable_log') {
          err(
            'Warning: journal.log cannot be read. The station writes it anew at its next start.\n',
          );
        }
      });
    case 'export':
      return withJournal(request.station, async (journal, folder) => {
        if (request.sealed) await exportSealed(journal, folder, out);
        else
          for (const rows of journal.pages())
            await out(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
        const sealed = sealedIn(folder);
        if (sealed.length > 0) {
          err(
            `What the station held when it was revoked is in ${sealed.join(', ')}. Take that to its server as well.\n`,
          );
        }
        const { report, sentence } = verify(journal);
        if (report.kind === 'broken') throw new HostError('journal_broken', sentence);
      });
    default:
      return assertNever(request);
  }
}

function verify(journal: JournalReader) {
  const report = journal.verify();
  if (report.kind === 'broken') {
    return {
      report,
      sentence: `The chain is broken at sequence ${report.sequence}: ${report.problem}.`,
    };
  }
  const last_hash = journal.lastHash;
  const isChecked = journal.endIs === 'checked';
  const whole = `The chain is whole: ${report.rows} rows, the last with hash ${last_hash}.`;
  const why =
    journal.endIs === 'without_log' ? 'there is no journal.log' : 'journal.log has no intact row';
  const sentence = isChecked
    ? whole
    : `${whole} Whether rows are missing from its end could not be checked: ${why}.`;
  return { report: { ...report, last_hash, end: isChecked ? 'checked' : 'unchecked' }, sentence };
}

/** @throws {HostError} if the station does not know whose key to seal it with. */
async function exportSealed(
  journal: JournalReader,
  folder: string,
  out: JournalOutput['out'],
): Promise<void> {
  const path = join(folder, 'keys.json');
  const keys = readStationKeys(path);
  if (keys === null || keys.belonging === null) {
    throw new HostError(
      'keys_missing',
      `The keys to seal the journal are not in ${path}: this station has never received them from a server. Export it without --sealed.`,
    );
  }
  const madeAt = formatInstant(instantFromMillis(Date.now()));
  const { left } = await sealJournal(journal, { keys, madeAt }, out);
  if (left === 0) return;
  throw new HostError(
    'keys_missing',
    `The sealed journal lacks ${left} rows that were not sent yet: they belong to an organiser whose keys are not in ${path}. Export the journal without --sealed as well.`,
  );
}

/** The files into which a revoked station sealed its journal: an export alone would be incomplete. */
function sealedIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^journal\.sealed-\d+$/.test(name))
    .map((name) => join(folder, name));
}

async function withJournal(
  station: string,
  work: (journal: JournalReader, folder: string) => Promise<void>,
): Promise<void> {
  const path = journalIn(station);
  try {
    using journal = JournalReader.open(path);
    await work(journal, dirname(path));
  } catch (error) {
    if (!(error instanceof JournalUnreadableError)) throw error;
    throw new HostError(
      'journal_unreadable',
      `${path} cannot be read as a journal: ${error.message}. A station started on it keeps the file and recovers what can still be read.`,
      {
        cause: error,
      },
    );
  }
}

/** @throws {HostError} if that cannot be determined. */
function isThere(path: string, station: string): boolean {
  try {
    return isFound(path, station);
  } catch (error) {
    if (!(error instanceof UnseenError)) throw error;
    throw new HostError('journal_unreadable', error.message, { cause: error });
  }
}

/** The station's files are in a subdirectory of the data directory; either may be named. */
function journalIn(station: string): string {
  const paths = [join(station, 'station', 'journal.db'), join(station, 'journal.db')];
  const path = paths.find((each) => isThere(each, station));
  if (path !== undefined) return path;
  const rows = paths.map((each) => readLogEnd(logPathOf(each)).written);
  const written = Math.max(...rows);
  throw new HostError(
    'journal_unreadable',
    written === 0
      ? `There is no journal in ${station}.`
      : `The journal in ${station} is missing: ${written} rows were written to it.`,
  );
}
