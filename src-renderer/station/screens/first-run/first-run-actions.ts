import type { ServerContent } from '../../../../shared/station/server.ts';
import type { Door } from '../../state/door.ts';
import { afterEvent, entryPointNames, stepBefore, type FirstRun } from '../../state/first-run.ts';
import { endFirstRun } from '../../state/follow-first-run.ts';

/** Carries out the decisions of the first run. */
function change(door: Door, part: Partial<FirstRun>): void {
  door.store.setState(({ firstRun }) => ({
    trouble: null,
    firstRun: firstRun === null ? null : { ...firstRun, revisited: false, ...part },
  }));
}

export function goToStep(door: Door, step: FirstRun['step']): void {
  change(door, { step });
}

export function goBack(door: Door): void {
  const { firstRun } = door.store.getState();
  const step = firstRun === null ? null : stepBefore(firstRun);
  if (step !== null) change(door, { step, revisited: true });
}

export function draftChanged(door: Door, part: Partial<FirstRun['draft']>): void {
  const { firstRun } = door.store.getState();
  if (firstRun !== null) change(door, { draft: { ...firstRun.draft, ...part } });
}

/** Starts the embedded server. Continues with the events once the station is connected; errors appear on the same step. */
export async function runServer(door: Door, content: ServerContent): Promise<void> {
  change(door, { busy: true, isDemo: content.kind === 'demo' });
  const { ok } = await door.ask({ kind: 'run_server', content });
  const { trouble } = door.store.getState();
  change(door, ok ? { busy: false, step: 'chooseEvent', hasPlace: false } : { busy: false });
  if (!ok) door.store.setState({ trouble });
}

/** An event without an entry point gets one: a ticket needs somewhere to go in. */
export function runOwnServer(door: Door, entrance: string): Promise<void> {
  const { draft } = door.store.getState().firstRun ?? {};
  if (draft === undefined) return Promise.resolve();
  const names = entryPointNames(draft.entryPoints);
  return runServer(door, {
    kind: 'own',
    organiser: draft.organiser.trim(),
    event: draft.event.trim(),
    entry_points: names.length === 0 ? [entrance] : names,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}

export function afterEventChosen(door: Door): void {
  const { firstRun } = door.store.getState();
  const next = firstRun === null ? null : afterEvent(firstRun);
  if (next === null) endFirstRun(door.store);
  else change(door, next);
}

export async function placeChosen(door: Door, location: string | null): Promise<void> {
  const { ok } = await door.ask({ kind: 'select_entry_point', location });
  const { station, firstRun } = door.store.getState();
  // If the user has gone back by then, stay there. If the station has yet to say that it took the answer, that ends the step.
  const isStillAsked = firstRun?.step === 'place' && station?.asks_entry_point !== true;
  if (ok && isStillAsked) endFirstRun(door.store);
}
