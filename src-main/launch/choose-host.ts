import type { HostConfig } from '../startup/config.ts';
import type { ElectronEnd } from './run-electron.ts';

/** The facts that decide, collected by the caller. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** Electron refuses to run its sandbox as root on Linux. */
  readonly isRoot: boolean;
}

export type HostChoice =
  | { readonly kind: 'browser'; readonly because: string | null }
  /** Electron, if its binary is present or can be downloaded. */
  | { readonly kind: 'electron'; readonly orElse: 'browser' | 'fail' };

export function chooseHost(wanted: HostConfig['host'], surroundings: Surroundings): HostChoice {
  if (wanted === 'browser') return { kind: 'browser', because: null };
  if (wanted === 'electron') return { kind: 'electron', orElse: 'fail' };
  const obstacle = findObstacle(surroundings);
  return obstacle === null
    ? { kind: 'electron', orElse: 'browser' }
    : { kind: 'browser', because: obstacle };
}

function findObstacle({ platform, environment, isRoot }: Surroundings): string | null {
  if (platform !== 'linux') return null;
  if (!environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) return 'There is no display';
  return isRoot ? 'Electron does not run as root' : null;
}

/** What to do after Electron has ended. */
export type AfterElectron =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'browser'; readonly because: string }
  | { readonly kind: 'fail'; readonly sentence: string };

export function afterElectron(end: ElectronEnd, orElse: 'browser' | 'fail'): AfterElectron {
  if (end.kind === 'exited') return { kind: 'exit', code: end.code };
  const because = `Electron did not start here (${end.how})`;
  if (orElse === 'browser') return { kind: 'browser', because };
  const sentence = `${because}; --host=browser opens the same screens in a browser.`;
  return { kind: 'fail', sentence };
}
