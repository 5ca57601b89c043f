// Type-checks every program with its own `lib` and `types`, so that an import that does not belong there does not compile. What it learns of a
// program is kept, so that the next time only what has changed since is checked again.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = [
  'shared/tsconfig.json',
  'src-files/tsconfig.json',
  'src-main/core/tsconfig.json',
  'src-main/tsconfig.json',
  'src-main/hosts/electron/tsconfig.preload.json',
  'src-server/tsconfig.json',
  'src-renderer/tsconfig.json',
  'tsconfig.json',
];

let failed = 0;
for (const program of programs) {
  const learnt = `node_modules/.cache/types/${program.replaceAll('/', '-')}.tsbuildinfo`;
  const incremental = ['--incremental', '--tsBuildInfoFile', learnt];
  const result = spawnSync('tsc', ['--noEmit', '--pretty', '-p', program, ...incremental], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    failed += 1;
    process.stderr.write(`type errors in ${program}\n`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
