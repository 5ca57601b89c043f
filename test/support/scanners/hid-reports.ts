/** Input reports recorded from scanners, as node-hid delivers them: byte 0 is the report id. */
export const reports = {
  zebraUpc: recorded('020c005d5830333036303330323039323233', '6300'),
  zebraQrFirst: recorded(
    '0238005d51314c6f72656d20697073756d20646f6c6f722073697420616d65742c20636f6e73656374657475722061646970697363696e6720656c69742c',
    '7301',
  ),
  zebraQrLast: recorded(
    '0235005d5131756c706120717569206f666669636961206465736572756e74206d6f6c6c697420616e696d20696420657374206c61626f72756d2e',
    '7300',
  ),
  honeywellUpc: recorded('020c5d4530333036303330323039323233', '634100'),
  honeywellQrFirst: recorded(
    '02385d51314c6f72656d20697073756d20646f6c6f722073697420616d65742c20636f6e73656374657475722061646970697363696e6720656c69742c',
    '733101',
  ),
  honeywellQrLast: recorded(
    '02355d5131756c706120717569206f666669636961206465736572756e74206d6f6c6c697420616e696d20696420657374206c61626f72756d2e',
    '733100',
  ),
} as const;

/**
 * Report descriptors as printed in manufacturers' manuals. `honeywell` describes the layout of its name and a beeper (output
 * report 4, bits 6 and 5); `keyboard` is not a scanner.
 */
export const descriptors = {
  honeywell: hexBytes(
    '058c0902a101' +
      '0912a102 8502 150026ff00 7508 9501 0501093b8102 058c 9503 09fb09fc09fd8102 9538 09fe820201' +
      '9502 0666ff 0904 0900 8102 058c 2501 7501 9501 09ff8102 9507 8103 c0' +
      '0914a102 8504 150025017501 9501 0900 9102 095f9102 09609102 9502 9103 9501 09859102 09869102 9103 c0' +
      'c0',
  ),
  keyboard: hexBytes(
    '05010906a101050719e029e7150025017501950881029501750881030507190029651500256575089506 8100c0',
  ),
} as const;

export function hexBytes(hex: string): readonly number[] {
  return [...Buffer.from(hex.replaceAll(' ', ''), 'hex')];
}

/** The start and the end of a report of 64 bytes, with zeros between. */
function recorded(start: string, end: string): readonly number[] {
  const [head, tail] = [hexBytes(start), hexBytes(end)];
  return [...head, ...Array<number>(64 - head.length - tail.length).fill(0), ...tail];
}

/** The reports of a code in Zebra's form. */
export function zebraReports(code: string): readonly (readonly number[])[] {
  const bytes = [...Buffer.from(code)];
  const parts: (readonly number[])[] = [];
  for (let start = 0; start < bytes.length; start += 56) {
    const data = bytes.slice(start, start + 56);
    const isContinued = start + 56 < bytes.length;
    const filling = Array<number>(56 - data.length).fill(0);
    parts.push([
      2,
      data.length,
      0,
      0x5d,
      0x51,
      0x31,
      ...data,
      ...filling,
      0x73,
      isContinued ? 1 : 0,
    ]);
  }
  return parts;
}
