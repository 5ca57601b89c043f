import { fileURLToPath } from 'node:url';
import { _electron, expect, test } from '@playwright/test';
import { findElectronBinary } from '../../src-main/hosts/launch/electron-binary.ts';
import { attachDoor } from '../support/e2e/door-page.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const binary = findElectronBinary(process.env);
const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

// The same app in Electron itself. electron-host.spec.ts covers its code where there is no binary or no display.
test.skip(binary === null, "Electron's binary is not on this machine (npx install-electron)");
test.skip(!hasDisplay, 'there is no display');

test('the desktop app opens the door on demo data, isolated and sandboxed', async () => {
  const folder = await temporaryFolder('electron');
  // Chromium does not run as root without this switch, which must come before the app's path.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', root] : [root];
  const app = await _electron.launch({
    executablePath: binary ?? '',
    args: [...args, '--', `--data=${folder.path}`],
  });
  const page = await app.firstWindow();
  const door = await attachDoor(page);
  expect(page.url()).toBe('app://gatehouse/');
  await expect(page.getByText('Winter Gala').first()).toBeVisible();
  expect(await page.evaluate(() => 'require' in window || 'process' in window)).toBe(false);
  expect(await page.evaluate(() => window.open('https://elsewhere.example/'))).toBeNull();

  await door.scan('tkt_7zzzzzzzzzzzzzzzzzzzzzzz01');
  await expect(door.verdict).toHaveAttribute('data-reason', 'unknown_ticket');
  await app.close();
  await folder.remove();
});
