import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withReason } from '../../../test/support/has-tool.ts';
import { openDnsStub } from '../../../test/support/webhooks/dns-stub.ts';

const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-names-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file system view of its own, in which `/etc/resolv.conf` may be another file. */
const apart = ['--map-root-user', '--mount'];
const missing =
  spawnSync('unshare', [...apart, 'true']).status === 0
    ? null
    : 'no name space of its own can be had here';

it.skipIf(missing !== null)(
  withReason('asks the name servers that the system has now, not those that it had', missing),
  async () => {
    const stub = await openDnsStub((_name, type) => (type === 'A' ? ['192.0.2.7'] : []));
    const settings = join(folder, 'resolv.conf');
    writeFileSync(settings, 'nameserver 127.0.0.1:1\n');
    const program = `
    import { writeFileSync } from 'node:fs';
    import { createNameResolver } from ${JSON.stringify(new URL('resolve-name.ts', import.meta.url).href)};
    const resolve = createNameResolver();
    const ask = () => resolve('hooks.example.org').catch((error) => error.code);
    const before = await ask();
    writeFileSync('/etc/resolv.conf', 'nameserver ${stub.server}\\n');
    console.log(JSON.stringify([before, await ask()]));`;
    const inside =
      'mount --bind "$1" /etc/resolv.conf && exec "$2" --input-type=module --eval "$3"';
    const { stdout } = await run('unshare', [
      ...apart,
      'sh',
      '-c',
      inside,
      'sh',
      settings,
      process.execPath,
      program,
    ]);
    expect(JSON.parse(stdout)).toEqual(['name.unanswered', ['192.0.2.7']]);
    stub.close();
  },
);
