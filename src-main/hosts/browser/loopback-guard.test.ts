import { describe, expect, it } from 'vitest';
import { createLoopbackGuard } from './loopback-guard.ts';

describe('the guard of the loopback page', () => {
  it('knows its own name at port 80, which browsers omit', () => {
    const guard = createLoopbackGuard(80);
    expect(guard.refuse({ host: '127.0.0.1' })).toBeNull();
    expect(guard.refuse({ host: 'localhost', origin: 'http://localhost' })).toBeNull();
    expect(guard.originOfSocket({ host: '127.0.0.1', origin: 'http://127.0.0.1' })).toBe(
      'http://127.0.0.1',
    );
    expect(guard.refuse({ host: '127.0.0.1:8080' })).toBe('foreign_host');
  });

  it('accepts no other port', () => {
    const guard = createLoopbackGuard(8_080);
    expect(guard.refuse({ host: '127.0.0.1:8080' })).toBeNull();
    expect(guard.refuse({ host: '127.0.0.1' })).toBe('foreign_host');
  });
});
