import { join } from 'node:path';
import { locales } from '../shared/languages.ts';

/**
 * Makes installers for `npm run package`: `electron-builder --config packaging/electron-builder.config.ts`, after a build.
 * GATEHOUSE_UPDATES is the address of the folder where later versions are published; without it the app never looks for updates.
 */
const updates = process.env['GATEHOUSE_UPDATES'] ?? '';
if (updates !== '' && URL.parse(updates)?.protocol !== 'https:') {
  throw new Error(`GATEHOUSE_UPDATES must be an https address, not "${updates}"`);
}

const rules = '70-gatehouse-scanner.rules';

/** Sources of native modules, and files only for programmers; licences stay. */
const unneeded = [
  '!**/*.map',
  '!out/renderer/manifest-*.json',
  '!node_modules/**/*.{ts,mts,cts,tsbuildinfo,markdown,flow,gyp,gypi,c,cpp,h}',
  '!node_modules/**/!(LICEN[CS]E*|licen[cs]e*|COPYING*|NOTICE*).md',
  '!node_modules/**/{test,tests,__tests__,benchmark,benchmarks,example,examples}/**',
  '!node_modules/**/.*',
  '!node_modules/better-sqlite3/{deps,src}/**',
  '!node_modules/node-hid/{hidapi,src}/**',
  '!node_modules/@serialport/bindings-cpp/src/**',
  '!node_modules/@types/**',
  // The server draws codes with it; the decoder is bundled with the page.
  '!node_modules/zxing-wasm/dist/{cjs,iife,full,reader,miniprogram}/**',
  '!node_modules/zxing-wasm/dist/es/{full,reader}/**',
];

/** The prebuilt native modules for the target system. */
const prebuilt = [
  '!node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}.node)',
  '!node_modules/better-sqlite3/lib/{darwin,linux,linuxmusl,win32}-*.js',
  '!node_modules/node-hid/prebuilds/!(HID-${platform}-${arch}|HID_hidraw-${platform}-${arch})/**',
  '!node_modules/@serialport/bindings-cpp/prebuilds/!(${platform}-*${arch}*)/**',
  '!node_modules/@serialport/bindings-cpp/prebuilds/**/*.musl.node',
];

export default {
  appId: 'app.gatehouse.station',
  productName: 'Gatehouse',
  copyright: 'MIT licence',
  directories: { output: 'release', buildResources: 'packaging' },
  artifactName: 'gatehouse-${version}-${os}-${arch}.${ext}',

  files: [
    'package.json',
    'docs/changes.md',
    'docs/clients.md',
    'docs/quickstart.md',
    'docs/sync.md',
    'docs/webhooks.md',
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    // Command-line programs; the packed binary runs only the app.
    '!out/main/{gatehouse,journal,start,verify-webhook}.js',
    ...unneeded,
    ...prebuilt,
  ],
  asar: true,
  // The system can load native modules only from real files.
  asarUnpack: ['**/*.node'],
  // They are prebuilt for Node-API, which is the same in Node and Electron, so nothing is compiled.
  npmRebuild: false,
  electronLanguages: locales.map((locale) => (locale === 'en' ? 'en-US' : locale)),

  electronFuses: {
    // The Apple silicon binary has an ad-hoc signature, which flipping a fuse breaks.
    resetAdHocDarwinSignature: true,
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    // The app uses no cookies, and macOS would ask for the key to them.
    enableCookieEncryption: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
  },

  publish: updates === '' ? null : { provider: 'generic', url: updates },
  // A deb names a maintainer. If you publish installers, put your own address here.
  extraMetadata: {
    desktopName: 'gatehouse.desktop',
    homepage: 'https://gatehouse.invalid/',
    author: { name: 'Gatehouse', email: 'gatehouse@gatehouse.invalid' },
  },

  linux: {
    target: ['AppImage', 'deb'],
    icon: 'packaging/icons',
    executableName: 'gatehouse',
    // The desktop finds the app's name and icon by it.
    syncDesktopName: true,
    category: 'Office',
    synopsis: 'Offline-first door scanner for event tickets',
  },
  deb: {
    recommends: ['libusb-1.0-0'],
    // udev notices a new file of rules by itself.
    fpm: [`${join(import.meta.dirname, rules)}=/usr/lib/udev/rules.d/${rules}`],
  },
  // Its runtime needs no libfuse2, which new systems do not have.
  toolsets: { appimage: '1.0.3' },
  mac: {
    // macOS updates come as a zip.
    target: ['dmg', 'zip'],
    icon: 'packaging/icon.icns',
    category: 'public.app-category.business',
    // A process that Chromium starts opens the camera.
    entitlementsInherit: 'packaging/entitlements.mac.plist',
    extendInfo: {
      NSCameraUsageDescription: 'Gatehouse reads ticket codes with the camera.',
      NSLocalNetworkUsageDescription:
        'Gatehouse talks to the other stations of the event while the server is away.',
      NSBonjourServices: ['_gatehouse._tcp'],
    },
  },
  win: { target: ['nsis'], icon: 'packaging/icon.ico' },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    // One for each processor, half as large.
    buildUniversalInstaller: false,
  },
};
