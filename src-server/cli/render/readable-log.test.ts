import { expect, it } from 'vitest';
import { readableLog } from './readable-log.ts';

it('a request is one line, with what people look for in front', () => {
  const line = JSON.stringify({
    level: 'info',
    time: '2026-11-23T14:03:22.118Z',
    request_id: 'req_1',
    method: 'GET',
    path: '/v1/integration/events',
    status: 200,
    ms: 4,
    msg: 'request completed',
  });
  expect(readableLog(`${line}\n`)).toBe(
    '14:03:22.118 INFO  request completed request_id=req_1 method=GET path=/v1/integration/events status=200 ms=4',
  );
});

it('an error has its stack below it', () => {
  const err = { type: 'TypeError', message: 'b', stack: 'TypeError: b\n    at c' };
  const line = JSON.stringify({ level: 'error', time: '2026-11-23T14:03:22.118Z', err, msg: 'a' });
  expect(readableLog(line)).toBe('14:03:22.118 ERROR a\n  TypeError: b\n      at c');
});

it('any other line stays as it is, and none writes over the terminal', () => {
  expect(readableLog('half a {line\n')).toBe('half a {line');
  const line = JSON.stringify({
    level: 'warn',
    time: '2026-11-23T14:03:22.118Z',
    msg: 'a\u001b[2J',
  });
  expect(readableLog(line)).not.toContain('\u001b');
});
