import type { ScannerStatus } from '../../../shared/station/scanners.ts';

export interface DeviceFailure {
  readonly status: Extract<ScannerStatus, 'missing' | 'no_permission' | 'busy' | 'failed'>;
  readonly problem: string;
}

const wordings = [
  ['no_permission', /permission denied|not permitted|EACCES|EPERM|0xE00002E2/i],
  // If another program has opened a port, Windows reports that access is denied.
  ['busy', /busy|EBUSY|in use|exclusive|access (is )?denied|cannot lock|temporarily unavailable/i],
  ['missing', /ENOENT|ENODEV|ENXIO|no such|not found|cannot find/i],
] as const;

/** Classifies a system's message about a device. The libraries return no codes. */
export function deviceFailure(error: unknown): DeviceFailure {
  const problem = error instanceof Error ? error.message : String(error);
  const status = wordings.find(([, wording]) => wording.test(problem))?.[0] ?? 'failed';
  return { status, problem };
}
