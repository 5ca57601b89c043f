/** What one folder (or one file) may know. The row of the longest path that holds a file is the one that counts. */
export interface FolderRow {
  readonly path: string;
  /** Folders and files of the project that it may import, besides itself. */
  readonly may: readonly string[];
  /** Packages, `node:` for all of Node's own modules, or `any`. Omitted: none. */
  readonly packages?: readonly string[] | 'any';
  /** Folders and files that it may not import although a folder in `may` holds them. */
  readonly not?: readonly string[];
  /** Clocks and chance that it may not read by itself. Other globals: `no-restricted-globals` in .oxlintrc.json. */
  readonly without?: readonly string[];
  /** Interfaces and types only. */
  readonly typesOnly?: boolean;
  /** Statements of SQL in its texts. */
  readonly sql?: boolean;
}

const clock = ['Date.now', 'new Date()', 'performance.now', 'Temporal.Now'];
const pure = [...clock, 'Math.random'];
/** `react-dom` for portals: what is printed stands beside the screen. */
const reactPackages = ['react', 'react-dom', 'react-aria-components', 'lucide-react', 'zustand'];
const charts = ['@visx/curve', '@visx/scale', '@visx/shape'];
const typefaces = ['arabic', 'devanagari', 'hebrew', 'jp', 'kr', 'sc', 'thai'].map(
  (script) => `@fontsource-variable/noto-sans-${script}`,
);

/** Who may import whom: the table of the architecture, and rows for what it leaves open. */
export const importTable: readonly FolderRow[] = [
  { path: 'shared', may: [], packages: ['typebox', 'jose'], without: pure },

  // The lock of a file is SQLite's: the operating system releases it when the process ends.
  { path: 'src-files', may: [], packages: ['better-sqlite3', 'node:'] },

  { path: 'src-main/core', may: ['shared'], without: pure },
  { path: 'src-main/ports', may: ['shared'], typesOnly: true },
  {
    path: 'src-main/station',
    may: ['src-main/core', 'src-main/ports', 'shared'],
    without: pure,
  },
  // What servers send, read into the records of the ports: the remote reads answers, the ingest worker reads snapshots.
  {
    path: 'src-main/wire',
    may: ['src-main/ports', 'shared'],
    packages: ['typebox', 'node:'],
  },
  ...adapterRows({
    remote: ['undici', 'eventsource-parser', 'typebox', 'node:'],
    scanners: ['node-hid', 'serialport', 'typebox', 'node:'],
    sqlite: ['better-sqlite3', 'typebox', 'node:'],
    'sqlite/replica': ['better-sqlite3', 'typebox', 'node:'],
    'sqlite/journal': ['better-sqlite3', 'typebox', 'node:'],
    system: ['ulid', 'pino', 'typebox', 'node:'],
    peers: ['ws', 'bonjour-service', 'ipaddr.js', 'node:'],
  }),
  {
    path: 'src-main/hosts',
    may: ['src-main', 'src-files', 'src-server/server.ts', 'shared'],
    packages: 'any',
    not: ['shared/verdict/evaluate.ts'],
  },
  {
    path: 'src-main/hosts/electron/preload.ts',
    may: ['src-main/hosts/electron', 'shared'],
    packages: ['electron'],
  },

  { path: 'src-renderer/transport', may: ['shared'], packages: ['typebox'] },
  {
    path: 'src-renderer/state',
    may: ['src-renderer/transport', 'shared'],
    packages: ['zustand', 'typebox'],
  },
  {
    path: 'src-renderer/state/camera',
    may: ['src-renderer/state', 'shared'],
    packages: ['zustand', 'zxing-wasm', 'typebox'],
  },
  // Shapes are named after the signals that they show; nothing else of the door is known to the design.
  {
    path: 'src-renderer/design',
    may: ['src-renderer/state/outcome-signal.ts', 'shared'],
    packages: [...reactPackages, ...typefaces],
  },
  {
    path: 'src-renderer/components',
    may: ['src-renderer/state', 'src-renderer/design', 'shared'],
    packages: reactPackages,
  },
  {
    path: 'src-renderer/screens',
    may: ['src-renderer/state', 'src-renderer/components', 'src-renderer/design', 'shared'],
    packages: [...reactPackages, ...charts],
  },
  { path: 'src-renderer/main.tsx', may: ['src-renderer', 'shared'], packages: 'any' },

  // The edge: it joins the parts of the server, so it knows them all but what sits on it.
  {
    path: 'src-server/http',
    may: [
      'src-server/domain',
      'src-server/oauth',
      'src-server/store',
      'src-server/database',
      'src-server/server-config.ts',
      'src-server/clock.ts',
      'shared',
    ],
    packages: 'any',
    without: clock,
  },
  // One file for each resource: its handlers, which rows a caller may see, its JSON.
  {
    path: 'src-server/api',
    may: [
      'src-server/domain',
      'src-server/oauth',
      'src-server/store',
      'src-server/webhooks/deletion-fence.ts',
      'src-server/webhooks/store/delivery-log.ts',
      'src-server/http',
      'src-server/docs',
      'src-server/database',
      'shared',
    ],
    not: ['src-server/database/sqlite/open-sqlite.ts'],
    packages: ['fastify', 'kysely', 'typebox', 'node:'],
    without: clock,
  },
  // What the server says of itself: OpenAPI with its examples, the reference page and the guide.
  // Errors are rendered by what the server answers with.
  {
    path: 'src-server/docs',
    may: ['src-server/http/api-error.ts', 'src-server/http/error-body.ts', 'shared'],
    packages: ['marked', 'typebox', 'node:'],
  },
  {
    path: 'src-server/cli',
    may: [
      'src-server/api',
      'src-server/domain',
      'src-server/store',
      'src-server/webhooks/deletion-fence.ts',
      'src-server/mail',
      'src-server/docs/html.ts',
      'src-server/demo',
      'src-server/database',
      'src-server/open-database.ts',
      'src-server/server.ts',
      'src-server/server-config.ts',
      'src-files',
      'shared',
      'package.json',
    ],
    packages: 'any',
  },
  // A whole organiser with its past, written in one go: rows that no single operation makes.
  {
    path: 'src-server/demo',
    may: [
      'src-server/domain',
      'src-server/store',
      'src-server/database',
      'src-server/server-config.ts',
      'src-files',
      'shared',
    ],
    packages: ['typebox', 'node:'],
    without: clock,
  },
  { path: 'src-server/clock.ts', may: ['shared'] },
  {
    path: 'src-server/open-database.ts',
    may: ['src-server/database', 'src-server/webhooks', 'shared'],
  },
  // Downward: oauth, domain, webhooks.
  {
    path: 'src-server/oauth',
    may: [
      'src-server/domain',
      'src-server/webhooks',
      'src-server/store',
      'src-server/database',
      'src-server/clock.ts',
      'shared',
    ],
    packages: ['typebox', 'node:'],
    without: clock,
  },
  {
    path: 'src-server/domain',
    may: [
      'src-server/webhooks',
      'src-server/mail',
      'src-server/store',
      'src-server/database',
      'src-server/clock.ts',
      'shared',
    ],
    packages: ['typebox', 'node:'],
    without: clock,
  },
  {
    path: 'src-server/webhooks',
    may: [
      'src-server/mail',
      'src-server/store',
      'src-server/database',
      'src-files',
      'src-server/clock.ts',
      'shared',
    ],
    packages: ['undici', 'ipaddr.js', 'typebox', 'node:'],
    without: clock,
  },
  {
    path: 'src-server/webhooks/store',
    may: ['src-server/store', 'src-server/database', 'shared'],
    packages: ['kysely', 'typebox', 'node:'],
    sql: true,
  },
  {
    path: 'src-server/mail',
    may: ['src-files', 'shared'],
    packages: ['nodemailer', 'zxing-wasm', 'node:'],
  },
  {
    path: 'src-server/store',
    may: ['src-server/database', 'shared'],
    packages: ['kysely', 'typebox', 'node:'],
    without: clock,
    sql: true,
  },
  {
    path: 'src-server/database',
    may: ['src-server/clock.ts', 'src-files', 'shared'],
    packages: ['kysely', 'ulid', 'typebox', 'node:'],
    sql: true,
  },
  {
    path: 'src-server/database/sqlite',
    may: ['src-server/database', 'src-server/clock.ts', 'src-files', 'shared'],
    not: ['src-server/database/postgres'],
    packages: ['better-sqlite3', 'kysely', 'node:'],
    sql: true,
  },
  {
    path: 'src-server/database/postgres',
    may: ['src-server/database', 'src-server/clock.ts', 'shared'],
    not: ['src-server/database/sqlite'],
    packages: ['pg', 'kysely', 'typebox', 'node:'],
    sql: true,
  },
  { path: 'src-server/server.ts', may: ['src-server', 'shared', 'package.json'], packages: 'any' },
  {
    path: 'src-server/server-config.ts',
    may: ['src-server/clock.ts', 'shared'],
    packages: ['typebox', 'node:'],
  },

  { path: 'bin', may: ['src-main/hosts', 'src-server/cli', 'out/main'], packages: ['node:'] },
];

/**
 * An adapter knows ports, core, shared and its own library; never another adapter, never the station. The two stores on SQLite share
 * what stands above them, and nothing with each other.
 */
function adapterRows(libraries: Record<string, readonly string[]>): readonly FolderRow[] {
  return Object.entries(libraries).map(([name, packages]) => ({
    path: `src-main/adapters/${name}`,
    may: [
      'src-main/ports',
      'src-main/core',
      'src-main/wire',
      'src-files',
      'shared',
      ...(name.startsWith('sqlite/') ? ['src-main/adapters/sqlite'] : []),
    ],
    not: ['replica', 'journal']
      .map((store) => `src-main/adapters/sqlite/${store}`)
      .filter((store) => store !== `src-main/adapters/${name}`),
    packages,
    sql: name.startsWith('sqlite'),
  }));
}
