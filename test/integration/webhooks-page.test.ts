import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { webhookKeys, writeSignatureHeader } from '../../src-server/webhooks/signature.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const secret = 'whsec_c2VjcmV0';

/** Sends a genuine delivery twice and a forged one, and prints what was answered. */
const client = `
server.listen(0, '127.0.0.1', async () => {
  const url = 'http://127.0.0.1:' + server.address().port;
  for (const body of [BODY, BODY, BODY + ' ']) {
    const headers = { 'x-service-signature': HEADER, 'x-service-delivery': 'whd_1' };
    const response = await fetch(url, { method: 'POST', body, headers });
    console.log(response.status, await response.text());
  }
  server.close();
});`;

it('the receiver in the documentation takes a genuine delivery once and refuses a forged one', async () => {
  const page = readFileSync(join(docs, 'webhooks.md'), 'utf8');
  const example = /```ts\n([^]*?)```/.exec(page)?.[1] ?? '';
  const body = '{"event":"order.created"}';
  const timestamp = Math.floor(Date.now() / 1000);
  const header = writeSignatureHeader({ keys: webhookKeys(secret), timestamp, body });
  const folder = mkdtempSync(join(docs, '.example-'));
  const source = `${example.replace("'../src", "'../../src")}\nconst BODY = ${JSON.stringify(body)};\nconst HEADER = ${JSON.stringify(header)};\n${client}`;
  writeFileSync(join(folder, 'receiver.ts'), source);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'receiver.ts')], {
      env: { ...process.env, WEBHOOK_SECRET: secret },
    });
    expect(stdout.split('\n').map((line) => line.trim())).toEqual([
      'order.created',
      '204',
      '204',
      '400 signature_wrong',
      '',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
