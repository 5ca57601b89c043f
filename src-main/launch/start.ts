import { join } from 'node:path';
import { assertNever } from '../../shared/assert-never.ts';
import { runBrowserHost } from '../hosts/browser/browser-host.ts';
import { launchOfRunning } from '../page/page-record.ts';
import { readStartRequest, usage, type HostConfig } from '../startup/config.ts';
import { exitCodeOf, HostError, sentenceOf } from '../startup/host-error.ts';
import { assertDataIsFree } from '../composition/assert-data-is-free.ts';
import { outliveReaders } from '../processes/long-lived.ts';
import { readyLine } from '../own-server/ready-line.ts';
import { afterElectron, chooseHost } from './choose-host.ts';
import { downloadElectronBinary, findElectronBinary } from './electron-binary.ts';
import { runElectron } from './run-electron.ts';

/**
 * `gatehouse start`: picks the host and runs it until it ends. `root` is the folder
 * of package.json. Resolves with the exit code.
 */
export async function start(
  root: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  outliveReaders();
  try {
    const { own, switches } = splitSwitches(args);
    const request = readStartRequest(own, environment);
    if (request.kind === 'help') {
      process.stdout.write(usage);
      return 0;
    }
    if (switches.length > 0 && request.config.host === 'browser') {
      throw new HostError(
        'usage',
        'Switches after -- are for Electron; leave them out for a screen in a browser. "--help" lists the options.',
      );
    }
    const page = pageOfRunning(request.config);
    if (page !== null) {
      const { data, json } = request.config;
      const sentence = `Gatehouse is already running on ${data}. Open it at ${page} (this address works once).`;
      process.stdout.write(`${json ? readyLine(page, null) : sentence}\n`);
      return 0;
    }
    const code = await runHost(root, request.config, { args: own, switches, environment });
    if (code === 0 && !request.config.json) process.stdout.write('Stopped.\n');
    return code;
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    return exitCodeOf(error);
  }
}

/** Returns a new address for the page that another process serves from this data folder; null if none does, or Electron was asked for. */
function pageOfRunning({ host, data }: HostConfig): string | null {
  const page = host === 'electron' ? null : launchOfRunning(data);
  if (page === null) return null;
  try {
    assertDataIsFree(data);
  } catch (error) {
    if (error instanceof HostError && error.code === 'data_in_use') return page;
  }
  // Its file says that it is running, but nobody holds the folder: another program has reused its process id.
  return null;
}

/** Chromium's switches follow `--`; everything before it must be one of our options. */
function splitSwitches(args: readonly string[]) {
  const end = args.indexOf('--');
  if (end === -1) return { own: args, switches: [] };
  const switches = args.slice(end + 1);
  const wrong = switches.find((text) => !/^--[a-z0-9]/i.test(text));
  if (wrong !== undefined) {
    throw new HostError(
      'usage',
      `After -- come switches for Chromium, --name or --name=value, not "${wrong}". "--help" lists the options.`,
    );
  }
  return { own: args.slice(0, end), switches };
}

interface Given {
  readonly args: readonly string[];
  readonly switches: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

async function runHost(
  root: string,
  config: HostConfig,
  { args, switches, environment }: Given,
): Promise<number> {
  const choice = chooseHost(config.host, {
    platform: process.platform,
    environment,
    isRoot: process.getuid?.() === 0,
  });
  if (choice.kind === 'browser') return runInBrowser(root, config, choice.because);

  const present = findElectronBinary(environment);
  const found =
    present === null
      ? await downloadElectronBinary(environment, choice.orElse === 'fail' ? 'now' : 'once_a_day')
      : { binary: present };
  if (found.binary === null) {
    if (choice.orElse === 'browser')
      return runInBrowser(root, config, `Electron's binary cannot be had (${found.why})`);
    throw new HostError(
      'electron_missing',
      `Electron's binary is missing and cannot be downloaded (${found.why}); --host=browser opens the same screens in a browser.`,
    );
  }
  const end = await runElectron({ binary: found.binary, root, args, switches });
  const after = afterElectron(end, choice.orElse);
  switch (after.kind) {
    case 'exit':
      return after.code;
    case 'browser':
      return runInBrowser(root, config, after.because);
    case 'fail':
      throw new HostError('electron_missing', after.sentence);
    default:
      return assertNever(after);
  }
}

async function runInBrowser(
  root: string,
  config: HostConfig,
  because: string | null,
): Promise<number> {
  if (because !== null) {
    process.stderr.write(`${because}: the screens open in a browser instead.\n`);
  }
  return runBrowserHost(config, join(root, 'out'));
}
