import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** Prints the ticket whose page the console shows, and returns what a scanner reads from the sheet. */
export async function readPrintedCode(page: Page): Promise<string> {
  await page.evaluate(() => {
    document.body.removeAttribute('data-was-printed');
    window.print = () => document.body.setAttribute('data-was-printed', '');
  });
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-was-printed');
  await page.emulateMedia({ media: 'print' });
  const printed = await readQrCode(await page.screenshot());
  await page.emulateMedia({ media: 'screen' });
  if (printed === null) throw new Error('no code is printed');
  return printed;
}

/** What a scanner reads from a picture; null if there is no code. */
export async function readQrCode(picture: Uint8Array): Promise<string | null> {
  const [read] = await readBarcodes(picture, { formats: ['QRCode'] });
  return read?.text ?? null;
}
