import { afterEach, expect, it } from 'vitest';
import {
  openDnsStub,
  type DnsAnswer,
  type DnsStub,
} from '../../../test/support/webhooks/dns-stub.ts';
import { systemClock } from '../../database/clock.ts';
import { EgressGuard } from '../egress/egress-guard.ts';
import { createNameResolver } from '../egress/resolve-name.ts';
import { checkEndpoint } from './check-endpoint.ts';

let stub: DnsStub;
afterEach(() => stub.close());

async function check(answerTo: (name: string, type: 'A' | 'AAAA') => DnsAnswer) {
  stub = await openDnsStub(answerTo);
  const resolve = createNameResolver({ servers: [stub.server] });
  const { monotonicMs } = systemClock;
  const guard = new EgressGuard({ resolve, allow: [], monotonicMs });
  return checkEndpoint(guard, 'https://hooks.example/a');
}

it.each<readonly [string, DnsAnswer, string]>([
  ['does not exist', null, 'The host hooks.example has no address.'],
  [
    'no name server can resolve',
    'servfail',
    'No name server could resolve hooks.example: ESERVFAIL.',
  ],
  [
    'leads to an address on the premises',
    ['10.0.0.1'],
    'The host hooks.example is not a public address.',
  ],
])('an endpoint whose name %s is refused, with the reason', async (_what, answer, reason) => {
  await expect(check(() => answer)).rejects.toMatchObject({ field: 'url', message: reason });
});

it('an endpoint whose AAAA no name server can resolve is accepted by its A', async () => {
  const checked = check((_name, type) => (type === 'A' ? ['93.184.216.34'] : 'servfail'));
  await expect(checked).resolves.toEqual({ url: 'https://hooks.example/a' });
});
