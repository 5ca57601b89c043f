import { defineConfig } from '@playwright/test';
import { findBrowser } from './test/support/browser.ts';

// The suite starts real processes and shares two cores with them: few workers, long limits, no assertions on wall time.
export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/global-setup.ts',
  fullyParallel: false,
  workers: 3,
  timeout: 240_000,
  expect: {
    timeout: 60_000,
    toHaveScreenshot: { pathTemplate: '{testDir}/looks/{arg}{ext}' },
  },
  // A missing picture is a failure: only `npm run looks` takes pictures.
  updateSnapshots: 'none',
  reporter: [['list'], ['./test/support/skipped-tests.ts']],
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    launchOptions: findBrowser(),
    viewport: { width: 1280, height: 800 },
    trace: 'off',
  },
});
