import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportDescribed, ImportReport } from '../../shared/console/operation-results.ts';
import type { ConsolePage } from './console-page.ts';

const PROGRESS_MS = 250;

/** Imports a shop's file as the console's page does. Resolves when the last of it is in the event; throws if it stops before. */
export async function importByConsole(
  page: ConsolePage,
  { event, file }: { readonly event: string; readonly file: Buffer },
): Promise<void> {
  const content = file.toString('base64');
  const begun = await page.do<ImportReport>('order.import', { event, file: 'shop.csv', content });
  const { import: reference } = begun;
  if (reference === null) throw new Error(`an import had ${begun.problem_count} problems`);
  for (;;) {
    const { status } = await page.do<ImportDescribed>('order.import-show', { import: reference });
    if (status === 'done') return;
    if (status !== 'running') throw new Error(`an import ${status}`);
    await sleep(PROGRESS_MS);
  }
}
