/** `--import` of the scanner's process in tests: whoever asks for node-hid gets what a test plugs in. */
import { registerHooks } from 'node:module';

const standIn = new URL('./plugged-hid.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node-hid'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
