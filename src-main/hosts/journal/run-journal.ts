import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assertNever } from '../../../shared/assert-never.ts';
import { JournalReader, JournalUnreadableError } from '../../adapters/sqlite/journal-reader.ts';
import { exitCodeOf, HostError, sentenceOf } from '../host-error.ts';
import { journalUsage, readJournalRequest, type JournalRequest } from './journal-request.ts';

export interface JournalOutput {
  /** Resolves when the text has left the process. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
}

/** `gatehouse journal …`. `words` is what was written after `journal`. Resolves with the exit code. */
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

async function perform(request: JournalRequest, { out }: JournalOutput): Promise<void> {
  switch (request.kind) {
    case 'help':
      return out(journalUsage);
    case 'verify':
      return withJournal(request.station, async (journal) => {
        const { report, sentence } = verify(journal);
        if (request.json) await out(`${JSON.stringify(report)}\n`);
        else if (report.kind === 'whole') await out(`${sentence}\n`);
        if (report.kind === 'broken') throw new HostError('journal_broken', sentence);
      });
    case 'export':
      return withJournal(request.station, async (journal) => {
        for (const rows of journal.pages()) {
          await out(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
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
  const sentence = `The chain is whole: ${report.rows} rows, the last with hash ${last_hash}.`;
  return { report: { ...report, last_hash }, sentence };
}

async function withJournal(
  station: string,
  work: (journal: JournalReader) => Promise<void>,
): Promise<void> {
  const path = journalIn(station);
  try {
    using journal = JournalReader.open(path);
    await work(journal);
  } catch (error) {
    if (!(error instanceof JournalUnreadableError)) throw error;
    throw new HostError(
      'journal_unreadable',
      `${path} cannot be read as a journal: ${error.message}.`,
      {
        cause: error,
      },
    );
  }
}

/** The station's files are in a directory of their own below the data directory; either may be named. */
function journalIn(station: string): string {
  const paths = [join(station, 'station', 'journal.db'), join(station, 'journal.db')];
  const path = paths.find((each) => existsSync(each));
  if (path !== undefined) return path;
  throw new HostError('journal_unreadable', `There is no journal in ${station}.`);
}
