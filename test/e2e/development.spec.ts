import { appendFile, cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { Value } from 'typebox/value';
import { openDoor } from '../support/e2e/door-page.ts';
import { startScript } from '../support/e2e/processes.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Neither what git keeps nor what is linked. */
function isCopied(path: string): boolean {
  return !/(?:^|[/\\])(?:node_modules|\.git|test)$/.test(path);
}

test(
  'npm run dev builds and starts the host again when a source changes, and an open page goes on',
  { tag: '@long' },
  async ({ page }) => {
    const folder = await temporaryFolder('development');
    const copy = join(folder.path, 'project');
    await cp(project, copy, { recursive: true, filter: isCopied });
    await symlink(join(project, 'node_modules'), join(copy, 'node_modules'), 'junction');
    const words = ['bin/dev.ts', '--host=browser', '--json', '--no-open', '--data'];
    const program = startScript([...words, join(folder.path, 'data')], { folder: copy });
    try {
      const { url } = Value.Parse(Ready, await nextJson(program.stdout));
      const door = await openDoor(page, url);

      await appendFile(join(copy, 'src-files', 'is-alive.ts'), '// changed\n');
      const again = Value.Parse(Ready, await nextJson(program.stdout));
      expect(program.stderr()).toContain('Building…');
      expect(new URL(again.url).origin).toBe(new URL(url).origin);
      await expect(door.verdict).toBeVisible();
      await door.scan('tkt_7zzzzzzzzzzzzzzzzzzzzzzz01');
      await expect(door.verdict).toHaveAttribute('data-reason', 'unknown_ticket');

      program.child.kill('SIGTERM');
      expect(await program.ended).toEqual({ code: 0, signal: null });
    } finally {
      program.child.kill('SIGKILL');
      await program.ended;
      await folder.remove();
    }
  },
);
