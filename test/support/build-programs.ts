// vitest's global set-up.
export { buildPrograms as setup } from './station/programs.ts';
