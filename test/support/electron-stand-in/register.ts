/**
 * Loaded with `node --import` before the built main bundle: `electron` then resolves to the stand-in.
 * STAND_IN_PLATFORM=win32 reads the command line as Electron for Windows does, and darwin runs the app as on macOS; STAND_IN_PACKAGED=1 runs a packaged app, which is
 * not named on the command line. STAND_IN_RESOURCES is its folder of resources.
 */
import { registerHooks } from 'node:module';
import { isRefusedOnWindows } from './command-line.ts';

const standIn = new URL('./electron.ts', import.meta.url).href;

// Removes the script that Node runs, which leaves `electron APP …` as in Electron.
process.argv.splice(1, 1);
if (process.env['STAND_IN_PLATFORM'] === 'win32' && isRefusedOnWindows(process.argv)) {
  process.exit(255); // exit code -1 without a message, like Electron
}

const resources = process.env['STAND_IN_RESOURCES'] ?? '/no-resources';
Object.defineProperty(process, 'resourcesPath', { value: resources });

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
