import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { expect, test, type ConsoleMessage, type Page, type Response } from '@playwright/test';
import { Secret } from 'otpauth';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { instantFromMillis } from '../../../shared/instant.ts';
import { codeAt } from '../../../src-server/domain/members/authenticator.ts';
import { serve, type ServeProcess } from './serve.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Of `demo.json`, on which scripts rely. */
const DemoFile = Type.Object({
  owner: Type.Object({
    email: Type.String(),
    password: Type.String(),
    totp_secret: Type.String(),
  }),
});

export interface ConsoleHost {
  readonly server: ServeProcess;
  readonly data: string;
  /** Signs the demo's owner in, and shows that place, such as `orders`. */
  readonly enter: (page: Page, place: string) => Promise<void>;
  /** The same where the page asks for it. */
  readonly signIn: (page: Page) => Promise<void>;
}

/** For all tests of a file, one server. `args`: `['--demo', '200']`, or nothing for an empty one. */
export function consoleTest(args: readonly string[]) {
  return test.extend<{ readonly problems: readonly string[] }, { readonly console: ConsoleHost }>({
    console: [
      // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from the pattern what a fixture needs
      async ({}, provide) => {
        const folder = await temporaryFolder('console');
        const server = await serve(folder.path, ['--port', '0', ...args]);
        await provide({
          server,
          data: folder.path,
          enter: enterConsole(server, folder.path),
          signIn: (page) => signIn(page, folder.path),
        });
        await server.stop();
        await folder.remove();
      },
      { scope: 'worker' },
    ],
    // A test that ends with any has failed, whatever else it saw.
    problems: [
      async ({ page }, provide) => {
        const problems = watchConsole(page);
        await provide(problems);
        expect(problems).toEqual([]);
      },
      { auto: true },
    ],
  });
}

/** Signs the demo's owner in at a server of its own. */
export function enterConsole(server: ServeProcess, data: string): ConsoleHost['enter'] {
  return async (page, place) => {
    await page.goto(`${server.ready.console_url}/${place}`);
    await signIn(page, data);
  };
}

async function signIn(page: Page, data: string): Promise<void> {
  const { owner } = Value.Parse(
    DemoFile,
    JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')),
  );
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  forgetUsedCode(data);
  await page.getByLabel('Code').fill(codeOf(owner.totp_secret, Date.now()));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('navigation').getByRole('link').first()).toBeVisible();
}

/** Each code works once: whoever signs in again within half a minute would wait for the next. */
function forgetUsedCode(data: string): void {
  const database = new BetterSqlite(join(data, 'server.db'));
  try {
    database.prepare('UPDATE accounts SET totp_step = NULL').run();
  } finally {
    database.close();
  }
}

const used = new Map<string, number>();

const STEP_MS = 30_000;

/**
 * What an authenticator shows. The codes of the last, the present and the next step are right, each once and none that is older than the last one
 * used: the first that stays right for half a step, or the next one as soon as it is right.
 */
export async function nextCode(secret: string): Promise<string> {
  const oldest = Math.floor((Date.now() - STEP_MS / 2) / STEP_MS);
  const step = Math.max(oldest, (used.get(secret) ?? 0) + 1);
  used.set(secret, step);
  const rightFrom = (step - 1) * STEP_MS;
  if (rightFrom > Date.now()) await sleep(rightFrom - Date.now() + 100);
  return codeOf(secret, step * STEP_MS);
}

function codeOf(secret: string, millis: number): string {
  return codeAt(Buffer.from(Secret.fromBase32(secret).bytes), instantFromMillis(millis));
}

/** Collects what a page of the console complains of: errors, and violations of its content policy. A refusal is neither. */
function watchConsole(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message)) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/** Whether there was no network, or the server says that there is no such record, that a link has ended, that an import is used, that a colleague changed it, or to wait: the page shows it, and the browser mentions it. */
function isRefusal(message: ConsoleMessage): boolean {
  const { url } = message.location();
  const isExpected =
    /status of (?:404|409|429)/.test(message.text()) ||
    /\/(?:link\.show|order\.import-undo)$/.test(url);
  const isOffline = message.text().includes('ERR_INTERNET_DISCONNECTED');
  return isOffline || (isExpected && url.includes('/console/api/'));
}

/** Asserts that a secret that the page has shown is nowhere once the page is loaded again: not in it, not kept by it, and not told again. */
export async function expectGone(page: Page, secret: string): Promise<void> {
  const told: Promise<string>[] = [];
  const listen = (response: Response) => {
    if (response.request().resourceType() === 'fetch') told.push(textOf(response));
  };
  page.on('response', listen);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const kept = await page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
    ]),
  );
  page.off('response', listen);
  expect(secret.length).toBeGreaterThan(8);
  expect([kept, ...(await Promise.all(told))].filter((text) => text.includes(secret))).toEqual([]);
}

/** Empty for the stream of changes, which has no end, and for what the page no longer waited for. */
async function textOf(response: Response): Promise<string> {
  return response.url().endsWith('/stream') ? '' : response.text().catch(() => '');
}

/** A device that has a passkey for whoever asks, as a laptop with a fingerprint reader. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Opens a first owner's link and leads through it to Home, with a passkey of this browser. Returns the recovery codes. */
export async function becomeOwner(page: Page, link: string): Promise<readonly string[]> {
  await addAuthenticator(page);
  await page.goto(link);
  await page.getByLabel('Email').fill('nora@example.org');
  await page.getByLabel('Organiser').fill('Harbour Arts');
  await page.getByLabel('Password').fill('seven quiet herons');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const texts = await codes.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  return texts;
}

/** Follows an invitation's link with a new account, and a passkey of this browser as its second factor. */
export async function joinConsole(page: Page, link: string): Promise<void> {
  await addAuthenticator(page);
  await page.goto(link);
  await page.getByLabel('Password').fill('nine loud lanterns');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
}

/** Waits until nothing of the page is still being read. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [role=status] > [aria-hidden]')).toHaveCount(0);
}
