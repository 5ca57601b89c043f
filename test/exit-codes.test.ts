import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { missingPostgres, withReason } from './support/has-tool.ts';

const missing = missingPostgres();
it.skipIf(missing !== null)(
  withReason('a program that has had a PostgreSQL of its own ends with its own exit code', missing),
  { tags: ['long'] },
  () => {
    const postgres = join(import.meta.dirname, 'support', 'postgres.ts');
    const program = `
    const { startPostgres } = await import(${JSON.stringify(postgres)});
    await (await startPostgres())[Symbol.asyncDispose]();
    process.exitCode = 3;`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ status, stderr }).toEqual({ status: 3, stderr: '' });
  },
);
