import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { missingTool, withReason } from '../support/has-tool.ts';

// What docs/development.md offers to paste, pasted.

const root = fileURLToPath(new URL('../..', import.meta.url));

const missing = missingTool('bash', 'curl');
it.skipIf(process.platform === 'win32' || missing !== null)(
  withReason(
    'the paste of docs/development.md serves a demo, gets a token and scans the five codes',
    missing,
  ),
  { tags: ['long'] },
  async () => {
    const page = readFileSync(`${root}/docs/development.md`, 'utf8');
    const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
    const paste = blocks.find((block) => block.includes('demo.door.codes')) ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-paste-'));
    const { stdout, stderr } = await promisify(execFile)('bash', ['-ec', paste], {
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: folder,
        PATH: `${root}/node_modules/.bin:${process.env['PATH']}`,
      },
    });
    rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
    const verdicts = stdout
      .trim()
      .split('\n')
      .map((line) => /"reason":"scanning\.(\w+)"|"code":"([\w.]+)"/.exec(line)?.slice(1).join(''));
    expect(verdicts).toEqual([
      'allowed',
      'already_scanned',
      'wrong_entry_point',
      expect.stringMatching(/^ticket_(?:cancelled|refunded)$/),
      'resource.not_found',
    ]);
  },
);
