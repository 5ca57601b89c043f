/** What one folder or file may import. The row with the longest matching path applies. */
export interface FolderRow {
  readonly path: string;
  /** Folders and files of the project that it may import, besides itself. */
  readonly may: readonly string[];
  /** Packages, `node:` for all of Node's modules, or `any`. None if omitted. */
  readonly packages?: readonly string[] | 'any';
  /** Folders and files that it may not import although they are in a folder of `may`. */
  readonly not?: readonly string[];
  /** Clocks and randomness that it may not use directly. Other globals: `no-restricted-globals` in .oxlintrc.json. */
  readonly without?: readonly string[];
  /** Whether it may contain only interfaces and types. */
  readonly typesOnly?: boolean;
  /** Whether it may contain SQL. */
  readonly sql?: boolean;
}

const clock = ['Date.now', 'new Date()', 'performance.now', 'Temporal.Now'];
const pure = [...clock, 'Math.random'];
/** `react-dom` is for portals: printed content is rendered outside the screen. */
const reactPackages = ['react', 'react-dom', 'react-aria-components', 'lucide-react', 'zustand'];
const charts = ['@visx/curve', '@visx/scale', '@visx/shape'];
const typefaces = ['arabic', 'devanagari', 'hebrew', 'jp', 'kr', 'sc', 'thai'].map(
  (script) => `@fontsource-variable/noto-sans-${script}`,
);

/** Which folders may import which. */
export const importTable: readonly FolderRow[] = [
  { path: 'shared', may: [], packages: ['typebox', 'jose'], without: pure },

  // A file is locked with SQLite's lock, which the operating system releases when the process ends.
  { path: 'src-files', may: [], packages: ['better-sqlite3', 'node:'] },

  { path: 'src-main/core', may: ['shared'], without: pure },
  { path: 'src-main/ports', may: ['shared'], typesOnly: true },
  {
    path: 'src-main/station',
    may: ['src-main/core', 'src-main/ports', 'shared'],
    without: pure,
  },
  // Parses server responses into the records of the ports, for the remote and for the ingest worker.
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
  // What every program of the station shares: starting, watching and stopping processes, and speaking to them.
  {
    path: 'src-main/processes',
    may: ['src-main/core', 'src-main/startup', 'src-files', 'shared'],
    packages: ['electron', 'node:'],
  },
  {
    path: 'src-main/startup',
    may: ['src-main/adapters', 'src-main/ports', 'src-files', 'shared'],
    packages: ['typebox', 'node:'],
  },
  // The page's files, who may open it, and its requests, whatever carries them.
  {
    path: 'src-main/page',
    may: ['src-main/startup', 'src-files', 'shared'],
    packages: ['typebox', 'node:'],
  },
  // The station on its real adapters.
  {
    path: 'src-main/composition',
    may: [
      'src-main/adapters',
      'src-main/page',
      'src-main/ports',
      'src-main/startup',
      'src-main/station',
      'src-files',
      'shared',
    ],
    packages: ['better-sqlite3', 'node:'],
  },
  {
    path: 'src-main/scanner-process',
    may: [
      'src-main/adapters/scanners',
      'src-main/core',
      'src-main/ports',
      'src-main/processes',
      'shared',
    ],
    packages: ['node-hid', 'serialport', 'typebox', 'node:'],
  },
  {
    path: 'src-main/own-server',
    may: [
      'src-main/adapters',
      'src-main/composition',
      'src-main/page',
      'src-main/ports',
      'src-main/processes',
      'src-main/startup',
      'src-server/server.ts',
      'src-files',
      'shared',
    ],
    packages: ['asn1js', 'ipaddr.js', 'pkijs', 'typebox', 'node:'],
  },
  {
    path: 'src-main/journal-cli',
    may: ['src-main/adapters', 'src-main/startup', 'src-files', 'shared'],
    packages: ['node:'],
  },
  {
    path: 'src-main/hosts',
    may: ['src-main', 'src-files', 'shared'],
    packages: 'any',
    not: ['shared/verdict/evaluate.ts', 'src-main/journal-cli', 'src-main/launch'],
  },
  {
    path: 'src-main/launch',
    may: [
      'src-main/composition',
      'src-main/hosts/browser',
      'src-main/own-server',
      'src-main/page',
      'src-main/processes',
      'src-main/startup',
      'src-files',
      'shared',
    ],
    packages: 'any',
  },
  {
    path: 'src-main/hosts/electron/preload.ts',
    may: ['src-main/hosts/electron', 'shared'],
    packages: ['electron'],
  },

  { path: 'src-renderer/design', may: [], packages: typefaces },
  // What the browser does for a page: keeping, and saving files.
  { path: 'src-renderer/browser', may: ['shared'] },
  // What every page may use; it knows nothing of a station.
  {
    path: 'src-renderer/components',
    may: ['src-renderer/design', 'shared'],
    packages: reactPackages,
  },
  {
    path: 'src-renderer/components/labels',
    may: ['shared'],
    packages: ['uqr'],
  },
  // A page that nobody sees: the desktop app prints it.
  {
    path: 'src-renderer/label',
    may: ['src-renderer/components', 'src-renderer/design', 'shared'],
    packages: 'any',
  },
  {
    path: 'src-renderer/components/charts',
    may: ['src-renderer/components', 'shared'],
    packages: [...reactPackages, ...charts],
  },
  // The station's page, downwards: screens, components, state, transport and i18n.
  {
    path: 'src-renderer/station',
    may: ['src-renderer/browser', 'src-renderer/components', 'src-renderer/design', 'shared'],
    packages: 'any',
  },
  {
    path: 'src-renderer/station/transport',
    may: ['src-renderer/browser', 'shared'],
    packages: ['typebox'],
  },
  { path: 'src-renderer/station/i18n', may: ['shared'] },
  {
    path: 'src-renderer/station/state',
    may: [
      'src-renderer/browser',
      'src-renderer/station/transport',
      'src-renderer/station/i18n',
      'shared',
    ],
    packages: ['zustand', 'typebox'],
  },
  {
    path: 'src-renderer/station/state/camera',
    may: ['shared'],
    packages: ['zxing-wasm', 'typebox'],
  },
  {
    path: 'src-renderer/station/components',
    may: [
      'src-renderer/browser',
      'src-renderer/station/state',
      'src-renderer/station/i18n',
      'src-renderer/components',
      'shared',
    ],
    packages: reactPackages,
  },
  {
    path: 'src-renderer/station/screens',
    may: [
      'src-renderer/browser',
      'src-renderer/station/components',
      'src-renderer/station/state',
      'src-renderer/station/i18n',
      'src-renderer/components',
      'shared',
    ],
    packages: [...reactPackages, ...charts],
  },
  // The organiser's page, downwards: pages, sign-in and shell, components and data, state, i18n and transport.
  {
    path: 'src-renderer/console',
    may: ['src-renderer/browser', 'src-renderer/components', 'src-renderer/design', 'shared'],
    packages: 'any',
  },
  {
    path: 'src-renderer/console/transport',
    may: ['src-renderer/browser', 'shared'],
    packages: ['dpop', '@simplewebauthn/browser'],
  },
  { path: 'src-renderer/console/i18n', may: ['shared'] },
  {
    path: 'src-renderer/console/state',
    may: [
      'src-renderer/browser',
      'src-renderer/console/transport',
      'src-renderer/console/i18n',
      'shared',
    ],
    packages: ['zustand'],
  },

  // The edge joins the parts of the server, so it may import all of them except those built on it.
  {
    path: 'src-server/http',
    may: [
      'src-server/rules',
      'src-server/oauth',
      'src-server/store',
      'src-server/database',
      'shared',
    ],
    packages: 'any',
    without: clock,
  },
  // One file per resource: its handlers, which rows a caller may see, and its JSON.
  {
    path: 'src-server/api',
    may: [
      'src-server/metrics',
      'src-server/domain',
      'src-server/rules',
      'src-server/oauth',
      'src-server/store',
      'src-server/webhooks',
      'src-server/http',
      'src-server/docs',
      'src-server/examples',
      'src-server/mail/qr-image.ts',
      'src-server/print',
      'src-server/database',
      'shared',
    ],
    not: ['src-server/database/sqlite/open-sqlite.ts'],
    packages: ['fastify', 'kysely', 'typebox', 'node:'],
    without: clock,
  },
  // The server's documentation: OpenAPI, the reference page and the guide.
  {
    path: 'src-server/docs',
    may: ['src-server/examples', 'shared'],
    packages: ['marked', 'typebox', 'node:'],
  },
  // One story, told by an example of each operation and schema, for the documentation and for test deliveries.
  // Example errors are rendered by the code that answers with them.
  {
    path: 'src-server/examples',
    may: ['src-server/http/errors/api-error.ts', 'src-server/http/errors/error-body.ts', 'shared'],
    packages: ['typebox'],
  },
  // Tickets on paper, with the typefaces of the built pages.
  {
    path: 'src-server/print',
    may: ['src-server/mail/qr-image.ts', 'src-files', 'shared'],
    packages: ['bidi-js', 'fontkit', 'pdfkit', 'woff2-encoder', 'node:'],
    without: clock,
  },
  // Files of tickets that were sold elsewhere: read, planned and placed.
  {
    path: 'src-server/imports',
    may: [
      'src-server/domain',
      'src-server/rules',
      'src-server/store',
      'src-server/database',
      'shared',
    ],
    packages: ['typebox', 'node:'],
    without: clock,
  },
  // Lines wait on disk, so that memory stays the same.
  {
    path: 'src-server/imports/staging',
    may: [
      'src-server/imports/columns',
      'src-server/imports/file',
      'src-server/imports/lines',
      'src-server/store',
      'shared',
    ],
    packages: ['better-sqlite3'],
    without: clock,
    sql: true,
  },
  // What an organiser does and reads, as a table: a file for each resource.
  {
    path: 'src-server/operations',
    may: [
      'src-server/api',
      'src-server/imports',
      'src-server/domain',
      'src-server/rules',
      'src-server/store',
      'src-server/webhooks',
      'src-server/mail',
      'src-server/database',
      'shared',
    ],
    packages: ['typebox', 'node:'],
    without: clock,
  },
  // The organiser's page: who signs in, and the operations and views for them.
  {
    path: 'src-server/console',
    may: [
      'src-server/operations',
      'src-server/api/exports',
      'src-server/domain',
      'src-server/rules',
      'src-server/oauth',
      'src-server/http',
      'src-server/mail',
      'src-server/database',
      'src-files',
      'shared',
    ],
    packages: ['fastify', 'jose', 'typebox', 'node:'],
    without: clock,
  },
  {
    path: 'src-server/cli',
    may: [
      'src-server/operations',
      'src-server/imports',
      'src-server/api',
      'src-server/domain',
      'src-server/rules',
      'src-server/store',
      'src-server/webhooks',
      'src-server/mail',
      'src-server/print',
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
  // Writes a whole organiser with its history at once, including rows that no single operation creates.
  {
    path: 'src-server/demo',
    may: [
      'src-server/domain',
      'src-server/rules',
      'src-server/webhooks',
      'src-server/store',
      'src-server/database',
      'src-files',
      'shared',
    ],
    packages: ['typebox', 'node:'],
    without: clock,
  },
  {
    path: 'src-server/open-database.ts',
    may: ['src-server/database', 'src-server/webhooks', 'shared'],
  },
  // Downwards: oauth, domain, webhooks.
  {
    path: 'src-server/oauth',
    may: [
      'src-server/domain',
      'src-server/rules',
      'src-server/webhooks',
      'src-server/store',
      'src-server/database',
      'shared',
    ],
    packages: ['typebox', 'node:'],
    without: clock,
  },
  {
    path: 'src-server/domain',
    may: [
      'src-server/rules',
      'src-server/webhooks',
      'src-server/mail',
      'src-server/store',
      'src-server/database',
      'shared',
    ],
    packages: ['typebox', 'node:'],
    without: clock,
  },
  // Who may sign in to the console, and with what.
  {
    path: 'src-server/domain/members',
    may: [
      'src-server/domain/access',
      'src-server/rules',
      'src-server/store',
      'src-server/database',
      'shared',
    ],
    packages: ['@simplewebauthn/server', 'hash-wasm', 'ipaddr.js', 'otpauth', 'typebox', 'node:'],
    without: clock,
  },
  {
    path: 'src-server/webhooks',
    may: [
      'src-server/metrics',
      'src-server/rules',
      'src-server/mail',
      'src-server/store',
      'src-server/database',
      'src-files',
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
  // What the input of any resource is checked against, and how it is refused.
  {
    path: 'src-server/rules',
    may: ['src-server/store', 'src-server/database', 'shared'],
    packages: ['typebox'],
    without: clock,
  },
  { path: 'src-server/metrics', may: [] },
  {
    path: 'src-server/housekeeping.ts',
    may: ['src-server/domain', 'src-server/store', 'src-server/database'],
    packages: ['fastify', 'node:'],
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
    may: ['src-files', 'shared'],
    packages: ['kysely', 'ulid', 'typebox', 'node:'],
    sql: true,
  },
  {
    path: 'src-server/database/sqlite',
    may: ['src-server/database', 'src-files', 'shared'],
    not: ['src-server/database/postgres'],
    packages: ['better-sqlite3', 'kysely', 'node:'],
    sql: true,
  },
  {
    path: 'src-server/database/postgres',
    may: ['src-server/database', 'shared'],
    not: ['src-server/database/sqlite'],
    packages: ['pg', 'kysely', 'typebox', 'node:'],
    sql: true,
  },
  {
    path: 'src-server/listeners.ts',
    may: [
      'src-server/domain',
      'src-server/http',
      'src-server/database',
      'src-server/server-config.ts',
      'shared',
    ],
    packages: ['node:', 'fastify'],
  },
  {
    path: 'src-server/serve-alone.ts',
    may: [
      'src-server/store',
      'src-server/database',
      'src-server/open-database.ts',
      'src-files',
      'shared',
    ],
    packages: ['node:'],
  },
  { path: 'src-server/server.ts', may: ['src-server', 'shared', 'package.json'], packages: 'any' },
  {
    path: 'src-server/server-config.ts',
    may: ['src-server/http', 'src-server/database/clock.ts', 'shared'],
  },

  {
    path: 'bin',
    may: [
      'electron.vite.config.ts',
      'src-main/processes/until-stopped.ts',
      'src-files',
      'out/main',
    ],
    packages: ['node:'],
  },
];

/**
 * An adapter may import ports, core, shared and its own library; never another adapter or the station. The two SQLite stores share a common module
 * but do not import each other.
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
