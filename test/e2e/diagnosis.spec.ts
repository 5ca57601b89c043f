import { expect, test, type Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { organiserCommands, type OrganiserCommands } from '../support/e2e/organiser-commands.ts';
import { pressLikeAPerson } from '../support/e2e/person-keys.ts';
import { serve, type ServeProcess } from '../support/e2e/serve.ts';
import { startStationHost, type StationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';

// A station and a server in separate processes: the screen says why they cannot work together, and recovers once the cause is gone.

const SCOPES = 'events:read scanner:sync scans:write';
const NO_EVENT = 'The server has no published event for the client of this station.';
/** A station checks its granted scopes once a minute. */
const NOTICED = { timeout: 150_000 };

let port: number;
let serverFolder: TemporaryFolder;
let folder: TemporaryFolder;
let server: ServeProcess;
let host: StationHost | null;
let organiser: OrganiserCommands;

test.beforeAll(async () => {
  serverFolder = await temporaryFolder('server');
  port = await freePort();
  await startServer();
  organiser = organiserCommands(serverFolder.path);
});
test.beforeEach(async ({ page }) => {
  pressLikeAPerson(page);
  folder = await temporaryFolder('station');
  host = null;
});
test.afterEach(async () => {
  await host?.kill();
  await folder.remove();
});
test.afterAll(async () => {
  await server.kill();
  await serverFolder.remove();
});

test(
  'a wrong secret is reported at the first start, and the right one can be entered on the same screen',
  { tag: '@long' },
  async ({ page }) => {
    const client = await makeEventAndClient(SCOPES);
    await startStation(page, { ...client, client_secret: 'wrong' });
    await expect(
      page.getByText(/does not accept this station’s client ID or secret/),
    ).toBeVisible();
    await expect(page.getByText(NO_EVENT)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Offline since/ })).toContainText(
      'credentials refused',
    );

    await page.getByRole('button', { name: 'Change server' }).click();
    await expect(page.getByLabel('Client ID')).toHaveValue(client.client_id);
    const secret = page.getByLabel('Client secret');
    await secret.fill('wrong as well');
    await page.keyboard.press('Enter');
    await expect(secret).toHaveAccessibleDescription(/does not accept this ID with this secret/);
    await secret.fill(client.client_secret);
    await page.keyboard.press('Enter');
    await expectOpenDoor(page);
  },
);

test(
  'a server that is down at the first start is reported, and the door opens once it is back',
  { tag: '@long' },
  async ({ page }) => {
    const client = await makeEventAndClient(SCOPES);
    await server.kill();
    await startStation(page, client);
    await expect(page.getByText(`The server 127.0.0.1:${port} cannot be reached.`)).toBeVisible();
    await expect(page.getByText(NO_EVENT)).toHaveCount(0);
    await startServer();
    await expectOpenDoor(page);
  },
);

test(
  'missing scopes are named, and the station continues by itself once they are granted',
  { tag: '@long' },
  async ({ page }) => {
    const client = await makeEventAndClient('scans:write');
    await startStation(page, client);
    await expect(page.getByText(/lacks a permission: events:read, scanner:sync\./)).toBeVisible();
    await expect(page.getByText(NO_EVENT)).toHaveCount(0);
    await organiser.setScopes(client.client_id, SCOPES);
    await expectOpenDoor(page);
  },
);

test(
  'the screen says that there is no event once the server has answered so, and the door opens for the first one created',
  { tag: '@long' },
  async ({ page }) => {
    const owner = await organiser.makeOrganiser('Northlight');
    await startStation(page, await organiser.makeClient(owner, SCOPES));
    await expect(page.getByText(NO_EVENT)).toBeVisible();
    await organiser.makeEvent(owner, 'Winter Gala');
    await page.getByRole('button', { name: /Try again/ }).click();
    await expectOpenDoor(page);
  },
);

test(
  'the door reports that access to its event was withdrawn, and continues when it is granted again',
  { tag: '@long' },
  async ({ page }) => {
    const owner = await organiser.makeOrganiser('Northlight');
    const gala = await organiser.makeEvent(owner, 'Winter Gala');
    const client = await organiser.makeClient(owner, SCOPES);
    await startStation(page, client);
    await expectOpenDoor(page);

    const other = await organiser.makeEvent(owner, 'Kammerkonzerte');
    await organiser.setEvents(client.client_id, other);
    await expect(page.getByRole('button', { name: /^No access/ })).toContainText(
      'event not granted',
      NOTICED,
    );
    await page.keyboard.press('F6');
    await expect(page.getByRole('dialog')).toContainText('Winter Gala is no longer open');
    await organiser.setEvents(client.client_id, `${gala},${other}`);
    // The stream of changes may do this before the button can be pressed.
    await expect(async () => {
      const tryAgain = page.getByRole('button', { name: /Try again/ });
      if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 });
      await expect(tryAgain).toBeHidden({ timeout: 5_000 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible(NOTICED);
  },
);

/** If a station has only one event, it is chosen automatically. */
async function expectOpenDoor(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /Winter Gala/ })).toBeVisible(NOTICED);
  await expect(page.getByRole('status', { name: 'Verdict' })).toContainText('No tickets yet');
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
}

/** An organiser with one event and one client. */
async function makeEventAndClient(scopes: string) {
  const owner = await organiser.makeOrganiser('Northlight');
  await organiser.makeEvent(owner, 'Winter Gala');
  return organiser.makeClient(owner, scopes);
}

async function startServer(): Promise<void> {
  server = await serve(serverFolder.path, ['--port', String(port)]);
}

async function startStation(
  page: Page,
  { client_id, client_secret }: { readonly client_id: string; readonly client_secret: string },
): Promise<void> {
  host = await startStationHost({
    data: folder.path,
    args: ['--server', `http://127.0.0.1:${port}/v1`, '--client-id', client_id],
    env: { GATEHOUSE_CLIENT_SECRET: client_secret },
  });
  await page.goto(host.ready.url);
}
