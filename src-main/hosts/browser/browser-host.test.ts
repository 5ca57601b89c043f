import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/station/run-station.ts';
import { assertDataIsFree } from '../../composition/open-station.ts';
import { runBrowserHost } from './browser-host.ts';
import type { PageSource } from './page-source.ts';

/** A page that reports when it is served and cannot be closed. */
function stubbornPage() {
  const served = Promise.withResolvers<void>();
  const page: PageSource = {
    open: async () => {
      served.resolve();
      return (_, response) => response.end();
    },
    close: () => Promise.reject(new Error('the page cannot be closed')),
    isHardened: true,
    takesUpgrades: false,
  };
  return { page, served: served.promise };
}

it('the browser host closes the station although its page cannot be closed, and reports that', async () => {
  await using directory = await temporaryDirectory();
  const { page, served } = stubbornPage();
  const ended = runBrowserHost(
    {
      host: 'browser',
      data: directory.path,
      port: 0,
      server: { kind: 'remote', url: 'http://127.0.0.1:9/v1', credentials: null },
      peers: { port: 0, given: [] },
      leaveKiosk: false,
      demo: false,
      firstRun: false,
      open: false,
      json: true,
      dev: false,
    },
    page,
  ).catch((error: unknown) => error);
  await served;
  expect(() => assertDataIsFree(directory.path)).toThrow(/is already running/);
  process.emit('SIGHUP', 'SIGHUP');
  expect(await ended).toMatchObject({ message: 'the page cannot be closed' });
  expect(() => assertDataIsFree(directory.path)).not.toThrow();
});
