import type { LabelJob } from '../../../shared/station/labels.ts';
import { drawLabels } from './draw-labels.ts';

/** Some browsers never say that their dialog was closed; after this time the next labels are printed. */
const DIALOG_MS = 60_000;

/**
 * Prints by the browser's dialog, and resolves once it is closed. Of several pages of one station only one that is seen prints, because
 * all of them show the same admission.
 */
export async function printLabels(job: LabelJob): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  await navigator.locks.request('gatehouse.labels', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const remove = await drawLabels(job);
    try {
      await painted();
      const printed = new Promise((resolve) => {
        addEventListener('afterprint', resolve, { once: true });
        setTimeout(resolve, DIALOG_MS);
      });
      print();
      await printed;
    } finally {
      remove();
    }
  });
}

/** The dialog stops everything else on the page: the verdict has to be seen before. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
