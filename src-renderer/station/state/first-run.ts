import { nameKey } from '../../../shared/name-key.ts';
import { MAX_FIRST_ENTRY_POINTS } from '../../../shared/station/server.ts';

/**
 * Setting up a device that has no server yet, one decision per screen.
 * Phases: `choice` → `connect`, or `organiser`, `event`, `entryPoints` for a server here, or none of them for the demo →
 * `chooseEvent` → `place` → the door. Steps with only one possible answer are skipped, unless the user goes back to one. The language
 * is chosen beside the first question. Once there is a server, a page that was closed asks again what is still open.
 */
export interface FirstRun {
  readonly step: FirstRunStep;
  /** The user came back to this step: it waits for them even if it has only one answer. */
  readonly revisited: boolean;
  /** Begun by an earlier page, or at a host that runs no server: there is no way back to the first choice. */
  readonly isResumed: boolean;
  /** It tries the demo, which has codes to scan. */
  readonly isDemo: boolean;
  /** The enrolment code fixed the entry point. */
  readonly hasPlace: boolean;
  readonly draft: ServerDraft;
  /** The server is being started, or the station connected. */
  readonly busy: boolean;
}

export type FirstRunStep =
  'choice' | 'connect' | 'organiser' | 'event' | 'entryPoints' | 'chooseEvent' | 'place';

/** The answers typed on the way to a server of one's own. */
export interface ServerDraft {
  readonly organiser: string;
  readonly event: string;
  /** Names separated by commas. */
  readonly entryPoints: string;
}

export const firstRunBegun: FirstRun = {
  step: 'choice',
  revisited: false,
  isResumed: false,
  isDemo: false,
  hasPlace: false,
  draft: { organiser: '', event: '', entryPoints: '' },
  busy: false,
};

const before: Readonly<Record<FirstRunStep, FirstRunStep | null>> = {
  choice: null,
  connect: 'choice',
  organiser: 'choice',
  event: 'organiser',
  entryPoints: 'event',
  chooseEvent: 'choice',
  place: 'chooseEvent',
};

/** The previous step; null if there is none. */
export function stepBefore({ step, isResumed }: FirstRun): FirstRunStep | null {
  return isResumed && step === 'chooseEvent' ? null : before[step];
}

/** At most as many as a first event may have, without duplicates. */
export function entryPointNames(text: string): readonly string[] {
  const names = text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const different = [...Map.groupBy(names, nameKey).values()].flatMap((same) => same.slice(0, 1));
  return different.slice(0, MAX_FIRST_ENTRY_POINTS);
}

/** The event is chosen: the next step; null if none is left. */
export function afterEvent(firstRun: FirstRun): FirstRun | null {
  return firstRun.hasPlace ? null : { ...firstRun, step: 'place', revisited: false };
}
