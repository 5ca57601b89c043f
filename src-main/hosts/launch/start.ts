import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBrowserHost } from '../browser/browser-host.ts';
import { builtPage } from '../browser/page.ts';
import { readStartRequest, usage, type HostConfig } from '../config.ts';
import { exitCodeOf, HostError, sentenceOf } from '../host-error.ts';
import { build } from './build.ts';
import { chooseHost } from './choose-host.ts';
import { runDevelopment } from './development.ts';
import { downloadElectronBinary, findElectronBinary } from './electron-binary.ts';
import { runElectron } from './run-electron.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** `npm start`: builds what is stale, picks the host and runs it to its end. Resolves with the exit code. */
export async function start(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const request = readStartRequest(args, environment);
    if (request.kind === 'help') {
      process.stdout.write(usage);
      return 0;
    }
    if (request.config.dev) return await runDevelopment(root, args, request.config);
    await build(root, 'stale');
    return await runHost(request.config, args, environment);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    return exitCodeOf(error);
  }
}

async function runHost(
  config: HostConfig,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const choice = chooseHost(config.host, {
    platform: process.platform,
    environment,
    isRoot: process.getuid?.() === 0,
  });
  if (choice.kind === 'browser') return runInBrowser(config, choice.because);

  const binary = findElectronBinary(environment) ?? (await downloadElectronBinary(environment));
  if (binary === null) {
    if (choice.orElse === 'browser') return runInBrowser(config, "Electron's binary cannot be had");
    throw new HostError(
      'electron_missing',
      `Electron's binary is not here and cannot be downloaded; "npm start -- --host=browser" opens the same screens in a browser.`,
    );
  }
  const end = await runElectron(binary, root, args);
  if (end.kind === 'exited') return end.code;
  if (choice.orElse === 'browser') return runInBrowser(config, 'Electron did not start here');
  throw new HostError('electron_missing', `Electron did not start here (${end.signal}).`);
}

async function runInBrowser(config: HostConfig, because: string | null): Promise<number> {
  if (because !== null) {
    process.stderr.write(`${because}: the screens open in a browser instead.\n`);
  }
  return runBrowserHost(config, { page: builtPage(join(root, 'out', 'renderer')) });
}
