import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';

const WIDTH = 640;
const HEIGHT = 480;
const GREY = 128;

const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });

/** Black on white, upright, unless given otherwise. */
export interface Paper {
  /** Light on dark. */
  readonly isInverted?: boolean;
  /** In radians. */
  readonly turn?: number;
  /** The luma of a page without a quiet zone around the code. */
  readonly page?: number;
}

/** Writes frames for Chromium's fake video device that show a code. */
export async function filmCode(
  path: string,
  text: string,
  format: NonNullable<WriterOptions['format']>,
  { isInverted = false, turn = 0, page }: Paper = {},
): Promise<void> {
  const [light, dark] = isInverted ? [16, 235] : [235, 16];
  const { symbol, error } = await writeBarcode(text, {
    format,
    addQuietZones: page === undefined,
    scale: 1,
  });
  if (symbol === null || symbol === undefined)
    throw new Error(`no barcode could be made: ${error}`);
  const { data, width, height } = symbol;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const scale = Math.min(
    (WIDTH * 0.9) / (width * cos + height * sin),
    (HEIGHT * 0.9) / (width * sin + height * cos),
  );
  const whole = turn === 0 ? Math.floor(scale) : scale;
  const luma = Buffer.alloc(WIDTH * HEIGHT, page ?? light);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2];
      const column = Math.floor((right * cos + down * sin) / whole + width / 2);
      const row = Math.floor((down * cos - right * sin) / whole + height / 2);
      if (column < 0 || column >= width || row < 0 || row >= height) continue;
      luma[y * WIDTH + x] = data[row * width + column] === 0 ? dark : light;
    }
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const head = Buffer.from(
    `YUV4MPEG2 W${String(WIDTH)} H${String(HEIGHT)} F10:1 Ip A1:1 C420jpeg\n`,
  );
  writeFileSync(path, Buffer.concat([head, ...Array<Buffer>(10).fill(frame)]));
}
