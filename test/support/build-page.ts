import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../src-renderer', import.meta.url));

/** Builds the page the way electron.vite.config.ts does, into a folder of its own. */
export async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    base: './',
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  });
}
