// Makes a client with each generator: node generate.js OPENAPI_JSON, writes to generated/.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

const [input = ''] = process.argv.slice(2);
const folder = import.meta.dirname;
const types = join(folder, 'generated/openapi-typescript.d.ts');
const program = join(folder, 'node_modules/openapi-typescript/bin/cli.js');
execFileSync(process.execPath, [program, input, '-o', types], { stdio: 'ignore' });
await createClient({
  input,
  output: { path: join(folder, 'generated/hey-api'), importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
  logs: { level: 'silent' },
});
