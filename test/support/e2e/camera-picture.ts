import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';

const WIDTH = 640;
const HEIGHT = 480;
const GREY = 128;

const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });

/** Writes frames for Chromium's fake video device that show a code. */
export async function filmCode(
  path: string,
  text: string,
  format: NonNullable<WriterOptions['format']>,
): Promise<void> {
  const { symbol, error } = await writeBarcode(text, { format, addQuietZones: true, scale: 1 });
  if (symbol === null || symbol === undefined)
    throw new Error(`no barcode could be made: ${error}`);
  const { data, width, height } = symbol;
  const scale = Math.floor(Math.min((WIDTH * 0.9) / width, (HEIGHT * 0.9) / height));
  const [left, top] = [
    Math.floor((WIDTH - width * scale) / 2),
    Math.floor((HEIGHT - height * scale) / 2),
  ];
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = 0; y < height * scale; y += 1) {
    for (let x = 0; x < width * scale; x += 1) {
      const module = data[Math.floor(y / scale) * width + Math.floor(x / scale)] ?? 255;
      luma[(top + y) * WIDTH + left + x] = module === 0 ? 16 : 235;
    }
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const head = Buffer.from(
    `YUV4MPEG2 W${String(WIDTH)} H${String(HEIGHT)} F10:1 Ip A1:1 C420jpeg\n`,
  );
  writeFileSync(path, Buffer.concat([head, ...Array<Buffer>(10).fill(frame)]));
}
