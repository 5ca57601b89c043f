import { utimes } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { Value } from 'typebox/value';
import { openDoor } from '../support/e2e/door-page.ts';
import { startProgram } from '../support/e2e/processes.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';

const source = fileURLToPath(new URL('../../src-files/is-alive.ts', import.meta.url));

test(
  "npm run dev serves the page from its sources and recovers after the station's source has changed",
  { tag: '@long' },
  async ({ page }) => {
    const folder = await temporaryFolder('development');
    const program = startProgram(['--dev', '--json', '--no-open', '--data', folder.path]);
    try {
      const { url } = Value.Parse(Ready, await nextJson(program.stdout));
      const door = await openDoor(page, url);
      await expect(page.locator('script[src*="@vite/client"]')).toHaveCount(1);

      // Vite's client reloads the page when its server was restarted.
      // Saves again in each attempt, because a watcher that is still starting misses the first change.
      await expect(async () => {
        const again = page.waitForEvent('load', { timeout: 20_000 });
        await utimes(source, new Date(), new Date());
        await again;
      }).toPass();
      await expect(door.verdict).toBeVisible();
      await door.scan('tkt_7zzzzzzzzzzzzzzzzzzzzzzz01');
      await expect(door.verdict).toHaveAttribute('data-reason', 'unknown_ticket');

      expect(program.stdout.all()).toHaveLength(1);
      program.child.kill('SIGTERM');
      expect(await program.ended).toEqual({ code: 0, signal: null });
    } finally {
      program.child.kill('SIGKILL');
      await program.ended;
      await folder.remove();
    }
  },
);
