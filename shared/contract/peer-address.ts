const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const octets = (count: number) => `(?:\\.${OCTET}){${count}}`;

/** Link-local and private ranges in which clouds answer with credentials. */
const METADATA = '169\\.254\\.169\\.254:|169\\.254\\.170\\.|\\[fd00:0?ec2:';

/**
 * Where other stations reach one, `192.168.1.20:8797` or `[fd00::20]:8797`: private networks (10/8, 172.16/12, 192.168/16, 169.254/16,
 * fc00::/7), and neither this machine nor a cloud's metadata.
 */
export const PEER_ADDRESS_PATTERN = [
  `^(?!${METADATA})(?:`,
  [
    `10${octets(3)}`,
    `172\\.(?:1[6-9]|2\\d|3[01])${octets(2)}`,
    `(?:192\\.168|169\\.254)${octets(2)}`,
    `\\[f[cd][0-9a-f]{2}:[0-9a-f:]{1,36}\\]`,
  ].join('|'),
  '):\\d{1,5}$',
].join('');

const pattern = new RegExp(PEER_ADDRESS_PATTERN);

/** Whether a station may be told to connect there. An operator may name other addresses (`--peer`). */
export function isPeerAddress(text: string): boolean {
  return pattern.test(text);
}
