import { createStore } from 'zustand/vanilla';
import { describe, expect, it } from 'vitest';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { readyState } from '../../../test/support/door-script.ts';
import type { DoorState } from './door-state.ts';
import { entryPointNames, firstRunBegun, stepBefore, type FirstRun } from './first-run.ts';
import { followFirstRun } from './follow-first-run.ts';

type Followed = Pick<DoorState, 'station' | 'firstRun' | 'place' | 'sheet'>;

/** The observed part of the store, and the commands sent to the station. */
function follow(firstRun: FirstRun | null = null, isChoosing = false) {
  const asked: StationCommand[] = [];
  const store = createStore<Followed>(() => ({
    station: null,
    firstRun,
    place: null,
    sheet: null,
  }));
  const ask = (command: StationCommand) => {
    asked.push(command);
    return Promise.resolve({ ok: true } as const);
  };
  followFirstRun(store, ask, () => isChoosing);
  const say = (part: Partial<StationState>) =>
    store.setState({ station: { ...readyState(), ...part } });
  return { asked, say, step: () => store.getState().firstRun?.step ?? null };
}

const at = (step: FirstRun['step'], more: Partial<FirstRun> = {}): FirstRun => ({
  ...firstRunBegun,
  step,
  ...more,
});
const [gala, other] = readyState().events;

describe('the first run', () => {
  it('begins only if no choice has been made yet', () => {
    const undecided = follow();
    undecided.say({ phase: { kind: 'undecided' } });
    expect(undecided.step()).toBe('choice');
    const unenrolled = follow();
    unenrolled.say({ phase: { kind: 'unenrolled' } });
    expect(unenrolled.step()).toBeNull();
  });

  it('selects the only event automatically, once, and lets a person choose between two', () => {
    if (gala === undefined || other === undefined) throw new Error('expected two events');
    const one = follow(at('chooseEvent'));
    for (const _ of [1, 2]) one.say({ phase: { kind: 'choosing_event' }, events: [gala] });
    expect(one.asked).toEqual([{ kind: 'select_event', event: gala.reference }]);
    one.say({ phase: { kind: 'importing', applied: 0, total: null } });
    expect(one.step()).toBe('place');
    const two = follow(at('chooseEvent'));
    two.say({ phase: { kind: 'choosing_event' }, events: [gala, other] });
    expect([two.asked, two.step()]).toEqual([[], 'chooseEvent']);
  });

  it.each(['choice', 'connect', 'organiser', 'event', 'entryPoints'] as const)(
    'ends at %s if another page has chosen meanwhile, and does not choose again',
    (step) => {
      const chosen: Partial<StationState> = { phase: { kind: 'choosing_event' } };
      const late = follow(at(step));
      late.say({ phase: { kind: 'undecided' } });
      late.say(chosen);
      expect(late.step()).toBeNull();
      for (const own of [follow(at(step, { busy: true })), follow(at(step), true)]) {
        own.say({ phase: { kind: 'undecided' } });
        own.say(chosen);
        expect(own.step()).toBe(step);
      }
    },
  );

  it('advances when this page has chosen, even if the station confirms late', () => {
    const own = follow(at('chooseEvent'));
    own.say({ phase: { kind: 'undecided' } });
    own.say({ phase: { kind: 'choosing_event' } });
    expect(own.step()).toBe('chooseEvent');
  });

  it('waits at a step that the user came back to', () => {
    const back = follow(at('chooseEvent', { revisited: true }));
    back.say({});
    expect(back.step()).toBe('chooseEvent');
  });

  it('skips the entry point if the code names it or there is none to choose', () => {
    const given = follow(at('chooseEvent', { hasPlace: true }));
    given.say({});
    expect(given.step()).toBeNull();
    const nowhere = follow(at('place'));
    const { sync } = readyState();
    nowhere.say({
      entry_points: [],
      sync: { ...sync, fresh_at: { ...sync.fresh_at, setup: null } },
    });
    expect(nowhere.step()).toBe('place');
    nowhere.say({ entry_points: [] });
    expect(nowhere.step()).toBeNull();
  });

  it('is resumed at the entry point that nobody has chosen, and ends once any page has', () => {
    const closed = follow();
    closed.say({ asks_entry_point: true, entry_points: [] });
    expect(closed.step()).toBeNull();
    closed.say({ asks_entry_point: true });
    expect(closed.step()).toBe('place');
    closed.say({});
    expect(closed.step()).toBeNull();
  });

  it('leads back from every step but the first', () => {
    const steps = ['connect', 'organiser', 'event', 'entryPoints', 'chooseEvent', 'place'] as const;
    for (const step of steps) expect(stepBefore(at(step))).not.toBeNull();
    expect(stepBefore(at('choice'))).toBeNull();
    expect(stepBefore(at('chooseEvent', { isResumed: true }))).toBeNull();
  });

  it('reads the names of entry points without duplicates', () => {
    expect(entryPointNames(' North Gate,South Gate;; NORTH Gate\n')).toEqual([
      'North Gate',
      'South Gate',
    ]);
    expect(entryPointNames(' , ')).toEqual([]);
    expect(entryPointNames(Array.from({ length: 99 }, (_, n) => `Gate ${n}`).join())).toHaveLength(
      20,
    );
  });
});
