import { describe, expect, it } from 'vitest';
import { EgressError } from './egress-error.ts';
import { EgressGuard } from './egress-guard.ts';
import { hostOf, parseNewEndpointUrl } from './endpoint-url.ts';
import { addressesIn } from './resolve-name.ts';
import { parseNetwork } from './network.ts';

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'accepted';
  } catch (error) {
    return error instanceof EgressError ? error.code : String(error);
  }
}

/** A guard for which every name resolves to `addresses`. */
function guardOf(addresses: readonly string[], allow: readonly string[] = []): EgressGuard {
  return new EgressGuard({
    resolve: async () => addresses,
    allow: allow.map((text) => parseNetwork(text)).filter((network) => network !== null),
    monotonicMs: () => 0,
  });
}

describe('the URL of an endpoint', () => {
  it.each([
    ['ftp://example.com/', 'url.scheme'],
    ['file:///etc/passwd', 'url.scheme'],
    ['javascript:alert(1)', 'url.scheme'],
    ['/relative', 'url.invalid'],
    ['', 'url.invalid'],
    ['http://', 'url.invalid'],
    ['http://exa mple.com/', 'url.invalid'],
    ['http://example.com/\n', 'url.invalid'],
    ['\thttp://example.com/', 'url.invalid'],
    ['http://1.2.3.4.5/', 'url.invalid'],
    ['http://256.1.1.1/', 'url.invalid'],
    ['http://[fe80::1%25eth0]/', 'url.invalid'],
    ['https://user:pass@example.com/', 'url.credentials'],
    ['https://user@example.com/', 'url.credentials'],
    ['https://:pass@example.com/', 'url.credentials'],
    ['https://@example.com/', 'url.credentials'],
    ['https:\\\\@example.com/', 'url.credentials'],
    ['https://example.com:0/', 'url.port'],
    [`https://example.com/${'a'.repeat(2029)}`, 'url.too_long'],
    [`https://example.com/${'é'.repeat(1000)}`, 'url.too_long'],
  ])('refuses %s', (url, code) => {
    expect(codeOf(() => parseNewEndpointUrl(url))).toBe(code);
  });

  it.each([
    'http://example.com',
    'HTTPS://EXAMPLE.COM/Path?x=@y#z',
    'https://bücher.example/',
    'http://example.com:8080/a@b',
    `https://example.com/${'a'.repeat(2028)}`,
  ])('accepts %s', (url) => {
    expect(codeOf(() => parseNewEndpointUrl(url))).toBe('accepted');
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/',
    'http://2852039166/',
    'https:10.0.0.1',
    'https:/\\10.0.0.1',
  ])('refuses the non-public address in %s, however it is spelled', async (text) => {
    const host = hostOf(parseNewEndpointUrl(text));
    await expect(guardOf(['8.8.8.8']).checkHost(host)).rejects.toMatchObject({
      code: 'address.not_public',
    });
  });

  it('accepts public addresses in every spelling', async () => {
    for (const text of ['http://8.8.8.8/', 'http://134744072/', 'http://[2606:4700::1111]/']) {
      const host = hostOf(parseNewEndpointUrl(text));
      await expect(guardOf([]).checkHost(host)).resolves.toEqual([host]);
    }
  });
});

describe('the addresses of a name', () => {
  it('must all be public', async () => {
    const both = guardOf(['8.8.8.8', '10.0.0.1']);
    await expect(both.checkHost('mixed.example')).rejects.toMatchObject({
      code: 'address.not_public',
    });
    await expect(guardOf(['8.8.8.8', '2606:4700::1']).checkHost('a.example')).resolves.toHaveLength(
      2,
    );
    await expect(guardOf(['8.8.8.8%lo']).checkHost('a.example')).rejects.toThrow(EgressError);
  });

  it('may be in an allowed range, and not outside it', async () => {
    const guard = guardOf(['127.0.0.1'], ['127.0.0.0/8']);
    await expect(guard.checkHost('inside.example')).resolves.toEqual(['127.0.0.1']);
    await expect(guard.checkHost('::1')).rejects.toMatchObject({ code: 'address.not_public' });
    await expect(guard.checkHost('10.0.0.1')).rejects.toMatchObject({ code: 'address.not_public' });
  });

  it('are read from the hosts file by whole name', () => {
    const text = '127.0.0.1 localhost\n10.1.2.3\tHook.venue hook # hook.other\nnonsense hook\n';
    expect(addressesIn(text, 'hook.VENUE')).toEqual(['10.1.2.3']);
    expect(addressesIn(text, 'hook')).toEqual(['10.1.2.3']);
    expect(addressesIn(text, 'hook.other')).toEqual([]);
  });
});
