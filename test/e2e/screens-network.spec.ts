import { expect, type Page } from '@playwright/test';
import type { ServerNetwork, ServerState } from '../../shared/station/server.ts';
import { locales } from '../../shared/languages.ts';
import { formatDayTime } from '../../src-renderer/station/i18n/format.ts';
import { catalogue } from '../../src-renderer/station/i18n/languages.ts';
import { evening, readyState } from '../support/door-script.ts';
import { findCuts } from '../support/e2e/find-cuts.ts';
import { doorTest as test } from '../support/e2e/scripted-door.ts';
import type { ScriptedPage } from '../support/scripted-page.ts';
import { violations } from '../support/e2e/violations.ts';

// The settings of a server that other stations may join, with a scripted host.

const { event } = readyState();
const choice = {
  event: event?.reference ?? '',
  name: 'Winter Gala',
  organiser: 'org_01hzzzzzzzzzzzzzzzzzzzzzz1',
  organiser_name: 'Nordlys',
  entry_points: [
    { reference: 'loc_01hzzzzzzzzzzzzzzzzzzzzzz1', name: 'North Gate' },
    { reference: 'loc_01hzzzzzzzzzzzzzzzzzzzzzz2', name: 'South Gate' },
  ],
};
const open: ServerNetwork = {
  kind: 'open',
  port: 8788,
  hosts: ['192.168.1.20', 'fd00::2'],
  lost_host: null,
  expires_at: '2036-11-23T02:30:00.000000Z',
};
const joining = {
  name: 'South Gate',
  client_id: 'gci_0123456789abcdef',
  code: `gatehouse://enrol?server=https%3A%2F%2F192.168.1.20%3A8788%2Fv1&secret=${'s'.repeat(47)}`,
  expires_at: evening(7 * 24 * 60),
  qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="1" height="1"/></svg>',
};

/** A host that runs a server and carries out every request. */
function serveHere(station: ScriptedPage, { demo = false } = {}) {
  const host: { network: ServerNetwork } = { network: { kind: 'closed' } };
  const server = (): ServerState => ({
    kind: 'here',
    address: 'http://127.0.0.1:8787/v1',
    health: 'ready',
    bytes: 12_345_678,
    data: '/home/door/.local/share/gatehouse',
    last_backup: { file: '/backups/one.db', at: evening(-60) },
    demo,
    network: host.network,
  });
  station.answer = ({ command }) => {
    switch (command.kind) {
      case 'read_enrolment_choices':
        return { ok: true, enrolment_choices: [choice] };
      case 'enrol_station':
        return { ok: true, joining };
      case 'open_server':
      case 'move_server':
      case 'renew_certificate':
        host.network = open;
        return { ok: true, server: server() };
      case 'close_server':
        host.network = { kind: 'closed' };
        return { ok: true, server: server() };
      case 'read_server':
        return { ok: true, server: server() };
      default:
        return { ok: true };
    }
  };
  return host;
}

const sheet = (page: Page) => page.getByRole('dialog');
const toggle = (page: Page) =>
  sheet(page).getByRole('switch', { name: 'Other stations may connect' });

/** The page polls the state of the server every five seconds. */
const LOOK_MS = 5_000;

/** Sets the state of the network and waits until the page has polled it. */
async function becomes(page: Page, host: { network: ServerNetwork }, network: ServerNetwork) {
  host.network = network;
  await page.clock.fastForward(LOOK_MS);
}

async function openSettings(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await expect(sheet(page)).toBeVisible();
}

test('one switch opens the server to the network, and its addresses are shown', async ({
  page,
  open: start,
}) => {
  const { station } = await start();
  serveHere(station);
  await openSettings(page);
  await expect(toggle(page)).not.toBeChecked();
  await expect(sheet(page).getByRole('button', { name: 'Let a station join' })).toBeHidden();
  await toggle(page).press('Space');
  await expect(toggle(page)).toBeChecked();
  await expect(sheet(page).getByText('https://192.168.1.20:8788')).toBeVisible();
  await expect(sheet(page).getByText('https://[fd00::2]:8788')).toBeVisible();
  await expect(sheet(page).getByText('23 Nov 2036')).toBeVisible();
  await toggle(page).press('Space');
  await expect(sheet(page).getByText('https://192.168.1.20:8788')).toBeHidden();
  expect(station.requests.map(({ command }) => command)).toContainEqual({
    kind: 'open_server',
    with_demo: false,
  });
});

test(
  'a server with demo data is opened to the network only after a confirmation',
  { tag: '@long' },
  async ({ page, open: start }) => {
    const { station } = await start();
    serveHere(station, { demo: true });
    const asked = () => station.requests.filter(({ command }) => command.kind === 'open_server');
    await openSettings(page);
    await toggle(page).press('Space');
    await expect(sheet(page).getByText(/are in demo\.json/)).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(toggle(page)).not.toBeChecked();
    expect(asked()).toEqual([]);
    await toggle(page).press('Space');
    await sheet(page).getByRole('button', { name: 'Allow it anyway' }).click();
    await expect(toggle(page)).toBeChecked();
    expect(asked().map(({ command }) => command)).toEqual([
      { kind: 'open_server', with_demo: true },
    ]);
  },
);

test(
  'the settings say why the server cannot be opened, and what each remedy means for stations that have joined',
  { tag: '@long' },
  async ({ page, open: start }) => {
    await page.clock.install();
    const { station } = await start();
    const host = serveHere(station);
    const failed = { kind: 'failed', port: 8788, message: 'EADDRINUSE' } as const;
    host.network = { ...failed, problem: 'port_taken' };
    await openSettings(page);
    await expect(sheet(page).getByText(/Another program is using port 8788/)).toBeVisible();
    await expect(
      sheet(page).getByText(/each station that has joined needs a new code/),
    ).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Use another port' }).click();
    await expect(sheet(page).getByText('https://192.168.1.20:8788')).toBeVisible();
    await becomes(page, host, { ...failed, problem: 'certificate_lost' });
    await expect(sheet(page).getByText(/server-tls\.pem, is missing or damaged/)).toBeVisible();
    await expect(sheet(page).getByText(/stays offline until it gets a new code/)).toBeVisible();
    expect(station.requests.map(({ command }) => command.kind)).not.toContain('renew_certificate');
    await sheet(page).getByRole('button', { name: 'Create a new certificate' }).click();
    await expect(sheet(page).getByText('https://192.168.1.20:8788')).toBeVisible();
    await becomes(page, host, { ...open, hosts: ['10.0.0.7'], lost_host: '192.168.1.20' });
    await expect(sheet(page).getByText(/no longer has the address 192\.168\.1\.20/)).toBeVisible();
    await becomes(page, host, { ...open, hosts: [] });
    await expect(sheet(page).getByText(/not on a local network/)).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Let a station join' })).toBeHidden();
    await becomes(page, host, { ...failed, problem: 'failed', message: 'EACCES' });
    await expect(
      sheet(page).getByText(/cannot be reached from the network\. \(EACCES\)/),
    ).toBeVisible();
  },
);

test(
  'an enrolment code holds name, event, entry point and address of a station, and is shown once',
  { tag: '@long' },
  async ({ page, open: start }) => {
    const { station } = await start();
    serveHere(station).network = open;
    await openSettings(page);
    await sheet(page).getByRole('button', { name: 'Let a station join' }).click();
    await expect(sheet(page).getByRole('textbox', { name: 'Name of the station' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByText('Enter a name.')).toBeVisible();
    await page.keyboard.type('South Gate', { delay: 80 });
    await sheet(page)
      .getByRole('button', { name: /Entry point/ })
      .click();
    await page.getByRole('option', { name: 'South Gate' }).click();
    await sheet(page)
      .getByRole('button', { name: /Address for the station to use/ })
      .click();
    await page.getByRole('option', { name: 'fd00::2' }).click();
    await sheet(page).getByRole('button', { name: 'Create the code' }).click();
    await expect(sheet(page).getByRole('heading', { name: 'Code for South Gate' })).toBeVisible();
    expect(station.requests.map(({ command }) => command)).toContainEqual({
      kind: 'enrol_station',
      host: 'fd00::2',
      name: 'South Gate',
      organiser: choice.organiser,
      event: choice.event,
      location: 'loc_01hzzzzzzzzzzzzzzzzzzzzzz2',
    });
    await expect(sheet(page).getByRole('textbox', { name: 'As text' })).toHaveValue(joining.code);
    await expect(
      sheet(page).getByRole('img', { name: 'Enrolment code as a QR code' }),
    ).toBeVisible();
    await expect(
      sheet(page).getByText(`gatehouse station revoke ${joining.client_id}`),
    ).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(joining.code)).toHaveCount(0);
    await expect(sheet(page).getByRole('textbox')).toHaveCount(0);
    await expect(sheet(page).getByRole('button', { name: 'Let a station join' })).toBeVisible();
  },
);

test(
  'an enrolment code stays on the screen while the server restarts or the network is down',
  { tag: '@long' },
  async ({ page, open: start }) => {
    await page.clock.install();
    const { station } = await start();
    const host = serveHere(station);
    host.network = open;
    await openSettings(page);
    await sheet(page).getByRole('button', { name: 'Let a station join' }).click();
    await page.keyboard.type('South Gate', { delay: 80 });
    await page.keyboard.press('Enter');
    const code = sheet(page).getByRole('textbox', { name: 'As text' });
    await expect(code).toHaveValue(joining.code);
    await becomes(page, host, { kind: 'opening' });
    await expect(sheet(page).getByText(catalogue.en.network.opening)).toBeVisible();
    await expect(code).toHaveValue(joining.code);
    await becomes(page, host, { ...open, hosts: [] });
    await expect(sheet(page).getByText(/not on a local network/)).toBeVisible();
    await expect(code).toHaveValue(joining.code);
    await sheet(page).getByRole('button', { name: 'Done' }).click();
    await expect(sheet(page).getByRole('button', { name: 'Let a station join' })).toBeHidden();
  },
);

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [320, 568],
] as const) {
  test(
    `the network settings can be read at ${width} × ${height}, in every language and both themes`,
    {
      tag: '@long',
    },
    async ({ page, open: start }) => {
      await page.setViewportSize({ width, height });
      await page.clock.install();
      const { station } = await start();
      const host = serveHere(station);
      await openSettings(page);
      for (const locale of locales) {
        station.setState({ locale });
        const words = catalogue[locale];
        await becomes(page, host, { ...open, lost_host: '192.168.100.200' });
        await expect(
          sheet(page).getByText(words.network.lostHost('192.168.100.200')),
        ).toBeVisible();
        await sheet(page).getByRole('button', { name: words.join.begin }).click();
        await expectReadable(page, locale);
        await sheet(page).getByRole('textbox', { name: words.join.name }).fill('South Gate');
        await sheet(page).getByRole('button', { name: words.join.make }).click();
        const until = formatDayTime(joining.expires_at, { locale, zone: event?.timezone ?? '' });
        await expect(sheet(page).getByText(words.join.once(until))).toBeVisible();
        await expectReadable(page, locale);
        await sheet(page).getByRole('button', { name: words.join.done, exact: true }).click();
        await becomes(page, host, {
          kind: 'failed',
          problem: 'certificate_expired',
          port: 8788,
          message: '',
        });
        await expect(sheet(page).getByText(words.network.renewMeans)).toBeVisible();
        await expectReadable(page, locale);
      }
    },
  );
}

/** Expects that nothing is cut and that axe finds nothing in either theme. */
async function expectReadable(page: Page, locale: string): Promise<void> {
  expect([locale, await page.evaluate(findCuts)]).toEqual([locale, []]);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([locale, await violations(page, '[role=dialog]')]).toEqual([locale, []]);
  }
}
