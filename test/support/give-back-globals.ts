import { afterEach, vi } from 'vitest';

/** The test files of a worker share its globals: each test gives back what it replaced. */
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
