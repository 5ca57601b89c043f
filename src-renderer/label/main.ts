// The page that the desktop app prints: the labels of one job, which its address carries.
import '@fontsource-variable/inter/wght.css';
import '../design/tokens.css';
import '../design/name-fonts.ts';
import { Check } from 'typebox/schema';
import { LabelJob } from '../../shared/station/labels.ts';
import { drawLabels } from '../components/labels/draw-labels.ts';

declare global {
  /** Resolves when the labels can be printed; the desktop app waits for it. */
  var drawn: Promise<unknown>;
}

const job: unknown = JSON.parse(decodeURIComponent(location.hash.slice(1)));
globalThis.drawn = Check(LabelJob, job)
  ? drawLabels(job)
  : Promise.reject(new Error('expected labels in the address'));
