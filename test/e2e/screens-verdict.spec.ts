import { expect } from '@playwright/test';
import type { ScanOutcome } from '../../shared/station/outcomes.ts';
import type { Reason } from '../../shared/verdict/terms/reason.ts';
import { nextStepOf } from '../../src-renderer/station/state/verdict/next-step.ts';
import {
  signalOf,
  type SignalRole,
} from '../../src-renderer/station/state/verdict/outcome-signal.ts';
import { en } from '../../src-renderer/station/i18n/en.ts';
import { kinds, otherEvent, outcome, ticketNumber } from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

type NonVerdict = Exclude<ScanOutcome['kind'], 'admitted' | 'denied'>;

interface Shown {
  readonly told: Partial<ScanOutcome>;
  readonly word: string;
  readonly role: SignalRole;
  /** What settles a discussion: the first entry, the right entry points, the window. */
  readonly fact?: string;
}

/** Notes with a sign of their own. */
type Note = Extract<
  ScanOutcome['note'],
  'partial' | 'ambiguous' | 'training' | 'just_in' | 'wrong_event'
>;

/** Every outcome of a scan: a new one is not complete before a screen shows it. */
const outcomes: Readonly<Record<Reason | NonVerdict | Note, Shown>> = {
  'scanning.allowed': { told: kinds.admitted, word: 'Admit', role: 'ok' },
  'scanning.already_scanned': {
    told: kinds.already,
    word: 'Already in',
    role: 'no',
    fact: '19:04 · North Gate · 38',
  },
  'scanning.wrong_entry_point': {
    told: kinds.entrance,
    word: 'Wrong entrance',
    role: 'no',
    fact: 'South Gate, West Gate',
  },
  'scanning.outside_session_window': {
    told: kinds.session,
    word: 'Too early',
    role: 'no',
    fact: 'Sat 12 Dec from 20:30',
  },
  'scanning.outside_validity_window': {
    told: kinds.validity,
    word: 'Expired',
    role: 'no',
    fact: 'Fri 11 Dec until 23:00',
  },
  'scanning.session_cancelled': { told: kinds.cancelledDate, word: 'Date cancelled', role: 'no' },
  'scanning.ticket_cancelled': { told: kinds.cancelled, word: 'Not valid', role: 'no' },
  'scanning.ticket_refunded': { told: kinds.refunded, word: 'Not valid', role: 'no' },
  unknown_ticket: { told: kinds.unknown, word: 'Unknown', role: 'unknown' },
  wrong_event: {
    told: otherEvent,
    word: 'Wrong event',
    role: 'no',
    // By the other event's clock.
    fact: 'Kammerkonzerte\u00a0· Sun\u00a013\u00a0Dec\u00a016:00',
  },
  held: {
    told: { ...kinds.admitted, kind: 'held', reason: null, note: 'full' },
    word: 'Full',
    role: 'unknown',
  },
  left: { told: { ...kinds.admitted, kind: 'left', reason: null }, word: 'Out', role: 'out' },
  unreadable: { told: kinds.unreadable, word: 'Not a ticket', role: 'unknown' },
  partial: { told: { ...kinds.unreadable, note: 'partial' }, word: 'Scan again', role: 'unknown' },
  ambiguous: {
    told: { ...kinds.unreadable, note: 'ambiguous' },
    word: 'Unknown',
    role: 'unknown',
    fact: 'May be the code of several tickets',
  },
  training: {
    told: { ...kinds.unreadable, note: 'training' },
    word: 'Scanner works',
    role: 'unknown',
  },
  just_in: {
    told: { ...kinds.already, note: 'just_in' },
    word: 'Just let in here',
    role: 'ok',
  },
  not_recorded: { told: kinds.unrecorded, word: 'Not saved', role: 'unknown' },
};

test('each outcome has its word, its colour, its shape, its evidence and its next step', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const verdict = verdictOf(page);
  const shapes = new Map<string, string>();
  let number = 1;
  for (const { told: change, word, role, fact = '' } of Object.values(outcomes)) {
    const told = outcome((number += 1), change);
    station.outcome(told);
    await expect(verdict).toContainText(`№ ${number}`);
    await expect(verdict).toHaveAttribute('data-reason', told.reason ?? told.kind);
    await expect(verdict).toHaveAttribute('data-role', role);
    await expect(verdict).toContainText(word);
    await expect(verdict).toContainText(fact);
    await expect(verdict).toContainText(en.next[nextStepOf(told)]);
    if (told.ticket === null) await expect(verdict).not.toHaveAttribute('data-ticket');
    else await expect(verdict).toHaveAttribute('data-ticket', told.ticket);
    shapes.set(signalOf(told), await verdict.locator('svg').first().innerHTML());
  }
  expect(new Set(shapes.values()).size).toBe(shapes.size);
});

test(
  'the sentence says what to do next, and no fact is repeated',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    const verdict = verdictOf(page);
    for (const [number, change, fact] of [
      [1, kinds.already, 'North Gate'],
      [2, kinds.entrance, 'South Gate'],
      [3, kinds.session, '20:30'],
      [4, kinds.validity, '23:00'],
      [5, kinds.refunded, 'refunded'],
      [6, { ...kinds.cancelled, note: 'replaced' }, 'replaced'],
      [7, kinds.unknown, 'data'],
    ] as const) {
      station.outcome(outcome(number, change));
      await expect(verdict).toContainText(`№ ${number}`);
      const text = await verdict.innerText();
      expect(text.split(fact).length - 1, text).toBe(1);
    }
    await expect(verdict).toContainText('Ask for the order confirmation');
  },
);

test('a verdict changes its language as a whole', { tag: '@long' }, async ({ page, open }) => {
  const { station } = await open();
  station.outcome(outcome(1, kinds.already));
  const verdict = verdictOf(page);
  await expect(verdict).toContainText('Already in');
  station.setState({ locale: 'es' });
  await expect(verdict).toMatchAriaSnapshot(`
    - status "Verdict":
      - paragraph: Ya entró
      - paragraph: /Primera admisión 19:04 · North Gate · hace 38.min/
      - paragraph: Amélie Dubois
      - paragraph: No deje pasar a nadie más con esta entrada. Si hay dudas, llame a un responsable.
  `);
});

test('two admissions in a row are two verdicts, and a code read again is not a third', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const verdict = verdictOf(page);
  station.outcome(outcome(7));
  await expect(verdict).toContainText('№ 7');
  station.outcome(outcome(8));
  await expect(verdict).toContainText('№ 8');
  await expect(verdict).not.toContainText('Read again');
  station.outcome(outcome(8, { repeated: true, reference: 'scn_again' }));
  await expect(verdict).toContainText('Read again');
  await expect(verdict).toContainText('№ 8');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('verdicts that arrive together are shown in order, and the waiting ones are visible', async ({
  page,
  open,
}) => {
  const { station } = await open();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const region = document.querySelector('[role=status]');
    if (region === null) throw new Error('expected the verdict');
    new MutationObserver(() => {
      const number = /№ (\d+)/.exec(region.textContent)?.[1];
      if (number !== undefined && number !== seen.at(-1)) seen.push(number);
    }).observe(region, { childList: true, subtree: true });
  });
  station.outcome(outcome(1, kinds.already));
  for (const number of [2, 3, 4, 5]) station.outcome(outcome(number));
  await expect(page.getByText('more to show')).toBeVisible();
  await expect(verdictOf(page)).toContainText('№ 5');
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual(['1', '2', '3', '4', '5']);
});

test(
  'the signs of waiting verdicts are as many as the count says, even if one code is read repeatedly',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.clock.install({ time: 0 });
    const { station } = await open();
    await page.clock.pauseAt(3_600_000);
    station.outcome(outcome(1, kinds.already));
    await expect(verdictOf(page)).toContainText('№ 1');
    for (const [number, repeated] of [
      [2, false],
      [1, true],
      [1, true],
      [3, false],
      [2, true],
    ] as const) {
      station.outcome(outcome(number, { ...kinds.already, repeated }));
    }
    const waiting = page.getByText(/\d more to show/).locator('..');
    await expect(waiting).toContainText('5 more to show');
    await expect(waiting.locator('svg')).toHaveCount(5);
    for (const left of [4, 3, 2, 1]) {
      await expect(async () => {
        await page.clock.runFor(50);
        await expect(waiting).toContainText(`${left} more to show`, { timeout: 200 });
      }).toPass({ intervals: [0] });
      await expect(waiting.locator('svg')).toHaveCount(left);
    }
  },
);

test(
  'a verdict is dimmed after eight seconds and stays legible',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.clock.install();
    const { station } = await open();
    station.outcome(outcome(1));
    const verdict = verdictOf(page);
    await expect(verdict).toHaveAttribute('data-dimmed', 'false');
    await page.clock.runFor(8_100);
    await expect(verdict).toHaveAttribute('data-dimmed', 'true');
    await expect(verdict).toContainText('Amélie Dubois');
  },
);

test(
  'a scan that the station refuses is shown in amber, with its reason in words',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station, scanner } = await open();
    station.answer = () => ({ ok: false, code: 'station.failed', message: 'The disk is full.' });
    await scanner.scan(ticketNumber(1));
    await expect(verdictOf(page)).toHaveAttribute('data-reason', 'not_recorded');
    await expect(verdictOf(page)).toContainText('The disk is full.');
  },
);

test('while an answer is overdue, the previous verdict cannot be mistaken for it', async ({
  page,
  open,
}) => {
  const { station, scanner } = await open();
  station.outcome(outcome(1));
  await expect(verdictOf(page)).toContainText('Admit');
  station.answer = () => null;
  await scanner.scan(ticketNumber(2));
  await expect(verdictOf(page)).toContainText('Checking…');
  await expect(verdictOf(page)).not.toHaveAttribute('data-reason');
  station.outcome(outcome(2, kinds.already));
  await expect(verdictOf(page)).toContainText('Already in');
});
