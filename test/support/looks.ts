import { expect, type Page } from '@playwright/test';
import type { ScanOutcome } from '../../shared/station/outcomes.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import { NO_SCANNERS } from '../../shared/station/scanners.ts';
import type { ServerState } from '../../shared/station/server.ts';
import { anEvening, runActivity } from './activity-script.ts';
import { runBoxOffice } from './box-office-script.ts';
import {
  attentionItem,
  attentionPage,
  evening,
  connectedPeers,
  kinds,
  longNames,
  outcome,
  readyState,
  ticketNumber,
} from './door-script.ts';
import type { PageScript, ScriptedPage } from './scripted-page.ts';
import { selfTestReport, selfTestResult } from './self-test-script.ts';
import { runTonight, someFigures } from './tonight-script.ts';

/** A screen in a state that occurs in use, and how to reach it. `looks.spec.ts` takes its picture. */
export interface Look {
  readonly name: string;
  readonly opens?: PageScript;
  /** The browser's stored preferences. */
  readonly kept?: Readonly<Record<string, unknown>>;
  readonly go?: (scene: Scene) => Promise<unknown>;
}

export interface Scene {
  readonly page: Page;
  readonly station: ScriptedPage;
  /** Advances the page's clock, which is stopped otherwise. */
  readonly pass: (ms: number) => Promise<void>;
}

const ready = readyState();
const offline = {
  ...ready.sync,
  connection: { kind: 'offline', since: evening(-12), reason: 'unreachable' },
  fresh_at: { scans: evening(-12), tickets: evening(-12), setup: evening(-12) },
  queued: 37,
  oldest_queued_at: evening(-11),
  needs_attention: 2,
} as const;

const before: readonly ScanOutcome[] = [
  outcome(127),
  outcome(126, { ...kinds.already, holder: 'Théo Dubois', scanned_at: evening(-1) }),
  outcome(125, { holder: 'Ola Dubinski', scanned_at: evening(-1) }),
  outcome(124, { ...kinds.unknown, scanned_at: evening(-2) }),
  outcome(123, { ...kinds.entrance, holder: 'Zoé Dubois', scanned_at: evening(-3) }),
  outcome(122, { holder: longNames.holder, scanned_at: evening(-3) }),
  outcome(121, { ...kinds.unreadable, scanned_at: evening(-4) }),
  outcome(120, { holder: 'Marcel Dubé', scanned_at: evening(-4) }),
];

/** A door in use, with one more scan. */
function verdict(name: string, change: Partial<ScanOutcome>, locale: 'en' | 'de' = 'en'): Look {
  return {
    name,
    opens: { recent: before, state: { locale } },
    go: ({ page, station }) => scan(page, station, change),
  };
}

async function scan(page: Page, station: ScriptedPage, change: Partial<ScanOutcome>) {
  station.outcome(outcome(128, change));
  await expect(page.getByRole('status', { name: 'Verdict' })).toContainText('№ 128');
}

/** A function key works once no character of a scan has followed it. */
async function pressKey({ page, pass }: Scene, key: string) {
  await page.keyboard.press(key);
  await pass(100);
}

/** A sheet over the door, by its key. */
function sheet(name: string, key: string, look: Omit<Look, 'name'> = {}): Look {
  return {
    name,
    ...look,
    opens: { recent: before, ...look.opens },
    go: async (scene) => {
      await pressKey(scene, key);
      await expect(scene.page.getByRole('dialog')).toBeVisible();
      await look.go?.(scene);
    },
  };
}

const place =
  (key: string) =>
  async ({ page, pass }: Scene) => {
    await page.keyboard.press(`Control+${key}`);
    await pass(500);
  };
const toBoxOffice = place('2');
const toActivity = place('3');
const toTonight = place('4');

async function search(scene: Scene, text: string) {
  await toBoxOffice(scene);
  await scene.page.getByRole('combobox').fill(text);
  await scene.pass(500);
}

const longNamed = { ...kinds.already, ...longNames };

/** As much as an organiser may want said. */
const said = {
  flags: ['vip', 'accessible', 'Band'],
  door_note: 'Her seat is beside the choir; Lina fetches her at the bar',
  answers: [
    { label: 'Anything you do not eat?', text: 'Gluten-free, Nut allergy' },
    { label: 'Who may fetch your child?', text: 'Käthe Sommerfeld, 0170 5550123' },
  ],
};

const lockedScanner = {
  name: 'Zebra DS8178',
  status: 'no_permission',
  problem: 'EACCES: /dev/hidraw3',
  beeps: false,
} as const;

const doorLooks: readonly Look[] = [
  { name: 'door-ready' },
  { name: 'door-between-scans', opens: { recent: before } },
  verdict('door-admit', kinds.admitted),
  verdict('door-already-in', kinds.already),
  verdict('door-wrong-entrance', kinds.entrance),
  verdict('door-not-now', kinds.session),
  verdict('door-date-cancelled', kinds.cancelledDate),
  verdict('door-not-valid', kinds.refunded),
  verdict('door-unknown', kinds.unknown),
  verdict('door-not-a-ticket', kinds.unreadable),
  verdict('door-not-saved', kinds.unrecorded),
  verdict('door-scan-again', { ...kinds.unreadable, note: 'partial' }),
  verdict('door-scanner-works', { ...kinds.unreadable, note: 'training' }),
  verdict('door-just-let-in', { ...kinds.already, note: 'just_in', repeated: true }),
  verdict('door-long-names', longNamed),
  verdict('door-wrong-entrance-german', { ...kinds.entrance, ...longNames }, 'de'),
  verdict('door-said', { ...kinds.entrance, ...said }),
  verdict('door-check-id-german', { ...said, flags: ['vip', 'check_id', 'Band'] }, 'de'),
  verdict('door-not-now-german', kinds.validity, 'de'),
  verdict('door-not-saved-german', kinds.unrecorded, 'de'),
  {
    name: 'door-dimmed',
    opens: { recent: before },
    go: async ({ page, station, pass }) => {
      await scan(page, station, kinds.already);
      await pass(9_000);
      await expect(page.locator('[data-dimmed=true]').first()).toBeVisible();
    },
  },
  {
    name: 'door-importing',
    opens: {
      state: {
        phase: { kind: 'importing', applied: 1_200, total: 1_980 },
        sync: { ...ready.sync, connection: { kind: 'syncing', applied: 1_200, total: 1_980 } },
      },
    },
  },
  {
    name: 'door-offline',
    opens: { recent: before, state: { sync: offline, peers: connectedPeers } },
  },
  {
    name: 'door-offline-german',
    opens: { recent: before, state: { sync: offline, peers: connectedPeers, locale: 'de' } },
  },
  {
    name: 'door-in-trouble',
    opens: {
      recent: before,
      state: {
        sync: offline,
        clock: { offset_ms: 90_000, suspect: true, remembered: false },
        warnings: [{ code: 'disk_full' }],
        scanners: {
          ...NO_SCANNERS,
          usb: { status: 'no_permission', problem: null, devices: [lockedScanner] },
        },
      },
    },
  },
  {
    name: 'door-away',
    opens: { recent: before },
    go: async ({ page, station, pass }) => {
      station.goAway();
      await pass(3_000);
      await expect(page.getByText('Connecting to the station').first()).toBeVisible();
    },
  },
  {
    name: 'door-event-taken-away',
    opens: { recent: before, state: { access: { kind: 'event_not_granted' } } },
  },
  {
    name: 'door-choosing-entry-point',
    opens: { recent: before },
    go: async (scene) => {
      await pressKey(scene, 'F3');
      await expect(scene.page.getByRole('listbox')).toBeVisible();
    },
  },
  {
    name: 'door-names-hidden',
    opens: { recent: before },
    kept: { 'gatehouse.preferences': { hidesNames: true } },
    go: ({ page, station }) => scan(page, station, kinds.admitted),
  },
];

const locked = { kiosk: { on: true, wait_until: null } } as const;

const kioskLooks: readonly Look[] = [
  { name: 'kiosk-ready', opens: { recent: before, state: locked } },
  {
    name: 'kiosk-already-in',
    opens: { recent: before, state: { ...locked, sync: offline } },
    go: ({ page, station }) => scan(page, station, kinds.already),
  },
  sheet('kiosk-leaving', 'Alt+k', { opens: { state: locked } }),
  sheet('kiosk-wrong-pin', 'Alt+k', {
    opens: { state: locked },
    go: async ({ page, station }) => {
      station.answer = () => ({ ok: false, code: 'pin.wrong', message: '' });
      await page.getByLabel('PIN', { exact: true }).fill('1234');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Wrong PIN.')).toBeVisible();
    },
  }),
  sheet('kiosk-locking', 'Alt+k'),
];

const serverHere: ServerState = {
  kind: 'here',
  address: 'http://127.0.0.1:8787/v1',
  health: 'ready',
  bytes: 12_345_678,
  data: '/home/door/.local/share/gatehouse',
  last_backup: { file: '/backups/one.db', at: evening(-60) },
  demo: false,
  network: { kind: 'closed' },
};

const sheetLooks: readonly Look[] = [
  sheet('sheet-keys', 'F1'),
  sheet('sheet-typed-code', 'F2', {
    go: ({ page }) => page.getByRole('dialog').getByRole('textbox').fill(ticketNumber(7)),
  }),
  sheet('sheet-station', 'F6'),
  sheet('sheet-station-nearby', 'F6', {
    opens: { state: { sync: offline, peers: connectedPeers } },
  }),
  sheet('sheet-station-no-access', 'F6', {
    opens: { state: { access: { kind: 'event_not_granted' } } },
  }),
  sheet('sheet-settings', 'Control+,', { opens: { state: { peers: connectedPeers } } }),
  {
    name: 'sheet-settings-server',
    go: async ({ page, station }) => {
      station.answer = ({ command }) =>
        command.kind === 'read_server' ? { ok: true, server: serverHere } : { ok: true };
      await page.keyboard.press('Control+,');
      await page.getByRole('button', { name: 'Back up now' }).scrollIntoViewIfNeeded();
    },
  },
  sheet('sheet-scanners', 'Alt+s', {
    go: async ({ station }) => {
      const scanner = {
        name: 'Zebra DS8178',
        status: 'ready',
        problem: null,
        beeps: true,
      } as const;
      station.setState({
        scanners: {
          ...NO_SCANNERS,
          usb: { status: 'ready', problem: null, devices: [scanner] },
          serial: {
            status: 'off',
            problem: null,
            ports: [{ path: '/dev/ttyACM0', name: 'Datalogic' }],
          },
          last: [
            {
              source: 'hid',
              at: evening(),
              kind: 'reference',
              text: ticketNumber(7),
              symbology: ']Q1',
            },
          ],
        },
      });
    },
  }),
  sheet('sheet-scanners-trouble', 'Alt+s', {
    go: async ({ station }) => {
      station.setState({
        scanners: {
          ...NO_SCANNERS,
          usb: { status: 'no_permission', problem: null, devices: [lockedScanner] },
        },
      });
    },
  }),
  sheet('sheet-self-test', 'Alt+t'),
  sheet('sheet-self-test-passed', 'Alt+t', {
    kept: { 'gatehouse.self-test': selfTestResult },
  }),
  {
    name: 'sheet-self-test-trouble',
    kept: {
      'gatehouse.self-test': {
        ...selfTestResult,
        scanner: null,
        heard: false,
        report: {
          ...selfTestReport,
          server: { kind: 'away' },
          tickets: { here: 1_975, server: null, fresh_at: evening(-40) },
          journal: { kind: 'failed', cause: 'io_error', problem: 'disk I/O error' },
          free_bytes: 640_000_000,
        },
      },
    },
    go: async ({ page }) => {
      await page.keyboard.press('Alt+t');
      await expect(page.getByRole('dialog')).toContainText('Not ready');
    },
  },
  {
    name: 'sheet-scan',
    opens: { recent: before },
    go: async ({ page }) => {
      await page.getByRole('row', { name: /Théo/ }).press('Enter');
      await expect(page.getByRole('dialog', { name: 'Scan' })).toBeVisible();
    },
  },
  attention('sheet-attention', [
    attentionItem(7, { offered: 3 }),
    attentionItem(9, {
      kind: 'denied',
      reason: 'scanning.already_scanned',
      code: 'ticket.archived',
      message: 'The ticket was archived.',
      entry_point: null,
      waiting: true,
    }),
  ]),
  attention('sheet-attention-none', []),
  sheet('sheet-change-server', 'Control+,', {
    opens: { state: { sync: { ...ready.sync, queued: 37 } } },
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Change server' }).click();
      await expect(page.getByRole('dialog', { name: 'Change server' })).toBeVisible();
    },
  }),
];

function attention(name: string, items: readonly ReturnType<typeof attentionItem>[]): Look {
  return {
    name,
    opens: { recent: before, state: { sync: { ...ready.sync, needs_attention: items.length } } },
    go: async ({ page, station }) => {
      station.answer = ({ command }) =>
        command.kind === 'read_attention'
          ? { ok: true, attention: attentionPage(items, command) }
          : { ok: true };
      await page.keyboard.press('Alt+n');
      await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(items.length);
    },
  };
}

const unenrolled = { phase: { kind: 'unenrolled' }, server_url: null, client_id: null } as const;
const choosing = { phase: { kind: 'choosing_event' }, event: null } as const;
const undecided = { ...unenrolled, phase: { kind: 'undecided' }, event: null, events: [] } as const;

/** The first run of a local server, at the question after these answers. */
function question(name: string, answers: readonly string[]): Look {
  return {
    name,
    opens: { state: undecided },
    go: async (scene) => {
      const { page } = scene;
      await page.getByRole('button', { name: /^Run the server here/ }).click();
      for (const answer of answers) {
        await page.getByRole('textbox').fill(answer);
        await pressKey(scene, 'Enter');
      }
      await expect(page.getByRole('textbox')).toHaveValue('');
    },
  };
}

async function tryDemo({ page, station }: Scene) {
  await page.getByRole('button', { name: /^Try it/ }).click();
  station.setState({ phase: { kind: 'choosing_event' }, events: ready.events });
  await expect(page.getByRole('option')).toHaveCount(ready.events.length);
}

const setUpLooks: readonly Look[] = [
  { name: 'first-run-cards', opens: { state: undecided } },
  { name: 'first-run-cards-german', opens: { state: { ...undecided, locale: 'de' } } },
  {
    name: 'first-run-no-server',
    opens: { state: undecided },
    go: async ({ page, station }) => {
      station.answer = () => ({ ok: false, code: 'server.disk_full', message: '' });
      await page.getByRole('button', { name: /^Try it/ }).click();
      await expect(page.getByText(/This device’s disk is full/)).toBeVisible();
    },
  },
  {
    name: 'first-run-starting',
    opens: { state: undecided },
    go: async ({ page, station }) => {
      station.answer = () => null;
      await page.getByRole('button', { name: /^Try it/ }).click();
      await expect(page.getByRole('heading', { name: 'Starting the server…' })).toBeVisible();
    },
  },
  question('first-run-organiser', []),
  question('first-run-entry-points', ['Stadthalle', 'Sommerfest']),
  { name: 'first-run-events', opens: { state: undecided }, go: tryDemo },
  {
    name: 'first-run-place',
    opens: { state: undecided },
    go: async (scene) => {
      await tryDemo(scene);
      scene.station.setState({
        phase: { kind: 'importing', applied: 500, total: 2_000 },
        event: ready.event,
      });
      await expect(scene.page.getByRole('option', { name: /Box office/ })).toBeVisible();
    },
  },
  { name: 'connect', opens: { state: unenrolled } },
  {
    name: 'connect-refused',
    opens: { state: unenrolled },
    go: async ({ page, station }) => {
      station.answer = () => ({ ok: false, code: 'connect.refused', message: '' });
      await page.getByLabel('Server address').fill('https://tickets.example.org/v1');
      await page.getByLabel('Client ID').fill('client');
      await page.getByLabel('Client secret').fill('secret');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/does not accept this ID/)).toBeVisible();
      await page.getByText('No client yet?').click();
    },
  },
  { name: 'choose-event', opens: { state: choosing } },
  {
    name: 'choose-event-asking',
    opens: {
      state: {
        ...choosing,
        events: [],
        access: { kind: 'unknown' },
        sync: { ...ready.sync, connection: { kind: 'connecting' } },
      },
    },
  },
  {
    name: 'choose-event-offline',
    opens: { state: { ...choosing, events: [], sync: { ...offline, needs_attention: 0 } } },
  },
  {
    name: 'revoked',
    opens: {
      state: {
        ...unenrolled,
        event: null,
        phase: {
          kind: 'revoked',
          revoked_at: evening(-12),
          unsent: 12,
          sealed_as: '/srv/gatehouse/station/journal.sealed-1',
        },
      },
    },
  },
  { name: 'starting', opens: { state: { phase: { kind: 'starting', waiting_for: 'server' } } } },
  {
    name: 'failed',
    opens: { state: { phase: { kind: 'failed', message: 'The journal could not be opened.' } } },
  },
  {
    name: 'refused',
    go: async ({ page }) => {
      // A browser that has lost its access key.
      await page.evaluate(async () => {
        for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
      });
      await page.reload();
      await expect(page.getByRole('heading', { name: 'This page has no access' })).toBeVisible();
    },
  },
];

const guestOptions = {
  ticket_types: [
    { reference: 'tt_1', name: 'Standing', price: 4_500, currency: 'EUR', left: 89 },
    { reference: 'tt_2', name: 'VIP', price: 18_500, currency: 'EUR', left: null },
  ],
  sessions: [],
};

const boxOfficeLooks: readonly Look[] = [
  {
    name: 'box-office',
    go: async (scene) => {
      const { page, station } = scene;
      runBoxOffice(station);
      await toBoxOffice(scene);
      await expect(page.getByText('Who is it?')).toBeVisible();
    },
  },
  {
    name: 'box-office-nothing-found',
    go: async (scene) => {
      const { page, station } = scene;
      runBoxOffice(station);
      await search(scene, 'nobody');
      await expect(page.getByText(/Nothing found/)).toBeVisible();
    },
  },
  {
    name: 'box-office-unread',
    go: async (scene) => {
      const { page, station } = scene;
      const unread: CommandResult = { ok: false, code: 'search.unread', message: '' };
      runBoxOffice(station, { refuse: { search_tickets: unread } });
      await search(scene, 'dub');
      await expect(page.getByText('The tickets cannot be read')).toBeVisible();
    },
  },
  {
    name: 'box-office-order',
    go: async (scene) => {
      const { page, station } = scene;
      runBoxOffice(station, { more: true });
      await search(scene, 'dub');
      await expect(page.getByText('Parking')).toBeAttached();
    },
  },
  {
    name: 'box-office-adding-a-guest',
    opens: { state: { guests: { sends: true } } },
    go: async (scene) => {
      const { page, station } = scene;
      station.answer = ({ command }) =>
        command.kind === 'read_guest_options'
          ? { ok: true, guest_options: guestOptions }
          : { ok: true };
      await toBoxOffice(scene);
      await page.getByRole('button', { name: 'Add a guest' }).click();
      await scene.pass(500);
      await expect(page.getByLabel('First name')).toBeFocused();
    },
  },
  {
    name: 'box-office-why-not',
    go: async (scene) => {
      const { page, station } = scene;
      runBoxOffice(station);
      await search(scene, 'dubuffet');
      await expect(page.getByRole('region', { name: 'Order' })).toContainText('Jean Dubuffet');
    },
  },
  {
    name: 'box-office-checked-in',
    go: async (scene) => {
      const { page, station } = scene;
      runBoxOffice(station, { now: evening() });
      await search(scene, 'amelie');
      await page
        .getByRole('button', { name: /^Check in/ })
        .first()
        .click();
      await expect(page.getByRole('status', { name: 'Verdict' })).toContainText('Admit');
    },
  },
  {
    name: 'box-office-redeemed',
    go: async (scene) => {
      const { page, station } = scene;
      runBoxOffice(station);
      await search(scene, 'amelie');
      await page
        .getByRole('button', { name: /^Redeem/ })
        .first()
        .click();
      await expect(page.getByRole('button', { name: /Undo/ })).toBeVisible();
    },
  },
];

/** Newest first, a minute apart. */
const rows = anEvening().rows.map((row, place) => ({ ...row, scanned_at: evening(-place) }));

const activityLooks: readonly Look[] = [
  {
    name: 'activity',
    go: async (scene) => {
      const { page, station } = scene;
      runActivity(station, { rows });
      await toActivity(scene);
      await expect(page.getByText('Théo Dubois').first()).toBeVisible();
    },
  },
  {
    name: 'activity-nothing-yet',
    go: async (scene) => {
      const { page, station } = scene;
      runActivity(station, { rows: [] });
      await toActivity(scene);
      await expect(page.getByText('Nothing has happened yet')).toBeVisible();
    },
  },
  {
    name: 'activity-filtered-to-nothing',
    go: async (scene) => {
      const { page, station, pass } = scene;
      runActivity(station, { rows });
      await toActivity(scene);
      await page.getByRole('searchbox').fill('nobody');
      await pass(500);
      await expect(page.getByText('No matches')).toBeVisible();
    },
  },
  {
    name: 'activity-with-a-scan',
    go: async (scene) => {
      const { page, station } = scene;
      runActivity(station, { rows });
      await toActivity(scene);
      await scan(page, station, kinds.entrance);
    },
  },
  {
    name: 'conflicts',
    go: async (scene) => {
      const { page, station } = scene;
      runActivity(station, { rows });
      await toActivity(scene);
      await page.getByRole('tab', { name: 'Conflicts' }).click();
      await expect(page.getByRole('article')).toHaveCount(3);
    },
  },
  {
    name: 'conflicts-none',
    go: async (scene) => {
      const { page, station } = scene;
      runActivity(station, { conflicts: [] });
      await toActivity(scene);
      await page.getByRole('tab', { name: 'Conflicts' }).click();
      await expect(page.getByText('No open conflicts')).toBeVisible();
    },
  },
  {
    name: 'conflicts-offline',
    go: async (scene) => {
      const { page, station } = scene;
      runActivity(station, { refuse: 'conflicts.unreachable' });
      await toActivity(scene);
      await page.getByRole('tab', { name: 'Conflicts' }).click();
      await expect(page.getByText(/The server cannot be reached/)).toBeVisible();
    },
  },
];

const tonightLooks: readonly Look[] = [
  {
    name: 'tonight',
    go: async (scene) => {
      const { page, station } = scene;
      runTonight(station);
      await toTonight(scene);
      await expect(page.getByRole('table', { name: 'Stations' })).toBeAttached();
    },
  },
  {
    name: 'tonight-stations',
    go: async (scene) => {
      const { page, station } = scene;
      runTonight(station);
      await toTonight(scene);
      await page.getByRole('button', { name: '1 station needs attention' }).press('Enter');
      await expect(page.getByText('South Gate 1', { exact: true }).last()).toBeInViewport();
    },
  },
  {
    name: 'tonight-tables',
    go: async (scene) => {
      const { page, station } = scene;
      runTonight(station);
      await toTonight(scene);
      const toggles = page.getByRole('button', { name: 'As a table' });
      await expect(toggles).toHaveCount(5);
      for (const toggle of await toggles.all()) await toggle.click();
      await page.getByRole('heading', { name: 'Tonight' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'tonight-in-and-out',
    go: async (scene) => {
      const { page, station } = scene;
      runTonight(station);
      await toTonight(scene);
      await page.getByText('Her coat was outside').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'tonight-before-doors',
    go: async (scene) => {
      const { page, station } = scene;
      runTonight(station, {
        figures: someFigures({ arrivals: [], denials: [], ticket_types: [] }),
      });
      await toTonight(scene);
      await expect(page.getByText('Nobody has come in yet')).toBeVisible();
    },
  },
  {
    name: 'tonight-offline',
    opens: { state: { sync: offline } },
    go: async (scene) => {
      const { page, station } = scene;
      runTonight(station, { refuseStations: 'stations.unreachable' });
      await toTonight(scene);
      await expect(page.getByText('Only it hears from all stations.')).toBeAttached();
    },
  },
];

/** The looks whose picture is taken in every size and both themes: others stack, fit and scroll as one of these does. */
export const inEverySize: ReadonlySet<string> = new Set([
  'door-admit', // the verdict that is seen most
  'door-long-names', // the longest names in a full-screen verdict
  'door-wrong-entrance-german', // the longest words, and a list of entry points
  'door-between-scans', // the counters and the list of scans
  'door-in-trouble', // every strip of trouble at once
  'kiosk-already-in',
  'sheet-settings', // the longest sheet
  'first-run-cards-german', // cards side by side or stacked
  'box-office-order', // what was found and an open order, side by side or stacked
  'activity',
  'conflicts',
  'tonight', // figures and charts
]);

export const looks: readonly Look[] = [
  ...doorLooks,
  ...kioskLooks,
  ...sheetLooks,
  ...setUpLooks,
  ...boxOfficeLooks,
  ...activityLooks,
  ...tonightLooks,
];
