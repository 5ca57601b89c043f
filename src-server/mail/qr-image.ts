import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

let isPrepared = false;

/** `text` as a QR code of level M with its quiet zone: a PNG of 4 to 6 kB. */
export async function qrImage(text: string): Promise<Buffer> {
  prepare();
  const { image, error } = await writeBarcode(text, {
    format: 'QRCode',
    scale: 4,
    addQuietZones: true,
    options: 'ecLevel=M',
  });
  if (image === null) throw new Error(`no QR code could be made: ${error}`);
  return Buffer.from(await image.arrayBuffer());
}

/** From the package's own file: it would be fetched from elsewhere. */
function prepare(): void {
  if (isPrepared) return;
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
  isPrepared = true;
}
