import { describe, expect, it } from 'vitest';
import { ManualTime, settle } from '../../../test/support/station/manual-time.ts';
import { seededRandom } from '../../../test/support/station/seeded-random.ts';
import { silentLogger } from '../../adapters/system/system-ports.ts';
import type { SecretRead, SecretWrite } from '../../ports/secrets.ts';
import { ClientSecret } from './client-secret.ts';
import { StationEmitter } from '../state/station-events.ts';
import { RaisedWarnings } from '../state/raised-warnings.ts';

const locked: SecretRead = { kind: 'unreadable', problem: 'the keyring is locked' };
const found: SecretRead = { kind: 'found', secret: 'one', protection: 'keychain' };
const silence = new Promise<never>(() => undefined);

/** A store that gives these answers, repeating the last one. */
function keptSecret({
  reads = [found],
  write = { kind: 'kept', protection: 'keychain' },
}: {
  readonly reads?: readonly (SecretRead | Promise<SecretRead>)[];
  readonly write?: SecretWrite | Promise<SecretWrite>;
}) {
  const time = new ManualTime();
  const warnings = new RaisedWarnings(new StationEmitter(), silentLogger);
  let asked = 0;
  const store = {
    read: async () => {
      const answer = reads[Math.min(asked, reads.length - 1)] ?? found;
      asked += 1;
      return answer;
    },
    write: async () => write,
  };
  const secret = new ClientSecret({
    secrets: store,
    warnings,
    timers: time,
    random: seededRandom(1),
  });
  const taken: string[] = [];
  const take = async (text: string) => void taken.push(text);
  return { secret, time, taken, take, warnings: () => warnings.list(), asked: () => asked };
}

describe('the stored secret of a station', () => {
  it('is used once it can be read, with a warning only if it is not encrypted', async () => {
    const safe = keptSecret({});
    await safe.secret.read(safe.take);
    expect([safe.taken, safe.warnings()]).toEqual([['one'], []]);

    const file = keptSecret({ reads: [{ ...found, protection: 'file' }] });
    await file.secret.read(file.take);
    expect([file.taken, file.warnings()]).toEqual([['one'], [{ code: 'secret_unprotected' }]]);
  });

  it('is read again at growing intervals while its store is locked, and then the warning ends', async () => {
    const { secret, time, taken, take, warnings } = keptSecret({ reads: [locked, locked, found] });
    await secret.read(take);
    expect(taken).toEqual([]);
    expect(warnings()).toEqual([{ code: 'secret_unreadable', problem: 'the keyring is locked' }]);
    await time.advance(1_000);
    expect(taken).toEqual([]);
    await time.advance(2_000);
    expect(taken).toEqual(['one']);
    expect(warnings()).toEqual([]);
  });

  it('is read at least once a minute, however often that failed', async () => {
    const { secret, time, take, asked } = keptSecret({ reads: [locked] });
    await secret.read(take);
    await time.advance(600_000);
    const before = asked();
    await time.advance(60_000);
    expect(asked()).toBeGreaterThan(before);
  });

  it('does not delay a station when its store does not respond, and is used when it does', async () => {
    const late = Promise.withResolvers<SecretRead>();
    const { secret, time, taken, take, warnings } = keptSecret({ reads: [late.promise] });
    let isOpen = false;
    const open = async () => {
      await secret.read(take);
      isOpen = true;
    };
    void open();
    await time.advance(3_000);
    expect(isOpen).toBe(true);
    expect(warnings()).toEqual([{ code: 'secret_unreadable', problem: null }]);
    late.resolve(found);
    await settle();
    expect([taken, warnings()]).toEqual([['one'], []]);
  });

  it('is reported missing if there is none', async () => {
    const { secret, taken, take, warnings } = keptSecret({ reads: [{ kind: 'absent' }] });
    await secret.read(take);
    expect([taken, warnings()]).toEqual([[], [{ code: 'secret_missing' }]]);
  });

  it.each([
    ['its store was locked', locked],
    ['its store did not answer', silence],
  ])('is reported only as missing when that is found after %s', async (_, first) => {
    const late = Promise.withResolvers<SecretRead>();
    const reads = first === locked ? [locked, { kind: 'absent' } as const] : [late.promise];
    const { secret, time, take, warnings } = keptSecret({ reads });
    void secret.read(take);
    await time.advance(3_000);
    late.resolve({ kind: 'absent' });
    await settle();
    expect(warnings()).toEqual([{ code: 'secret_missing' }]);
  });

  it("is used at a later attempt when one of the station's stores failed at the first", async () => {
    const { secret, time, warnings } = keptSecret({ reads: [locked, found] });
    let attempts = 0;
    const take = async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('disk I/O error');
    };
    await secret.read(take);
    await time.advance(1_000);
    expect(warnings()).toEqual([{ code: 'secret_unreadable', problem: 'disk I/O error' }]);
    await time.advance(10_000);
    expect([attempts, warnings()]).toEqual([3, []]);
  });

  it('is replaced by a secret that was entered while it could not be read', async () => {
    const { secret, time, taken, take, warnings } = keptSecret({ reads: [locked, found] });
    await secret.read(take);
    await secret.keep('two');
    await time.advance(120_000);
    expect([taken, warnings()]).toEqual([[], []]);
  });

  it('is used for this run when it cannot be stored', async () => {
    const { secret, warnings } = keptSecret({ write: { kind: 'not_kept', problem: 'disk full' } });
    await secret.keep('two');
    expect(warnings()).toEqual([{ code: 'secret_not_kept', problem: 'disk full' }]);
  });

  it('does not delay a station when its store does not respond to a write', async () => {
    const { secret, time } = keptSecret({ write: silence });
    let isDone = false;
    const keep = async () => {
      await secret.keep('two');
      isDone = true;
    };
    void keep();
    await time.advance(3_000);
    expect(isDone).toBe(true);
  });

  it('is not read any more once the station is closed', async () => {
    const { secret, time, take, asked } = keptSecret({ reads: [locked] });
    await secret.read(take);
    secret.close();
    await time.advance(120_000);
    expect(asked()).toBe(1);
  });
});
