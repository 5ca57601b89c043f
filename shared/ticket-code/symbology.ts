/** The AIM identifier that a scanner puts before a code, such as `]Q1`; the letter is the kind of barcode. */
const AIM = /^\][A-Za-z][0-9A-Za-z]/;

/** Names of the barcode kinds that tickets use, by the letter of their AIM identifier. */
const names: Readonly<Record<string, string>> = {
  A: 'Code 39',
  C: 'Code 128',
  E: 'EAN/UPC',
  L: 'PDF417',
  Q: 'QR Code',
  X: 'EAN/UPC',
  d: 'Data Matrix',
  z: 'Aztec',
};

/** The AIM identifier at the start of a reading; null if there is none. */
export function readAim(text: string): string | null {
  return AIM.exec(text)?.[0] ?? null;
}

/** The common name of a symbology; the identifier itself if it has no name here. */
export function symbologyName(aim: string): string {
  return names[aim.charAt(1)] ?? aim;
}
