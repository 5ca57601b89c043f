import { expect, type Page } from '@playwright/test';
import type { OfflineReason, StationState } from '../../shared/station/state.ts';
import { VERSION } from '../../shared/version.ts';
import { inOtherLanguages } from '../support/other-languages.ts';
import { evening, readyState } from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

const { sync } = readyState();
const unenrolled = { phase: { kind: 'unenrolled' }, server_url: null, client_id: null } as const;
/** A station that is connected to a server and has no event yet. */
const choosing = { phase: { kind: 'choosing_event' }, event: null, events: [] } as const;

function away(reason: OfflineReason, nextAttempt: string | null = null): StationState['sync'] {
  const connection = { kind: 'offline', since: evening(-12), reason } as const;
  return { ...sync, connection, next_attempt_at: nextAttempt };
}

/** Fills in the form and sends it. */
async function connect(page: Page): Promise<void> {
  await page.getByLabel('Server address').fill('https://tickets.example.org/v1');
  await page.getByLabel('Client ID').fill('client');
  await page.getByLabel('Client secret').fill('secret');
  await page.keyboard.press('Enter');
}

test.describe('the form that connects a station', () => {
  test('requires a complete address and all three fields', async ({ page, open }) => {
    const { station } = await open({ state: unenrolled });
    await page.getByLabel('Server address').fill('tickets');
    await page.getByLabel('Client ID').fill('client');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByLabel('Server address')).toHaveAccessibleDescription(
      /Enter the full address/,
    );
    await expect(page.getByLabel('Client secret')).toHaveAccessibleDescription('Required.');
    expect(station.requests).toEqual([]);
  });

  test('sends the three fields, and the door opens', async ({ page, open }) => {
    const { station } = await open({ state: unenrolled });
    await connect(page);
    await expect
      .poll(() => station.requests.at(-1)?.command)
      .toEqual({
        kind: 'connect',
        server_url: 'https://tickets.example.org/v1',
        client_id: 'client',
        client_secret: 'secret',
      });
    station.setState({ phase: { kind: 'ready' } });
    await expect(verdictOf(page)).toContainText('Ready to scan');
  });

  test('accepts a pasted enrolment code in place of all three fields', async ({ page, open }) => {
    const { station } = await open({ state: unenrolled });
    station.answer = () => ({ ok: false, code: 'connect.refused', message: 'No.' });
    const certificate = 'A'.repeat(43);
    await page
      .getByLabel('Server address')
      .fill(
        ` gatehouse://enrol?server=https%3A%2F%2Fgate.example.org%2Fv1&client=c&secret=s&certificate=${certificate} `,
      );
    await expect(page.getByLabel('Client secret')).toBeHidden();
    await expect(page.getByLabel('Server address')).toHaveAccessibleDescription(
      /contains the rest/,
    );
    await page.keyboard.press('Enter');
    await expect
      .poll(() => station.requests.at(-1)?.command)
      .toEqual({
        kind: 'connect',
        server_url: 'https://gate.example.org/v1',
        client_id: 'c',
        client_secret: 's',
        certificate,
        keys: null,
        event: null,
        location: null,
      });
    await expect(page.getByText(/does not accept this ID/)).toBeVisible();
  });

  const code =
    'gatehouse://enrol?server=https%3A%2F%2Fgate.example.org%2Fv1&client=gci_1&secret=gcs_1';

  test(
    'accepts an enrolment code with line breaks from an email',
    { tag: '@long' },
    async ({ page, open }) => {
      const { station } = await open({ state: unenrolled });
      await page.getByLabel('Server address').fill(`${code.slice(0, 40)} ${code.slice(40)}`);
      await page.keyboard.press('Enter');
      await expect
        .poll(() => station.requests.at(-1)?.command)
        .toMatchObject({ kind: 'connect', client_id: 'gci_1', client_secret: 'gcs_1' });
    },
  );

  for (const cut of [code.slice(0, 60), code.replace('client=', 'klient='), 'gatehouse://enrol']) {
    test(
      `says that an enrolment code is incomplete: ${cut.slice(-12)}`,
      { tag: '@long' },
      async ({ page, open }) => {
        const { station } = await open({ state: unenrolled });
        await page.getByLabel('Server address').fill(cut);
        await page.keyboard.press('Enter');
        await expect(page.getByLabel('Server address')).toHaveAccessibleDescription(/only part/);
        await expect(page.locator('input[aria-invalid=true]')).toHaveCount(1);
        expect(station.requests).toEqual([]);
      },
    );
  }

  test(
    'says that a scanned ticket is not an enrolment code',
    { tag: '@long' },
    async ({ page, open }) => {
      const { scanner } = await open({ state: unenrolled });
      await scanner.scan('tkt_01hzzzzzzzzzzzzzzzzzzzzzz9');
      await expect(page.getByLabel('Server address')).toHaveAccessibleDescription(/only part/);
      await expect(page.getByLabel('Server address')).toHaveValue('');
    },
  );

  test(
    'refuses an address that contains credentials or a query',
    { tag: '@long' },
    async ({ page, open }) => {
      const { station } = await open({ state: unenrolled });
      for (const url of [
        'https://me@gate.example.org/v1',
        'https://gate.example.org/v1?x',
        'http://a b',
      ]) {
        await page.getByLabel('Server address').fill(url);
        await page.keyboard.press('Enter');
        await expect(page.getByLabel('Server address')).toHaveAccessibleDescription(/full address/);
      }
      expect(station.requests).toEqual([]);
    },
  );

  const refusals = [
    [
      'connect.unreachable',
      'Server address',
      /Nothing answers at https:\/\/tickets\.example\.org\/v1\. /,
    ],
    ['connect.certificate_not_trusted', 'Server address', /certificate .* is not trusted/],
    [
      'connect.certificate_changed',
      'Server address',
      /different certificate from the one in the enrolment/,
    ],
    ['connect.code_ended', 'Server address', /expired or was used already. Ask the organiser/],
    ['connect.not_a_server', 'Server address', /no Gatehouse server at this address/],
    ['connect.refused', 'Client secret', /does not accept this ID with this secret/],
  ] as const;
  test('shows a refusal at the field that caused it', async ({ page, open }) => {
    const { station } = await open({ state: unenrolled });
    for (const [code, label, sentence] of refusals) {
      station.answer = () => ({ ok: false, code, message: 'In the words of the station.' });
      await connect(page);
      const field = page.getByLabel(label);
      await expect(field, code).toHaveAccessibleDescription(sentence);
      await expect(field, code).toHaveAttribute('aria-invalid', 'true');
      await expect(field, code).toBeFocused();
      const marked = code === 'connect.refused' ? 2 : 1;
      await expect(page.locator('input[aria-invalid=true]'), code).toHaveCount(marked);
      await field.fill('https://other.example.org/v1');
      await expect(page.locator('input[aria-invalid=true]'), code).toHaveCount(0);
    }
  });

  test(
    'shows beside the button an error that no field can correct',
    { tag: '@long' },
    async ({ page, open }) => {
      const { station } = await open({ state: unenrolled });
      station.answer = () => ({ ok: false, code: 'connect.server_error', message: 'No.' });
      await connect(page);
      await expect(page.getByText('The server returned an error, or asked to wait.')).toBeVisible();
      await expect(page.locator('input[aria-invalid=true]')).toHaveCount(0);
    },
  );

  test("explains how to create a station's client", { tag: '@long' }, async ({ page, open }) => {
    await open({ state: unenrolled });
    await page.getByText('No client yet?').click();
    await expect(page.getByText('gatehouse station enrol')).toBeVisible();
  });

  test(
    "is shown with the reason when this station's secret cannot be read",
    { tag: '@long' },
    async ({ page, open }) => {
      await open({ state: { phase: { kind: 'unenrolled' }, sync: away('no_secret') } });
      await expect(
        page.getByText('The client secret of this station cannot be read'),
      ).toBeVisible();
      await expect(page.getByLabel('Server address')).toHaveValue('https://tickets.example.org/v1');
      await expect(page.getByLabel('Client ID')).toHaveValue('cli_north_gate');
    },
  );
});

test.describe('before an event is chosen', () => {
  const NO_EVENT = 'The server has no published event for the client of this station.';

  test(
    'the screen says that the server is being asked',
    { tag: '@long' },
    async ({ page, open }) => {
      const connecting = { ...sync, connection: { kind: 'connecting' } } as const;
      await open({ state: { ...choosing, access: { kind: 'unknown' }, sync: connecting } });
      await expect(page.getByText('Asking the server for its events…')).toBeVisible();
      await expect(page.getByText(NO_EVENT)).toHaveCount(0);
    },
  );

  const causes: readonly (readonly [OfflineReason, RegExp])[] = [
    ['unreachable', /The server tickets\.example\.org cannot be reached\./],
    ['certificate_not_trusted', /The certificate of tickets\.example\.org is not trusted/],
    ['certificate_changed', /presents a different certificate from the one in its enrolment code/],
    ['not_the_server', /Something answers at tickets\.example\.org/],
    ['timeout', /does not answer in time/],
    ['server_error', /answers with an error/],
    ['unauthorized', /does not accept this station’s client ID or secret/],
    ['rate_limited', /asks this station to wait/],
    ['forbidden', /its organiser has no access/],
  ];
  test('the screen names the cause and does not send the user to the organiser', async ({
    page,
    open,
  }) => {
    const { station } = await open({ state: choosing });
    for (const [reason, sentence] of causes) {
      station.setState({ sync: away(reason) });
      await expect(page.getByText(sentence), reason).toBeVisible();
      await expect(page.getByText(NO_EVENT), reason).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Offline since/ }), reason).toBeVisible();
      await expect(page.getByRole('button', { name: /Try again/ }), reason).toBeVisible();
      await expect(page.getByRole('button', { name: 'Change server' }), reason).toBeVisible();
    }
    await page.getByRole('button', { name: /Try again/ }).click();
    await expect.poll(() => station.requests.at(-1)?.command).toEqual({ kind: 'sync_now' });
    await page.getByRole('button', { name: 'Change server' }).click();
    await expect(page.getByRole('dialog', { name: 'Change server' })).toBeVisible();
  });

  test(
    'the screen says when the next attempt is made and when it is in progress',
    { tag: '@long' },
    async ({ page, open }) => {
      await page.clock.install({ time: new Date(evening()) });
      const { station } = await open({ state: { ...choosing, sync: away('timeout', evening(2)) } });
      await expect(page.getByText(/Trying again in 1\smin\./)).toBeVisible();
      station.setState({ sync: away('timeout', null) });
      await expect(page.getByText('Trying now…')).toBeVisible();
    },
  );

  test('missing scopes are named, and the events appear by themselves once they are granted', async ({
    page,
    open,
  }) => {
    const scopes = ['events:read', 'scanner:sync'];
    const { station } = await open({
      state: { ...choosing, access: { kind: 'scope_missing', scopes } },
    });
    await expect(page.getByText(/lacks a permission: events:read, scanner:sync\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /No access/ })).toContainText(
      'permission missing',
    );
    station.setState({ events: readyState().events, access: { kind: 'granted' } });
    await expect(page.getByRole('option', { name: /Winter Gala/ })).toBeVisible();
    await expect(page.getByText(/lacks a permission/)).toHaveCount(0);
  });

  test(
    'the screen says that no event is granted only when the server has answered so',
    { tag: '@long' },
    async ({ page, open }) => {
      await open({ state: { ...choosing, access: { kind: 'no_event_granted' } } });
      await expect(page.getByText(NO_EVENT)).toBeVisible();
      await expect(page.getByRole('button', { name: /Try again/ })).toBeVisible();
    },
  );

  test('known events can be chosen while the server is down', async ({ page, open }) => {
    const { station } = await open({
      state: { ...choosing, events: readyState().events, sync: away('unreachable') },
    });
    await expect(page.getByText(/cannot be reached/)).toBeVisible();
    await page.getByRole('option', { name: /Winter Gala/ }).click();
    await expect
      .poll(() => station.requests.at(-1)?.command)
      .toEqual({ kind: 'select_event', event: readyState().event?.reference });
  });
});

test.describe('at the door', () => {
  test('the status bar reports that access to the event was withdrawn, and its sheet says what to do', async ({
    page,
    open,
  }) => {
    await open({ state: { access: { kind: 'event_not_granted' } } });
    const bar = page.getByRole('button', { name: /No access/ });
    await expect(bar).toContainText('event not granted');
    await expect(bar).not.toContainText('Live');
    await bar.click();
    const sheet = page.getByRole('dialog', { name: 'Station status' });
    await expect(sheet).toContainText('Winter Gala is no longer open to this station');
    await expect(sheet).toContainText('Scanning continues.');
    await expect(sheet.getByRole('button', { name: 'Change server' })).toBeVisible();
  });

  test(
    'a server that is down is reported in preference to the scopes that it granted last',
    { tag: '@long' },
    async ({ page, open }) => {
      await open({ state: { access: { kind: 'event_not_granted' }, sync: away('unreachable') } });
      await expect(page.getByRole('button', { name: /Offline since/ })).toBeVisible();
    },
  );

  test(
    'the cause of being offline is shown on a narrow screen too',
    { tag: '@long' },
    async ({ page, open }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open({ state: { sync: away('unauthorized') } });
      await expect(page.getByText('credentials refused')).toBeVisible();
    },
  );

  test('a stalled first import says why', { tag: '@long' }, async ({ page, open }) => {
    await open({
      state: { phase: { kind: 'importing', applied: 5, total: 10 }, sync: away('not_the_server') },
    });
    await expect(verdictOf(page)).toContainText('it is not the ticket server');
  });

  test(
    'a station that was switched offline can be switched online in its sheet',
    { tag: '@long' },
    async ({ page, open }) => {
      const { station } = await open({ state: { sync: { ...away('chosen'), mode: 'offline' } } });
      await page.keyboard.press('F6');
      await page.getByRole('button', { name: /Go online/ }).click();
      await expect
        .poll(() => station.requests.at(-1)?.command)
        .toEqual({ kind: 'set_mode', mode: 'automatic' });
    },
  );

  test('the settings show the station’s name, the server, the client and the version, and lead to another server', async ({
    page,
    open,
  }) => {
    const { station } = await open({
      state: { name: 'Nordtür 2', sync: { ...sync, queued: 37 } },
    });
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings).toContainText('https://tickets.example.org/v1');
    await expect(settings).toContainText('Nordtür 2');
    await expect(settings).toContainText('cli_north_gate');
    await expect(settings).toContainText(VERSION);
    await settings.getByRole('button', { name: 'Change server' }).click();
    const form = page.getByRole('dialog', { name: 'Change server' });
    await expect(form).toContainText('37 scans are waiting to be sent. They stay on this device');

    station.answer = () => ({ ok: false, code: 'connect.unsent_scans', message: 'No.' });
    await connect(page);
    await expect(form.getByLabel('Server address')).toHaveAccessibleDescription(
      '37 scans of Stadthalle Kultur gGmbH have not been sent yet, and this server belongs to another organiser. Send them first.',
    );
    station.answer = () => ({ ok: true });
    await connect(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(verdictOf(page)).toContainText('Ready to scan');
  });
});

test('a revoked station says what to hand over, and can be connected again', async ({
  page,
  open,
}) => {
  const revoked = {
    kind: 'revoked',
    revoked_at: '2026-12-12T18:30:00.000000Z',
    unsent: 12,
    sealed_as: '/srv/gatehouse/station/journal.sealed-1',
  } as const;
  const { station } = await open({ state: { ...unenrolled, phase: revoked, event: null } });
  await expect(page.getByRole('heading', { name: 'This station was revoked' })).toBeVisible();
  await expect(page.getByText('12 scans have not reached the server')).toBeVisible();
  await expect(page.getByText('/srv/gatehouse/station/journal.sealed-1')).toBeVisible();
  await page.getByText('Use this device again').click();
  await page.getByLabel('Server address').fill('https://tickets.example.org');
  await page.getByLabel('Client ID').fill('gci_new');
  await page.getByLabel('Client secret').fill('secret');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => station.requests.at(-1)?.command)
    .toMatchObject({ kind: 'connect', client_id: 'gci_new' });
  for (const [locale, title] of inOtherLanguages({
    de: 'Diese Station wurde gesperrt',
    fr: 'Ce poste a été révoqué',
    es: 'Este puesto fue revocado',
  })) {
    station.setState({ locale });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  station.setState({ locale: 'en', phase: { ...revoked, unsent: 0, sealed_as: null } });
  await expect(page.getByText('Every scan has reached the server.')).toBeVisible();
});
