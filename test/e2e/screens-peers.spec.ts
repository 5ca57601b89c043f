import { expect } from '@playwright/test';
import { NO_PEERS } from '../../shared/station/state.ts';
import {
  evening,
  connectedPeers,
  outcome,
  readyState,
  ticketNumber,
} from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

const offline = {
  ...readyState().sync,
  connection: { kind: 'offline', since: evening(), reason: 'unreachable' },
} as const;

test(
  'while the server is down, the status bar counts the stations nearby',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open({ state: { peers: connectedPeers } });
    await expect(page.getByRole('button', { name: /Live/ })).not.toContainText('near');
    station.setState({ sync: offline });
    await expect(page.getByRole('button', { name: /Offline since/ })).toContainText(
      '3 stations near',
    );
    station.setState({ peers: { ...connectedPeers, near: [] } });
    await expect(page.getByRole('button', { name: /Offline since/ })).toContainText(
      'no stations nearby',
    );
    station.setState({ peers: { ...connectedPeers, chosen: false, running: false } });
    await expect(page.getByRole('button', { name: /Offline since/ })).not.toContainText('near');
  },
);

test(
  'the station sheet lists the stations nearby, when each last answered, and what was refused',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.clock.install({ time: new Date(evening(3)) });
    await open({ state: { peers: connectedPeers, sync: offline } });
    await page.getByRole('button', { name: /Offline since/ }).click();
    const sheet = page.getByRole('dialog');
    const stations = sheet.getByRole('listitem');
    await expect(stations).toHaveCount(3);
    await expect(stations.first()).toContainText('South Gate');
    await expect(stations.first()).toContainText(/heard from 3\smin ago/);
    await expect(stations.last()).toContainText('Box office');
    await expect(sheet).toContainText('Admissions known1,284');
    await expect(sheet).toContainText('Connections refused2');
    await expect(sheet).toContainText('Silent connections5');
  },
);

test('one switch in the settings turns on the exchange with stations nearby, and the settings say what it waits for', async ({
  page,
  open,
}) => {
  const { station } = await open();
  await page.keyboard.press('Control+Comma');
  const knob = page.getByRole('switch', { name: 'Share admissions with stations nearby' });
  await expect(knob).not.toBeChecked();
  await page.getByText('Share admissions with stations nearby').click();
  await expect
    .poll(() => station.requests.at(-1)?.command)
    .toEqual({ kind: 'set_peers', on: true });
  station.setState({ peers: { ...NO_PEERS, chosen: true, allowed: false } });
  await expect(knob).toBeChecked();
  await expect(page.getByText('Off for this event')).toBeVisible();
  station.setState({ peers: { ...NO_PEERS, chosen: true, allowed: true } });
  await expect(page.getByText('Starts once the server has been reached')).toBeVisible();
  station.setState({ peers: connectedPeers });
  await expect(page.getByRole('dialog')).toContainText('Port8797');
  await expect(page.getByRole('dialog')).toContainText('192.168.20.14:8797');
});

test(
  "a refusal that rests on another station's report says so",
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    station.outcome(
      outcome(1, {
        kind: 'denied',
        ticket: ticketNumber(1),
        reason: 'scanning.already_scanned',
        first_admission: { scanned_at: evening(), entry_point: 'South Gate', source: 'peer' },
      }),
    );
    await expect(verdictOf(page)).toContainText('South Gate');
    await expect(verdictOf(page)).toContainText(/reported\sby\sthat\sstation/);
  },
);
