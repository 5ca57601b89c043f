import { defineConfig } from 'vitest/config';
import { VitestSkips } from './test/support/skipped-tests.ts';

export default defineConfig({
  test: {
    globalSetup: './test/support/build-programs.ts',
    include: [
      'shared/**/*.test.ts',
      'src-*/**/*.test.{ts,tsx}',
      'test/*.test.ts',
      'test/{bench,contracts,integration,processes,simulation,soak,support}/**/*.test.ts',
    ],
    // Like Playwright's tests with @long: they run in `npm run test:long`.
    // Limits catch hangs and say nothing about speed: many tests start programs and share two cores with them.
    tags: [
      {
        name: 'long',
        description: 'Proofs that take minutes: many rounds, many seeds.',
        timeout: 3_600_000,
      },
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Twice the cores of the smallest machine: many tests wait for processes that they have started.
    maxWorkers: 4,
    pool: 'forks',
    reporters: ['default', new VitestSkips()],
    // The files of a worker share its modules: to load them for each of hundreds of files takes a third of the processor time of the unit tests.
    isolate: false,
    setupFiles: './test/support/give-back-globals.ts',
  },
});
