import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string) => resolve(import.meta.dirname, path);

// One bundle per program: the window host, the station process, the server process, the scanner process, the gatehouse command with its journal and start
// commands, the replica's ingest worker, and what receivers of webhooks import.
// The preload is CommonJS because sandboxed preloads are; the renderer is the same build for both hosts.
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      sourcemap: true,
      rollupOptions: {
        // Optional dependencies are not external by default, and native modules look for their binaries beside their own code.
        external: ['node-hid', 'serialport'],
        input: {
          'electron-main': at('src-main/hosts/electron/electron-main.ts'),
          'station-process': at('src-main/hosts/electron/station-process.ts'),
          'server-process': at('src-main/hosts/server/server-process.ts'),
          'scanner-process': at('src-main/hosts/scanners/scanner-process.ts'),
          gatehouse: at('src-server/cli/main.ts'),
          journal: at('src-main/hosts/journal/journal-main.ts'),
          start: at('src-main/hosts/launch/start.ts'),
          'verify-webhook': at('src-server/webhooks/verify-webhook.ts'),
          'replica-worker': at('src-main/adapters/sqlite/replica/replica-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: at('src-main/hosts/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    base: './',
    plugins: [react()],
    build: {
      outDir: at('out/renderer'),
      minify: true,
      // Turns a minified stack trace back into source lines. Neither served nor packed.
      sourcemap: 'hidden',
      // The content policy takes no font from a data: address.
      assetsInlineLimit: 0,
      // kB. The page's script comes from this machine, never over a slow network: one file of 0.94 MB opens faster than many. The warning is for growth.
      chunkSizeWarningLimit: 1_000,
      emptyOutDir: true,
      rollupOptions: { input: at('src-renderer/index.html') },
    },
  },
});
