import { describe, expect, it } from 'vitest';
import type { SelfTestReport } from '../../../shared/station/self-test.ts';
import { selfTestReport, selfTestResult } from '../../../test/support/self-test-script.ts';
import {
  type Check,
  gradeOf,
  saveSelfTest,
  loadSelfTest,
  linesOf,
  type SelfTestResult,
} from './self-test.ts';
import { selfTestText } from '../screens/self-test/self-test-text.ts';
import { catalogue } from '../i18n/languages.ts';

const grade = (change: Partial<SelfTestResult>) =>
  gradeOf(linesOf({ ...selfTestResult, ...change }));
const place = { locale: 'en', zone: 'Europe/Berlin' } as const;

function findingOf(check: Check, change: Partial<SelfTestResult>) {
  return linesOf({ ...selfTestResult, ...change }).find((line) => line.check === check)?.finding;
}

function ofReport(check: Check, change: Partial<SelfTestReport>) {
  return findingOf(check, { report: { ...selfTestReport, ...change } });
}

describe('a self-test', () => {
  it('is passed when every check is', () => {
    expect(gradeOf(linesOf(selfTestResult))).toBe('passed');
  });

  it('has the grade of its worst check', () => {
    expect(grade({ heard: null })).toBe('open');
    expect(grade({ heard: null, scanner: 'other_code' })).toBe('attention');
    expect(grade({ scanner: 'other_code', heard: false })).toBe('failed');
  });

  it('includes the camera only if one was chosen', () => {
    expect(findingOf('camera', { camera: null })).toBeUndefined();
    expect(findingOf('camera', { camera: 'denied' })).toBe('camera_not_ready');
  });

  it('is not passed by a station that does not answer', () => {
    const lines = linesOf({ ...selfTestResult, report: null });
    expect(gradeOf(lines)).toBe('failed');
    expect(lines.map(({ check }) => check)).toEqual(['scanner', 'sound', 'server']);
  });

  it('distinguishes a clock that is off from one that was not compared', () => {
    const clock = { offset_ms: 90_000, suspect: true, remembered: false };
    expect(ofReport('clock', { clock })).toBe('clock_off');
    const unknown = { offset_ms: null, suspect: false, remembered: false };
    expect(ofReport('clock', { clock: unknown })).toBe('clock_not_compared');
    const remembered = { offset_ms: 10, suspect: false, remembered: true };
    expect(ofReport('clock', { clock: remembered })).toBe('clock_not_compared');
  });

  it('distinguishes lists that differ, that were not compared, and that are empty', () => {
    const list = { here: 10, server: 11, fresh_at: null };
    expect(ofReport('tickets', { tickets: list })).toBe('list_differs');
    expect(ofReport('tickets', { tickets: { ...list, server: null } })).toBe('list_not_compared');
    const none = { ...list, here: 0, server: 0 };
    expect(ofReport('tickets', { tickets: none })).toBe('tickets_none');
    expect(ofReport('scans', { scans: none })).toBe('list_same');
  });

  it('distinguishes a full disk from a broken one and from a slow one', () => {
    const failed = { kind: 'failed', cause: 'disk_full', problem: 'full' } as const;
    expect(ofReport('journal', { journal: failed })).toBe('journal_full');
    expect(ofReport('journal', { journal: { ...failed, cause: 'io_error' } })).toBe(
      'journal_failed',
    );
    const slow = { kind: 'written', milliseconds: 240 } as const;
    expect(ofReport('journal', { journal: slow })).toBe('journal_slow');
    expect(ofReport('disk', { free_bytes: 50_000_000 })).toBe('disk_full');
    expect(ofReport('disk', { free_bytes: 500_000_000 })).toBe('disk_low');
    expect(ofReport('disk', { free_bytes: null })).toBe('disk_unknown');
  });

  it('is a text with its time, place, version and every check', () => {
    const report = { ...selfTestReport, free_bytes: 500_000_000 };
    const text = selfTestText({ ...selfTestResult, report }, catalogue.en, place);
    expect(text.split('\r\n').slice(0, 6)).toEqual([
      'Gatehouse · Self-test before doors',
      'Sat 12 Dec 19:42 · Winter Gala · North Gate',
      'cli_north_gate · Gatehouse version 1.0.0',
      '',
      'Needs attention',
      '',
    ]);
    expect(text).toContain('[ok] Clock: Within 1\u00a0s of the server’s.');
    expect(text).toContain('[ok] Ticket data: 1,980 here and on the server.');
    expect(text).toContain('[!!] Disk: Only 500\u00a0MB free.');
  });

  it('is stored by the screen, and anything else is rejected', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    expect(loadSelfTest(storage)).toBeNull();
    saveSelfTest(storage, selfTestResult);
    expect(loadSelfTest(storage)).toEqual(selfTestResult);
    for (const damaged of ['{', '{}', '[]', JSON.stringify({ ...selfTestResult, heard: 'yes' })]) {
      for (const key of stored.keys()) stored.set(key, damaged);
      expect(loadSelfTest(storage)).toBeNull();
    }
  });
});
