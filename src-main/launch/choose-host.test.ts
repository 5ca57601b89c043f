import { describe, expect, it } from 'vitest';
import { afterElectron, chooseHost } from './choose-host.ts';

const linux = { platform: 'linux', environment: {}, isRoot: false } as const;

describe('the choice of a host', () => {
  it('is a browser on Linux without a display', () => {
    expect(chooseHost('automatic', linux)).toMatchObject({ kind: 'browser' });
  });

  it.each(['DISPLAY', 'WAYLAND_DISPLAY'])('is Electron where %s names a display', (name) => {
    const environment = { [name]: ':0' };
    expect(chooseHost('automatic', { ...linux, environment })).toEqual({
      kind: 'electron',
      orElse: 'browser',
    });
  });

  it('is a browser for root, whom Electron refuses its sandbox', () => {
    const surroundings = { ...linux, environment: { DISPLAY: ':0' }, isRoot: true };
    expect(chooseHost('automatic', surroundings)).toMatchObject({ kind: 'browser' });
  });

  it.each(['darwin', 'win32'] as const)('is Electron on %s', (platform) => {
    expect(chooseHost('automatic', { ...linux, platform })).toMatchObject({ kind: 'electron' });
  });

  it('is the requested one, without a fallback', () => {
    expect(chooseHost('browser', linux)).toEqual({ kind: 'browser', because: null });
    expect(chooseHost('electron', linux)).toEqual({ kind: 'electron', orElse: 'fail' });
  });
});

describe('the end of Electron', () => {
  it('is the end of the program once there was a window', () => {
    const end = { kind: 'exited', code: 3 } as const;
    expect(afterElectron(end, 'browser')).toEqual({ kind: 'exit', code: 3 });
    expect(afterElectron(end, 'fail')).toEqual({ kind: 'exit', code: 3 });
  });

  it.each(['exit code 127', 'exit code 1', 'SIGTRAP', 'spawn EACCES'])(
    'opens the browser when there was none, and says why (%s)',
    (how) => {
      expect(afterElectron({ kind: 'not_started', how }, 'browser')).toEqual({
        kind: 'browser',
        because: `Electron did not start here (${how})`,
      });
    },
  );

  it('is a failure with advice if Electron was requested by name', () => {
    const after = afterElectron({ kind: 'not_started', how: 'SIGSEGV' }, 'fail');
    expect(after).toMatchObject({
      kind: 'fail',
      sentence: expect.stringMatching(/\(SIGSEGV\); --host=browser/),
    });
  });
});
