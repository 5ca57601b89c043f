import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

export interface PictureCode {
  readonly text: string;
  /** The AIM identifier. */
  readonly symbology: string;
}

// The module that was built with the page; by default the library would download it.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** Finds the codes in a picture. */
export async function readPicture(picture: ImageData): Promise<readonly PictureCode[]> {
  const results = await readBarcodes(picture, {
    formats: ['QRCode', 'Aztec', 'PDF417', 'DataMatrix', 'Code128'],
    maxNumberOfSymbols: 4,
  });
  return results
    .filter(({ isValid, text }) => isValid && text !== '')
    .map(({ text, symbologyIdentifier }) => ({ text, symbology: symbologyIdentifier }));
}
