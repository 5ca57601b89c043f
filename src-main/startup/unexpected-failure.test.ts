import { describe, expect, it } from 'vitest';
import { HostError } from './host-error.ts';
import { unexpectedFailure } from './unexpected-failure.ts';

const failing = (code: string, message = 'what the system says') =>
  unexpectedFailure(Object.assign(new Error(message), { code }), '/data');

describe('a start that failed', () => {
  it.each(['ENOSPC', 'SQLITE_FULL'])('asks for room on a full disk (%s)', (code) => {
    expect(failing(code).message).toMatch(
      /^\/data cannot be used: the disk is full .*Free up space/,
    );
  });

  it.each([
    ['EACCES', 'Allow this user to read and write there'],
    ['EROFS', 'Make it writable'],
    ['SQLITE_CANTOPEN', 'Allow this user to read and write there'],
    ['SQLITE_READONLY_DIRECTORY', 'Allow this user to read and write there'],
    ['SQLITE_IOERR_WRITE', 'Check the disk'],
  ])('asks for a place that can be written, or another one (%s)', (code, remedy) => {
    const { message } = failing(code);
    expect(message).toContain('(what the system says)');
    expect(message).toMatch(new RegExp(`${remedy}.*, or name another folder with --data\\.$`));
  });

  it('names what a native module needs that this system does not have', () => {
    expect(failing('ERR_DLOPEN_FAILED', 'GLIBC_2.34 not found').message).toMatch(
      /GLIBC_2\.34 not found.*glibc 2\.34/,
    );
  });

  it('keeps the sentence of an expected failure', () => {
    const known = new HostError('data_in_use', 'Gatehouse is running already.');
    expect(unexpectedFailure(known, '/data')).toBe(known);
  });

  it('is a sentence without a stack for everything else, with the location of the logs', () => {
    const error = new TypeError('x is not a function');
    const failure = unexpectedFailure(error, '/data');
    expect(failure.message).toMatch(/x is not a function.*\/data\/logs/);
    expect(failure.message).not.toContain('\n');
    expect(failure.cause).toBe(error);
    expect(unexpectedFailure('thrown text', '/data').message).toContain('thrown text');
  });
});
