import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { StationCommand } from '../../shared/station/commands.ts';
import { evening, outcome, readyState } from '../support/door-script.ts';
import { doorTest, verdictOf } from '../support/e2e/scripted-door.ts';
import type { ScriptedDoor } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';
import type { PageScript } from '../support/scripted-page.ts';
import { aFleet, fleetStation, runTonight, someFigures } from '../support/tonight-script.ts';
import type { TonightScript } from '../support/tonight-script.ts';

interface Fixtures {
  readonly enter: (
    script?: Partial<TonightScript>,
    page?: PageScript,
  ) => Promise<ScriptedDoor & { readonly script: TonightScript }>;
}

/** Opens the page at its Tonight place. */
const test = doorTest.extend<Fixtures>({
  enter: async ({ page, open }, provide) => {
    await provide(async (change, pageScript) => {
      const door = await open(pageScript);
      const script = runTonight(door.station, change);
      await page.keyboard.press('Control+4');
      await expect(page.getByRole('heading', { name: 'Tonight' })).toBeVisible();
      return { ...door, script };
    });
  },
});

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const tableButton = (page: Page, name: string | RegExp) =>
  card(page, name).getByRole('button', { name: 'As a table' });
const stationsOf = (page: Page) =>
  page.getByRole('table', { name: 'Stations' }).locator('tbody tr');
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ });
const asked = ({ station }: ScriptedDoor, kind: StationCommand['kind']) =>
  station.requests.filter(({ command }) => command.kind === kind).length;

test('one large figure says how many are in, and moves with every scan', async ({
  page,
  enter,
}) => {
  const { station } = await enter();
  const figure = card(page, 'Admissions');
  await expect(figure).toHaveText(/412 of 1,980 tickets 21%/);
  const { counters } = readyState();
  station.setState({ counters: { ...counters, admitted_total: 413 } });
  await expect(figure).toHaveText(/413 of 1,980/);
  await expect(page.getByText('Counted at 19:42:00')).toBeVisible();
});

test('what was undone or overruled is listed with who, where and why', async ({ page, enter }) => {
  await enter();
  const rows = card(page, 'Undone and overruled').getByRole('listitem');
  for (const text of [
    'Overruled: Already in',
    'Amélie Dubois',
    'South Gate 1 · South Gate',
    'Her coat was outside',
  ])
    await expect(rows.first()).toContainText(text);
  await expect(rows.last()).toContainText('This station · Box office');
  const inside = card(page, 'Inside over time');
  await expect(inside).toContainText('Inside now 405');
  await expect(inside).toContainText('Most: 405 at 19:40');
  await expect(card(page, 'In and out')).toContainText('236 in · 11 out');
});

test('arrivals are drawn by entry point in the event’s time zone, and are also available as a table', async ({
  page,
  enter,
}) => {
  const { script } = await enter();
  const arrivals = card(page, 'Arrivals per five minutes');
  for (const place of ['North Gate', 'South Gate', 'Box office']) {
    await expect(arrivals.getByText(place)).toBeVisible();
  }
  await expect(arrivals.locator('svg text', { hasText: '19:00' })).toBeVisible();
  await expect(arrivals.getByText('The latest five minutes are not over yet.')).toBeVisible();
  await tableButton(page, 'Arrivals per five minutes').press('Enter');
  await expect(tableButton(page, 'Arrivals per five minutes')).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const table = page.getByRole('table', { name: 'Arrivals per five minutes' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'From',
    'Total',
    'North Gate',
    'South Gate',
    'Box office',
  ]);
  const newest = script.figures.arrivals.filter(({ from }) => from === evening(-2));
  const count = (place: string | null) =>
    newest.find(({ entry_point }) => entry_point === place)?.admitted ?? 0;
  const [north, south, office] = [count('North Gate'), count('South Gate'), count(null)];
  await expect(table.locator('tbody tr').first()).toHaveText(
    ['Sat 12 Dec 19:40', north + south + office, north, south, office].join(''),
  );
});

test(
  'the legend shows the numbers of the step under the pointer',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter();
    const arrivals = card(page, 'Arrivals per five minutes');
    await expect(arrivals.getByText('Total', { exact: true })).toBeVisible();
    const drawing = arrivals.locator('svg', { has: page.locator('text') });
    const box = await drawing.boundingBox();
    await drawing.hover({ position: { x: (box?.width ?? 0) - 20, y: 80 } });
    await expect(arrivals.getByRole('listitem').first()).toHaveText(/^19:40 \d+$/);
  },
);

test('ticket types and refusals have bars with their numbers, and a table each', async ({
  page,
  enter,
}) => {
  await enter();
  await expect(card(page, 'Ticket types').getByRole('listitem')).toHaveText([
    /Standing.*330 \/ 1,600 · 21%/,
    /VIP.*80 \/ 350 · 23%/,
    /Backstage.*2 \/ 30 · 7%/,
  ]);
  await expect(card(page, 'Turned away: 26').getByRole('listitem')).toHaveText([
    /Already in.*14 · 54%/,
    /Wrong entrance.*9 · 35%/,
    /Ticket refunded.*2 · 8%/,
    /Another reason.*1 · 4%/,
  ]);
  await tableButton(page, 'Ticket types').click();
  const types = page.getByRole('table', { name: 'Ticket types' });
  await expect(types.getByRole('row')).toHaveCount(4);
  await expect(types.getByRole('row', { name: /VIP/ })).toHaveText(/VIP8035023%/);
  await tableButton(page, /Turned away/).click();
  const denials = page.getByRole('table', { name: /Turned away/ });
  await expect(denials.getByRole('row')).toHaveCount(5);
  await tableButton(page, /Turned away/).click();
  await expect(denials).toHaveCount(0);
});

test(
  'of many entry points and ticket types only the largest are drawn, and the table has all',
  { tag: '@long' },
  async ({ page, enter }) => {
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    await enter({
      figures: someFigures({
        arrivals: numbers.map((number) => ({
          from: evening(-2),
          entry_point: `Gate ${number}`,
          admitted: number,
        })),
        ticket_types: numbers.map((number) => ({
          name: `Type ${number}`,
          admitted: number,
          expected: 2 * number,
        })),
      }),
    });
    const arrivals = card(page, 'Arrivals per five minutes');
    await expect(arrivals.getByRole('listitem')).toHaveCount(1 + 6);
    await expect(arrivals.getByRole('listitem').last()).toHaveText(/35 others 630/);
    await expect(card(page, 'Ticket types').getByRole('listitem').last()).toHaveText(/35 others/);
    await tableButton(page, 'Arrivals per five minutes').click();
    const table = page.getByRole('table', { name: 'Arrivals per five minutes' });
    await expect(table.getByRole('columnheader')).toHaveCount(2 + 40);
    await tableButton(page, 'Ticket types').click();
    const types = page.getByRole('table', { name: 'Ticket types' });
    await expect(types.locator('tbody tr')).toHaveCount(40);
  },
);

test('before the doors open, the screen says so', { tag: '@long' }, async ({ page, enter }) => {
  const nothing = {
    arrivals: [],
    presence: [],
    entry_points: [],
    denials: [],
    ticket_types: [],
    corrections: [],
  };
  await enter({ figures: someFigures(nothing) });
  await expect(page.getByText('Nobody has come in yet').first()).toBeVisible();
  await expect(page.getByText('Nothing so far')).toBeVisible();
  await expect(page.getByText('Nobody was turned away')).toBeVisible();
  await expect(page.getByText('No tickets yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'As a table' })).toHaveCount(0);
});

test(
  'figures are counted again as scans arrive, one count at a time',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.clock.install();
    const door = await open();
    const { station } = door;
    const script = runTonight(station);
    const { answer } = station;
    station.answer = (request) =>
      request.command.kind === 'read_figures' ? null : answer(request);
    await page.keyboard.press('Control+4');
    await expect(page.getByText('Counting…')).toBeVisible();
    station.outcome(outcome(1));
    await expect(verdictOf(page)).toContainText('Admit');
    await page.clock.runFor(60_000);
    expect(asked(door, 'read_figures')).toBe(1);
    station.answer = answer;
    const [first] = station.requests.filter(({ command }) => command.kind === 'read_figures');
    const result = { ok: true, figures: script.figures } as const;
    station.send({ kind: 'reply', id: first?.id ?? '', result });
    await expect(page.getByText('Counted at 19:42:00')).toBeVisible();
    script.figures = someFigures({ at: evening(5) });
    // The first count took a minute, so the next waits four.
    await page.clock.runFor(239_000);
    await expect(page.getByText('Counted at 19:42:00')).toBeVisible();
    expect(asked(door, 'read_figures')).toBe(1);
    await page.clock.runFor(2_000);
    await expect(page.getByText('Counted at 19:47:00')).toBeVisible();
    await page.clock.runFor(16_000);
    await expect.poll(() => asked(door, 'read_figures')).toBe(3);
    await page.keyboard.press('Control+1');
    await page.clock.runFor(60_000);
    expect(asked(door, 'read_figures')).toBe(3);
  },
);

test(
  'a failed count is reported, and the figures from before stay',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { script } = await enter({ refuseFigures: 'station.failed' });
    await expect(alertOf(page)).toContainText('The figures cannot be shown');
    script.refuseFigures = null;
    await alertOf(page).getByRole('button', { name: 'Try again' }).click();
    await expect(card(page, 'Ticket types')).toBeVisible();
    await expect(alertOf(page)).toHaveCount(0);
  },
);

test('stations are listed with their problems, those with problems first', async ({
  page,
  enter,
}) => {
  await enter();
  const row = (name: string) => stationsOf(page).filter({ hasText: name });
  await expect(stationsOf(page)).toHaveCount(6);
  await expect(stationsOf(page).first()).toContainText('South Gate 1');
  for (const trouble of [
    /Silent for 12.min/,
    /37 not sent, the oldest for 25.min/,
    '2 refused by the server',
  ]) {
    await expect(row('South Gate 1')).toContainText(trouble);
  }
  await expect(row('North Gate 1')).toContainText('This station');
  await expect(row('Spare')).toContainText('never');
  await expect(row('Foyer')).toContainText('Kammerkonzerte');
  const short = page.getByRole('button', { name: '1 station needs attention' });
  await short.press('Enter');
  await expect(stationsOf(page).first()).toBeInViewport();
});

test('the screen says that all stations are well', { tag: '@long' }, async ({ page, enter }) => {
  await enter({ fleet: { at: evening(), stations: [fleetStation()] } });
  await expect(page.getByRole('button', { name: 'No station needs attention' })).toBeVisible();
});

test(
  'the last result of the self-test is shown, and not carried over to another event',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { station } = await enter();
    const selfTest = page.getByRole('main').getByRole('button', { name: /^Self-test/ });
    await expect(selfTest).toHaveText('Self-test · Not tested yet');
    await selfTest.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Self-test before doors' });
    await sheet.getByRole('button', { name: 'Start the self-test' }).click();
    await sheet.getByRole('button', { name: 'Heard nothing' }).click();
    await page.keyboard.press('Escape');
    await expect(selfTest).toBeFocused();
    await expect(selfTest).toHaveText(/^Self-test · Not ready · Tested \d+\s\w+ ago$/);
    const { event } = readyState();
    if (event === null) throw new Error('expected an event');
    station.setState({ event: { ...event, name: 'Spring Gala' } });
    await expect(selfTest).toHaveText('Self-test · Not tested yet');
  },
);

test(
  'offline, the screen says what the figures lack, and that only the server knows all stations',
  { tag: '@long' },
  async ({ page, enter }) => {
    const { sync } = readyState();
    const connection = { kind: 'offline', since: evening(-3), reason: 'unreachable' } as const;
    const { station, script } = await enter(
      { refuseStations: 'stations.unreachable' },
      {
        state: {
          sync: { ...sync, connection, fresh_at: { ...sync.fresh_at, scans: evening(-4) } },
        },
      },
    );
    await expect(
      page.getByText('Admissions at other doors since 19:38 are not counted'),
    ).toBeVisible();
    await expect(alertOf(page)).toContainText('Only it hears from all stations.');
    script.refuseStations = null;
    station.setState({ sync });
    await expect(stationsOf(page)).toHaveCount(aFleet().stations.length);
    await expect(alertOf(page)).toHaveCount(0);
    for (const [code, says] of [
      ['stations.not_offered', 'does not keep track of stations'],
      ['stations.forbidden', 'may not see the others'],
    ] as const) {
      script.refuseStations = code;
      await page.keyboard.press('Control+1');
      await page.keyboard.press('Control+4');
      await expect(alertOf(page)).toContainText(says);
      await expect(page.getByRole('button', { name: /stations? needs? attention/ })).toHaveCount(0);
    }
  },
);

test(
  'during the first import the number of tickets is not shown as the total',
  { tag: '@long' },
  async ({ page, enter }) => {
    await enter({}, { state: { phase: { kind: 'importing', applied: 500, total: null } } });
    await expect(card(page, 'Admissions')).toHaveText(/412 of – tickets/);
    await expect(page.getByText('Tickets are still loading')).toBeVisible();
  },
);

for (const theme of ['light', 'dark'] as const) {
  test(
    `the Tonight place is accessible and fits, narrow and wide (${theme})`,
    { tag: '@long' },
    async ({ page, enter }) => {
      await page.emulateMedia({ colorScheme: theme });
      await enter();
      for (const [width, height] of [
        [1280, 800],
        [1024, 768],
        [390, 844],
        [320, 256],
      ] as const) {
        await page.setViewportSize({ width, height });
        const toggles = page.getByRole('button', { name: 'As a table' });
        for (const shows of ['charts', 'tables']) {
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, shows).toBeLessThanOrEqual(0);
          expect(await violations(page), shows).toEqual([]);
          for (let card = 0; card < 3; card += 1) await toggles.nth(card).click();
        }
      }
    },
  );
}
