import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { catalogue } from '../../../src-renderer/state/i18n/languages.ts';
import { openScriptedPage } from '../scripted-page.ts';
import type { PageScript, ScriptedPage } from '../scripted-page.ts';
import { plugInScanner } from './scan-keys.ts';
import type { Scanner } from './scan-keys.ts';

export interface ScriptedDoor {
  readonly station: ScriptedPage;
  readonly scanner: Scanner;
  /** Codes that the page sent to the station, in order; a repeated id counts once. */
  readonly scans: () => readonly string[];
}

interface Fixtures {
  readonly open: (script?: PageScript) => Promise<ScriptedDoor>;
}

/** Opens the page with a scripted station. A test fails if the browser reports a violation of the content security policy. */
export const doorTest = test.extend<Fixtures>({
  open: async ({ page }, provide) => {
    const stations: ScriptedPage[] = [];
    const complaints = listen(page);
    await provide(async (script) => {
      const station = await openScriptedPage(script);
      stations.push(station);
      await page.goto(station.url);
      await expect(page.locator('#root > *').first()).toBeVisible();
      await expect(page.getByRole('heading', { name: connecting })).toHaveCount(0);
      return { station, scanner: await plugInScanner(page), scans: () => codesOf(station) };
    });
    for (const station of stations) await station.close();
    expect(complaints).toEqual([]);
  },
});

/** What a page shows until the station's `welcome`; it treats earlier outcomes as history. */
const connecting = new RegExp(
  Object.values(catalogue)
    .map(({ idle }) => idle.connecting)
    .join('|'),
);

/** Collects errors of the page, except for the lost connection to the station, which tests cause. */
function listen(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isLoss = message.text().includes('WebSocket connection to');
    if (['error', 'warning'].includes(message.type()) && !isLoss) complaints.push(message.text());
  });
  return complaints;
}

function codesOf(station: ScriptedPage): readonly string[] {
  const byId = new Map(station.requests.map(({ id, command }) => [id, command]));
  return [...byId.values()].flatMap((command) => (command.kind === 'scan' ? [command.code] : []));
}

export function verdictOf(page: Page) {
  return page.getByRole('status', { name: 'Verdict' });
}
