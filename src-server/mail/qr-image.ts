import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode, type WriteResult } from 'zxing-wasm/writer';

let isPrepared = false;
const PIXELS_PER_MODULE = 4;

/** `text` as a QR code of level M with its quiet zone: a PNG of 4 to 6 kB. */
export async function qrImage(text: string, scale = PIXELS_PER_MODULE): Promise<Buffer> {
  const { image, error } = await write(text, scale);
  if (image === null) throw new Error(`no QR code could be made: ${error}`);
  return Buffer.from(await image.arrayBuffer());
}

/** The same as an SVG. */
export async function qrDrawing(text: string): Promise<string> {
  return (await write(text, PIXELS_PER_MODULE)).svg;
}

/** The same in half blocks, black on white by the terminal's own colours, whatever its theme is. */
export async function qrBlocks(text: string): Promise<string> {
  const lines = (await write(text, 1)).utf8.split('\n').filter((line) => line !== '');
  const width = Math.max(...lines.map((line) => line.length));
  const framed = ['', ...lines, ''].map((line) => `  ${line.padEnd(width)}  `);
  return framed.map((line) => `\u001b[30;107m${line}\u001b[0m`).join('\n');
}

async function write(text: string, scale: number): Promise<WriteResult> {
  prepare();
  const options = 'ecLevel=M';
  const made = await writeBarcode(text, { format: 'QRCode', scale, addQuietZones: true, options });
  if (made.error !== '') throw new Error(`no QR code could be made: ${made.error}`);
  return made;
}

/** From the package's own file: it would be fetched from elsewhere. */
function prepare(): void {
  if (isPrepared) return;
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
  isPrepared = true;
}
