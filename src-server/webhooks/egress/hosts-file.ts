import { readFile } from 'node:fs/promises';
import { bytesOf } from './network.ts';

const windowsFile = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`;
const hostsFile = process.platform === 'win32' ? windowsFile : '/etc/hosts';

/** What the machine's own hosts file says of a name, which name servers never hear. Empty when it says nothing. */
export async function readHostsFile(name: string): Promise<readonly string[]> {
  try {
    return addressesIn(await readFile(hostsFile, 'utf8'), name);
  } catch {
    return [];
  }
}

export function addressesIn(text: string, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    const isNamed = names.some((candidate) => candidate.toLowerCase() === wanted);
    return isNamed && bytesOf(address) !== null ? [address] : [];
  });
}
