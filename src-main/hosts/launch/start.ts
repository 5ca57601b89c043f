import { join } from 'node:path';
import { runBrowserHost } from '../browser/browser-host.ts';
import { builtPage } from '../browser/page.ts';
import { readStartRequest, usage, type HostConfig } from '../config.ts';
import { exitCodeOf, HostError, sentenceOf } from '../host-error.ts';
import { build, hasSources } from './build.ts';
import { chooseHost } from './choose-host.ts';
import { runDevelopment } from './development.ts';
import { downloadElectronBinary, findElectronBinary } from './electron-binary.ts';
import { runElectron } from './run-electron.ts';

/**
 * `npm start` and `gatehouse start`: builds what is stale, picks the host and runs it to its end. `root` is the folder of package.json.
 * Resolves with the exit code.
 */
export async function start(
  root: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const request = readStartRequest(args, environment);
    if (request.kind === 'help') {
      process.stdout.write(usage);
      return 0;
    }
    if (request.config.dev) {
      if (!hasSources(root)) throw new HostError('usage', '--dev works in the project only.');
      return await runDevelopment(root, args, request.config);
    }
    await build(root, 'stale');
    return await runHost(root, request.config, { args, environment });
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    return exitCodeOf(error);
  }
}

async function runHost(
  root: string,
  config: HostConfig,
  {
    args,
    environment,
  }: { readonly args: readonly string[]; readonly environment: NodeJS.ProcessEnv },
): Promise<number> {
  const choice = chooseHost(config.host, {
    platform: process.platform,
    environment,
    isRoot: process.getuid?.() === 0,
  });
  if (choice.kind === 'browser') return runInBrowser(root, config, choice.because);

  const binary = findElectronBinary(environment) ?? (await downloadElectronBinary(environment));
  if (binary === null) {
    if (choice.orElse === 'browser')
      return runInBrowser(root, config, "Electron's binary cannot be had");
    throw new HostError(
      'electron_missing',
      "Electron's binary is not here and cannot be downloaded; --host=browser opens the same screens in a browser.",
    );
  }
  const end = await runElectron(binary, root, args);
  if (end.kind === 'exited') return end.code;
  if (choice.orElse === 'browser') return runInBrowser(root, config, 'Electron did not start here');
  throw new HostError('electron_missing', `Electron did not start here (${end.signal}).`);
}

async function runInBrowser(
  root: string,
  config: HostConfig,
  because: string | null,
): Promise<number> {
  if (because !== null) {
    process.stderr.write(`${because}: the screens open in a browser instead.\n`);
  }
  return runBrowserHost(config, { page: builtPage(join(root, 'out', 'renderer')) });
}
