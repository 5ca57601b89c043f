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

/** A QR code in modules, its quiet zone included: lines of width 1 along `path`, in a square of `size`, are the dark ones. */
export interface QrSymbol {
  readonly size: number;
  readonly path: string;
}

const QUIET_MODULES = 4;

/** The same as lines for an SVG, in a third of the drawing's length: for files with thousands of them. */
export async function qrSymbol(text: string): Promise<QrSymbol> {
  const { data, width, height } = (await write(text, 1)).symbol;
  const rows = Array.from({ length: height }, (_, y) => data.subarray(y * width, (y + 1) * width));
  const path = rows.map((row, y) => rowPath(row, y + QUIET_MODULES)).join('');
  return { size: width + 2 * QUIET_MODULES, path };
}

/** The line through the dark modules (0) of a row: a stroke (h) for each run of them, a move (m) for each gap. */
function rowPath(modules: Uint8ClampedArray, y: number): string {
  const start = modules.indexOf(0);
  if (start === -1) return '';
  const steps = [`M${start + QUIET_MODULES} ${y}.5`];
  for (let at = start; at < modules.length;) {
    const isDark = modules[at] === 0;
    const next = modules.indexOf(isDark ? 255 : 0, at);
    const end = next === -1 ? modules.length : next;
    steps.push(isDark ? `h${end - at}` : `m${end - at} 0`);
    at = end;
  }
  return steps.join('');
}

/** The same in half-block characters, black on white in explicit colours, independent of the terminal's theme. */
export async function qrBlocks(
  text: string,
): Promise<{ readonly blocks: string; readonly width: number }> {
  const lines = (await write(text, 1)).utf8.split('\n').filter((line) => line !== '');
  const width = Math.max(...lines.map((line) => line.length));
  const framed = ['', ...lines, ''].map((line) => `  ${line.padEnd(width)}  `);
  const blocks = framed.map((line) => `\u001b[30;107m${line}\u001b[0m`).join('\n');
  return { blocks, width: width + 4 };
}

async function write(text: string, scale: number): Promise<WriteResult> {
  prepare();
  const options = 'ecLevel=M';
  const made = await writeBarcode(text, { format: 'QRCode', scale, addQuietZones: true, options });
  if (made.error !== '') throw new Error(`no QR code could be made: ${made.error}`);
  return made;
}

/** Loads the WebAssembly from the package, which would otherwise fetch it from the network. */
function prepare(): void {
  if (isPrepared) return;
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
  isPrepared = true;
}
