import { expect } from '@playwright/test';
import type { StationCommand } from '../../shared/station/commands.ts';
import { PLAIN_POLICY } from '../../shared/station/state.ts';
import { evening, kinds, outcome, readyState } from '../support/door-script.ts';
import { violations } from '../support/e2e/violations.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';
import type { ScriptedPage } from '../support/scripted-page.ts';

const policy = { ...PLAIN_POLICY, releases: true };
const mistake = { reference: 'rel_1', kind: 'mistake', at: evening(1) } as const;
const required = { ok: false, code: 'pin.required', message: 'PIN' } as const;

/** The commands of one kind that the page sent. */
function commands(station: ScriptedPage, kind: StationCommand['kind']): readonly StationCommand[] {
  const sent = station.requests.map(({ command }) => command);
  return sent.filter((command) => command.kind === kind);
}

test('an admission is undone with one key, says so, and admits again', async ({ page, open }) => {
  const { station } = await open();
  const admitted = outcome(41);
  station.answer = ({ command }) =>
    command.kind === 'undo' ? { ok: true, released: mistake } : { ok: true };
  station.outcome(outcome(40, { holder: 'Zoé Dubois' }));
  station.outcome(admitted);
  await expect(verdictOf(page)).toContainText('№ 41');
  await page.keyboard.press('Control+z');
  await expect
    .poll(() => commands(station, 'undo'))
    .toEqual([{ kind: 'undo', scan: admitted.reference }]);
  station.send({ kind: 'released', scan: admitted.reference, released: mistake });
  await expect(verdictOf(page)).toContainText('Undone');
  await expect(verdictOf(page)).toContainText('the ticket admits again');
  await expect(page.getByRole('row').first()).toContainText('Undone');
  // A second press undoes nobody else.
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Admit again' }).click();
  await expect
    .poll(() => commands(station, 'admit_again'))
    .toEqual([{ kind: 'admit_again', scan: admitted.reference }]);
  expect(commands(station, 'undo')).toHaveLength(1);
});

test('the key undoes nobody whose verdict is not shown', async ({ page, open }) => {
  const { station } = await open();
  station.outcome(outcome(41));
  station.outcome(outcome(42, kinds.already));
  await expect(verdictOf(page)).toContainText('№ 42');
  await page.keyboard.press('Control+z');
  station.outcome(outcome(43));
  await expect(verdictOf(page)).toContainText('№ 43');
  await page.keyboard.press('Control+z');
  await expect
    .poll(() => commands(station, 'undo'))
    .toEqual([{ kind: 'undo', scan: outcome(43).reference }]);
});

test('what is older takes a supervisor’s PIN and a reason, by keyboard alone', async ({
  page,
  open,
}) => {
  const { station } = await open({ state: { change_lock: 'pin' } });
  station.answer = ({ command }) =>
    command.kind === 'undo' && command.pin === undefined ? required : { ok: true };
  station.outcome(outcome(41));
  await expect(verdictOf(page)).toContainText('№ 41');
  await page.keyboard.press('Control+z');
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await page.keyboard.type('no', { delay: 120 });
  await page.keyboard.press('Enter');
  const pin = page.getByLabel('PIN', { exact: true });
  await expect(pin).toBeFocused();
  await page.keyboard.type('2468', { delay: 120 });
  await page.keyboard.press('Enter');
  // The PIN stays, and the focus goes to what is missing.
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await expect(pin).toHaveValue('2468');
  expect(commands(station, 'undo')).toHaveLength(1);
  await reason.fill('Wrong person');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(commands(station, 'undo').at(-1)).toMatchObject({ note: 'Wrong person', pin: '2468' });
});

test('a denial is overruled as far as the organiser allows it, and the list says so', async ({
  page,
  open,
}) => {
  const { station } = await open({ state: { change_lock: 'pin', policy } });
  const overrule = page.getByRole('button', { name: 'Overrule' });
  station.outcome(outcome(41, kinds.refunded));
  await expect(verdictOf(page)).toContainText('№ 41');
  await expect(overrule).toHaveCount(0);
  const denied = outcome(42, kinds.already);
  station.outcome(denied);
  await expect(overrule).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(overrule).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Box office says yes');
  await page.getByLabel('PIN', { exact: true }).fill('2468');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => commands(station, 'overrule'))
    .toEqual([
      { kind: 'overrule', scan: denied.reference, note: 'Box office says yes', pin: '2468' },
    ]);
  const overruled = { reason: 'scanning.already_scanned', note: 'Box office says yes' } as const;
  station.outcome(outcome(43, { overruled }));
  await expect(page.getByRole('row').first()).toContainText('Overruled');
  await page.getByRole('row').first().dblclick();
  await expect(page.getByRole('dialog')).toContainText('Already in: Box office says yes');
  await page.keyboard.press('Escape');
  // Nothing that undoes it has taken over the focus of what was pressed.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).not.toBeFocused();
});

test('without a PIN the station asks for one first', async ({ page, open }) => {
  const { station } = await open({ state: { policy } });
  station.outcome(outcome(42, kinds.already));
  await page.getByRole('button', { name: 'Overrule' }).click();
  await page.getByRole('button', { name: 'Set the PIN' }).click();
  const pin = page.getByRole('dialog', { name: 'Set the PIN' });
  await pin.getByLabel('Choose a PIN').fill('2468');
  await pin.getByLabel('Repeat the PIN').fill('2468');
  await pin.getByRole('button', { name: 'Set the PIN' }).click();
  // Back to what it was asked for.
  station.setState({ change_lock: 'pin' });
  await expect(
    page.getByRole('dialog', { name: 'Overrule' }).getByLabel('PIN', { exact: true }),
  ).toBeVisible();
});

test('a whole order is admitted with F9, and what was denied is listed with why', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const scanned = outcome(41);
  const outcomes = [
    outcome(42, { holder: 'Zoé Dubois' }),
    outcome(43, { ...kinds.refunded, holder: 'Bruno Dubois' }),
  ];
  station.answer = ({ command }) =>
    command.kind === 'admit_order' ? { ok: true, outcomes } : { ok: true };
  station.outcome(scanned);
  await expect(verdictOf(page)).toContainText('№ 41');
  station.send({ kind: 'companions', scan: scanned.reference, others: 2 });
  await expect(page.getByRole('button', { name: /Admit all 3/ })).toBeVisible();
  await page.keyboard.press('F9');
  await page.keyboard.press('F9');
  await expect(page.getByText('1 of 2 more admitted')).toBeVisible();
  // Who stays outside comes first.
  const first = page.getByRole('listitem').filter({ hasText: 'Dubois' }).first();
  await expect(first).toContainText('Bruno Dubois: Not valid');
  expect(commands(station, 'admit_order')).toEqual([
    { kind: 'admit_order', scan: scanned.reference },
  ]);
  station.send({ kind: 'released', scan: outcome(42).reference, released: mistake });
  await expect(page.getByRole('listitem').filter({ hasText: 'Zoé Dubois' })).toContainText(
    'Undone',
  );
});

test('a whole order is offered although its verdict had to wait', async ({ page, open }) => {
  const { station } = await open();
  const last = outcome(43);
  for (const one of [outcome(41, kinds.already), outcome(42, kinds.already), last])
    station.outcome(one);
  station.send({ kind: 'companions', scan: last.reference, others: 2 });
  await expect(page.getByRole('button', { name: /Admit all 3/ })).toBeVisible();
});

test('whatever is said at the door, what to do stays in view', async ({ page, open }) => {
  const { station } = await open();
  await page.setViewportSize({ width: 1280, height: 800 });
  station.outcome(
    outcome(41, {
      ...kinds.entrance,
      flags: ['vip', 'accessible', 'under_age', 'Band'],
      door_note: 'Her seat is beside the choir. '.repeat(6).trim(),
      answers: ['Diet', 'Who else'].map((label) => ({ label, text: 'gluten-free '.repeat(12) })),
    }),
  );
  await expect(verdictOf(page).getByText('Show the holder the way there.')).toBeInViewport({
    ratio: 1,
  });
});

test('a full house is announced at 95 %, and then a supervisor is asked', async ({
  page,
  open,
}) => {
  const { station } = await open({ state: { change_lock: 'pin' } });
  const inside = (count: number) =>
    station.setState({
      policy: { ...policy, capacity: 500 },
      counters: { ...readyState().counters, inside: count },
    });
  const counters = page.getByRole('region', { name: 'Admissions' });
  inside(475);
  await expect(counters).toContainText('475 of 500 inside');
  inside(500);
  await expect(counters).toContainText('500 of 500 inside · Full');
  const full = { ...kinds.admitted, kind: 'held', reason: null, note: 'full' } as const;
  const held = outcome(0, { ...full, holder: 'Zoé Dubois' });
  station.outcome(held);
  await expect(verdictOf(page)).toContainText('Full');
  await page.getByRole('button', { name: 'Admit anyway' }).click();
  // Whoever is scanned meanwhile, the PIN is about whom it was asked for.
  station.outcome(outcome(1, { ...full, holder: 'Bruno Dubois' }));
  await expect(verdictOf(page)).toContainText('Bruno Dubois');
  await expect(page.getByRole('dialog')).toContainText('Zoé Dubois');
  await page.getByLabel('PIN', { exact: true }).fill('2468');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => commands(station, 'admit_held'))
    .toEqual([{ kind: 'admit_held', ticket: held.ticket, pin: '2468' }]);
});

test('of an order that the house is too full for, each is let in by itself', async ({
  page,
  open,
}) => {
  const { station } = await open({ state: { change_lock: 'pin' } });
  const full = { ...kinds.admitted, kind: 'held', reason: null, note: 'full' } as const;
  const outcomes = [
    outcome(42, { ...full, holder: 'Zoé Dubois' }),
    outcome(43, { ...full, holder: 'Bruno Dubois' }),
  ];
  station.answer = ({ command }) =>
    command.kind === 'admit_order' ? { ok: true, outcomes } : { ok: true };
  const scanned = outcome(41);
  station.outcome(scanned);
  station.send({ kind: 'companions', scan: scanned.reference, others: 2 });
  await page.getByRole('button', { name: /Admit all 3/ }).click();
  await page.getByRole('button', { name: 'Admit anyway: Zoé Dubois' }).click();
  await expect(page.getByRole('dialog')).toContainText('Zoé Dubois');
  await page.getByLabel('PIN', { exact: true }).fill('2468');
  await page.keyboard.press('Enter');
  const [first] = outcomes;
  await expect
    .poll(() => commands(station, 'admit_held'))
    .toEqual([{ kind: 'admit_held', ticket: first?.ticket, pin: '2468' }]);
  station.outcome(outcome(44, { ticket: first?.ticket ?? null, holder: 'Zoé Dubois' }));
  await expect(page.getByText('1 of 2 more admitted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Admit anyway: Bruno Dubois' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Admit anyway: Zoé Dubois' })).toBeHidden();
  expect(await violations(page)).toEqual([]);
  station.outcome(outcome(45));
  await expect(page.getByText('1 of 2 more admitted')).toBeHidden();
});

test('the way out is another screen, also for who sees no colours', async ({ page, open }) => {
  const { station } = await open();
  station.outcome(outcome(43, kinds.already));
  await page.keyboard.press('Alt+r');
  await expect
    .poll(() => commands(station, 'set_direction'))
    .toEqual([{ kind: 'set_direction', direction: 'out' }]);
  station.setState({ direction: 'out' });
  await expect(verdictOf(page)).toContainText('Way out');
  station.outcome(
    outcome(44, { ...kinds.admitted, kind: 'left', reason: null, note: 'out_before' }),
  );
  await expect(verdictOf(page)).toContainText('Out');
  await expect(verdictOf(page)).toContainText('Had left before');
  await expect(verdictOf(page)).toContainText('Let the holder out.');
});

test('who comes back is told from who comes in for the first time', async ({ page, open }) => {
  const { station } = await open();
  const verdict = verdictOf(page);
  const back = outcome(42, { re_entry: true });
  station.outcome(outcome(41));
  await expect(verdict).toContainText('№ 41');
  await expect(verdict).not.toContainText('Returning guest');
  station.outcome(back);
  await expect(verdict).toContainText('Admit');
  await expect(verdict).toContainText('Returning guest');
  station.send({ kind: 'released', scan: back.reference, released: { ...mistake, kind: 'exit' } });
  await expect(verdict).toContainText('Scan the ticket if the holder returns.');
  await expect(verdict).not.toContainText('Returning guest');
});

test('where guests pass both ways a button turns the door around, in kiosk mode too', async ({
  page,
  open,
}) => {
  const gate = { reference: 'loc_1', name: 'North Gate' };
  const { station } = await open({ state: { entry_point: { ...gate, direction: 'both' } } });
  const bar = page.getByRole('banner');
  // A phone shows only its sign.
  await page.setViewportSize({ width: 390, height: 844 });
  await bar.getByRole('button', { name: 'Let guests out here' }).click();
  station.setState({ direction: 'out', kiosk: { on: true, wait_until: null } });
  await bar.getByRole('button', { name: 'Back to the way in' }).click();
  await expect
    .poll(() => commands(station, 'set_direction'))
    .toEqual([
      { kind: 'set_direction', direction: 'out' },
      { kind: 'set_direction', direction: 'in' },
    ]);
  await expect(page.getByText('meant to be')).toHaveCount(0);
  station.setState({ entry_point: { ...gate, direction: 'in' } });
  await expect(page.getByText('This is meant to be the way in.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to the way in' })).toHaveCount(0);
  await page.keyboard.press('Alt+r');
  station.outcome(outcome(44, { ...kinds.admitted, kind: 'left', reason: null }));
  await expect(verdictOf(page)).toContainText('Let the holder out.');
  expect(commands(station, 'set_direction')).toHaveLength(2);
});

test('a server that takes no releases is told apart', async ({ page, open }) => {
  const { station } = await open({ state: { policy: PLAIN_POLICY } });
  station.outcome(outcome(41, { released: mistake }));
  await expect(page.getByText('stays on this station')).toBeVisible();
});

test('the green waits until the name was checked, by Enter', async ({ page, open }) => {
  const { station } = await open();
  const flagged = outcome(41, { flags: ['vip', 'check_id', 'Band'], door_note: 'Knows the way' });
  station.outcome(flagged);
  const verdict = verdictOf(page);
  await expect(verdict).toHaveAttribute('data-role', 'unknown');
  await expect(verdict).toContainText('Check ID');
  await expect(verdict).toContainText('Band');
  await expect(verdict).toContainText('Knows the way');
  await expect(page.getByRole('button', { name: 'Name checked' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict).toHaveAttribute('data-role', 'ok');
  await expect(verdict).toContainText('Admit');
  expect(commands(station, 'undo')).toEqual([]);
  station.outcome(outcome(42, { flags: ['check_id'] }));
  await page.getByRole('button', { name: 'Not this person' }).click();
  await expect
    .poll(() => commands(station, 'undo'))
    .toEqual([{ kind: 'undo', scan: outcome(42).reference, note: 'Not this person' }]);
});

test('a name that nobody checked before the next scan stays asked for in the list', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.outcome(outcome(41, { holder: 'Zoé Dubois', flags: ['check_id'] }));
  station.outcome(outcome(42));
  await expect(verdictOf(page)).toContainText('№ 42');
  const line = page.getByRole('row').last();
  await expect(line).toContainText('Check ID');
  await line.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Let the holder in if the ID has this name.');
  await sheet.getByRole('button', { name: 'Name checked' }).click();
  await expect(sheet).toContainText('Admit');
  await expect(line).not.toContainText('Check ID');
  await expect(verdictOf(page)).toContainText('№ 42');
  expect(commands(station, 'undo')).toEqual([]);
});

test('answers stand under the name, smaller than the verdict, and not in kiosk mode', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const answers = [
    { label: 'Anything you do not eat?', text: 'Gluten-free, Nut allergy' },
    { label: 'What else?', text: 'wheelchair '.repeat(18).trim() },
  ];
  station.outcome(outcome(41, { answers }));
  const verdict = verdictOf(page);
  const answer = verdict.getByText('Anything you do not eat? Gluten-free, Nut allergy');
  await expect(answer).toBeVisible();
  const heightOf = async (text: string) =>
    (await verdict.getByText(text).first().boundingBox())?.height ?? 0;
  expect(await heightOf('wheelchair')).toBeLessThan(await heightOf('Admit'));
  await page.getByRole('row').click();
  await expect(page.getByRole('dialog')).toContainText('wheelchair');
  await page.keyboard.press('Escape');
  station.setState({ kiosk: { on: true, wait_until: null } });
  await expect(answer).toHaveCount(0);
  station.setState({ kiosk: { on: false, wait_until: null } });
  await expect(answer).toBeVisible();
});

test('each of the last admissions can be undone from its row', async ({ page, open }) => {
  const { station } = await open();
  station.outcome(outcome(41, { holder: 'Zoé Dubois' }));
  station.outcome(outcome(42));
  await page.getByRole('button', { name: 'Undo: Zoé Dubois' }).click();
  await expect
    .poll(() => commands(station, 'undo'))
    .toEqual([{ kind: 'undo', scan: outcome(41).reference }]);
});

test('the list of entry points turns the door around', async ({ page, open }) => {
  const { station } = await open();
  await page.keyboard.press('F3');
  await page.getByRole('option', { name: /Let guests out here/ }).click();
  await expect
    .poll(() => commands(station, 'set_direction'))
    .toEqual([{ kind: 'set_direction', direction: 'out' }]);
  expect(commands(station, 'select_entry_point')).toEqual([]);
});
