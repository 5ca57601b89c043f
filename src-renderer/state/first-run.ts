import { nameKey } from '../../shared/name-key.ts';
import { MAX_FIRST_ENTRY_POINTS } from '../../shared/station/server.ts';

/**
 * Setting up a device that has no server yet, one decision per screen.
 * Phases: `choice` → `connect`, or `organiser`, `event`, `entryPoints` for a server here, or none of them for the demo →
 * `chooseEvent` → `place` → `language` → the door. Steps with only one possible answer are skipped, unless the user goes back to
 * one.
 */
export interface FirstRun {
  readonly step: FirstRunStep;
  /** The user came back to this step: it waits for them even if it has only one answer. */
  readonly revisited: boolean;
  /** The enrolment code fixed the entry point. */
  readonly hasPlace: boolean;
  readonly draft: ServerDraft;
  /** The server is being started, or the station connected. */
  readonly busy: boolean;
}

export type FirstRunStep =
  | 'choice'
  | 'connect'
  | 'organiser'
  | 'event'
  | 'entryPoints'
  | 'chooseEvent'
  | 'place'
  | 'language';

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
  language: 'place',
};

/** The previous step; null if there is none. */
export function stepBefore({ step, hasPlace }: FirstRun): FirstRunStep | null {
  return step === 'language' && hasPlace ? 'chooseEvent' : before[step];
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

/** The event is chosen: the next step. */
export function afterEvent(firstRun: FirstRun): FirstRun {
  return { ...firstRun, step: firstRun.hasPlace ? 'language' : 'place', revisited: false };
}
