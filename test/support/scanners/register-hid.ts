/** Loaded with `--import` into the scanner process in tests: replaces node-hid by `plugged-hid.ts`. */
import { registerHooks } from 'node:module';

const standIn = new URL('./plugged-hid.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node-hid'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
