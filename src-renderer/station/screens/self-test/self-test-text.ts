import type { SelfTestFacts, Words } from '../../i18n/en.ts';
import { formatBytes, formatDayTime, formatNumber, formatOffset } from '../../i18n/format.ts';
import type { Place } from '../../i18n/format.ts';
import {
  gradeOf,
  linesOf,
  type CheckLine,
  type Grade,
  type SelfTestResult,
} from '../../state/self-test.ts';

const marks: Readonly<Record<Grade, string>> = {
  passed: 'ok',
  open: '..',
  attention: '!!',
  failed: 'XX',
};

/** A smaller clock offset counts as none. */
const SHORTEST_OFFSET_MS = 1_000;

/** The sentence for a check: what was found, and what to do about it. */
export function findingSentence(
  { check, finding }: CheckLine,
  result: SelfTestResult,
  words: Words,
  { locale }: Place,
): string {
  return words.selfTest.findings[finding](factsOf(check, result, locale));
}

/** Where and when, in two lines. */
export function headOf(result: SelfTestResult, words: Words, place: Place): readonly string[] {
  const { at, event, entryPoint, station, report } = result;
  const version = report === null ? null : `${words.settings.version} ${report.version}`;
  return [
    [formatDayTime(at, place), event, entryPoint ?? words.actions.boxOffice],
    [station, version],
  ].map((parts) => parts.filter((part) => part !== null).join(' · '));
}

/** The whole result as text to save or send: the same words as on the screen, one check per line, CRLF. */
export function selfTestText(result: SelfTestResult, words: Words, place: Place): string {
  const lines = linesOf(result);
  const { selfTest } = words;
  return [
    `Gatehouse · ${selfTest.title}`,
    ...headOf(result, words, place),
    '',
    selfTest.grades[gradeOf(lines)],
    '',
    ...lines.map(
      (line) =>
        `[${marks[line.grade]}] ${selfTest.checks[line.check]}: ${findingSentence(line, result, words, place)}`,
    ),
    '',
  ].join('\r\n');
}

function factsOf(
  check: CheckLine['check'],
  { report }: SelfTestResult,
  locale: Place['locale'],
): SelfTestFacts {
  const list = check === 'scans' ? report?.scans : report?.tickets;
  const journal = report?.journal;
  const server = report?.server;
  const number = (value: number | null | undefined) => formatNumber(value ?? 0, locale);
  return {
    offset: formatOffset(
      Math.max(SHORTEST_OFFSET_MS, Math.abs(report?.clock.offset_ms ?? 0)),
      locale,
    ),
    here: number(list?.here),
    server: number(list?.server),
    milliseconds: number(
      journal?.kind === 'written' ? Math.round(journal.milliseconds * 10) / 10 : 0,
    ),
    free: formatBytes(report?.free_bytes ?? 0, locale),
    problem: problemOf(check, { journal, server }),
  };
}

/** In the system's own words. */
function problemOf(
  check: CheckLine['check'],
  {
    journal,
    server,
  }: {
    readonly journal: NonNullable<SelfTestResult['report']>['journal'] | undefined;
    readonly server: NonNullable<SelfTestResult['report']>['server'] | undefined;
  },
): string {
  if (check === 'journal') return journal?.kind === 'failed' ? journal.problem : '';
  return server?.kind === 'failed' ? server.problem : '';
}
