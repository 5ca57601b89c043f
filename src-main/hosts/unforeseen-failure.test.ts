import { describe, expect, it } from 'vitest';
import { HostError } from './host-error.ts';
import { unforeseenFailure } from './unforeseen-failure.ts';

const failing = (code: string, message = 'what the system says') =>
  unforeseenFailure(Object.assign(new Error(message), { code }), '/data');

describe('a start that failed', () => {
  it.each(['ENOSPC', 'SQLITE_FULL'])('asks for room on a full disk (%s)', (code) => {
    expect(failing(code).message).toMatch(/^\/data cannot be used: the disk is full .*Make room/);
  });

  it.each([
    ['EACCES', 'Allow this user to read and write there'],
    ['EROFS', 'Make it possible to write there'],
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

  it('keeps the sentence of a failure that was foreseen', () => {
    const known = new HostError('data_in_use', 'Gatehouse is running already.');
    expect(unforeseenFailure(known, '/data')).toBe(known);
  });

  it('is a sentence without a stack for everything else, with the place of the logs', () => {
    const error = new TypeError('x is not a function');
    const failure = unforeseenFailure(error, '/data');
    expect(failure.message).toMatch(/x is not a function.*\/data\/logs/);
    expect(failure.message).not.toContain('\n');
    expect(failure.cause).toBe(error);
    expect(unforeseenFailure('thrown text', '/data').message).toContain('thrown text');
  });
});
