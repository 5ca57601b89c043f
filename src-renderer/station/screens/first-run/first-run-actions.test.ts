import { expect, it } from 'vitest';
import type { CommandResult } from '../../../../shared/station/results.ts';
import { readyState } from '../../../../test/support/door-script.ts';
import { createDoor } from '../../state/door.ts';
import { firstRunBegun } from '../../state/first-run.ts';
import { goBack, placeChosen } from './first-run-actions.ts';

it.each([false, true])(
  'a late response does not take a person who went back to the door',
  async (went) => {
    const answers: ((result: CommandResult) => void)[] = [];
    const door = createDoor({
      transport: {
        send: () => undefined,
        open: ({ onMessage }) => {
          onMessage({ kind: 'welcome', state: readyState(), recent: [] });
          answers.push((result) => onMessage({ kind: 'reply', id: 'one', result }));
          return () => undefined;
        },
      },
      kept: { read: () => [], write: () => undefined },
      preferences: {
        theme: 'dark',
        muted: true,
        volume: 0,
        speaks: false,
        vibrates: false,
        hidesNames: false,
        locale: 'en',
      },
      player: { play: () => undefined, onBlocked: () => undefined },
      newId: () => 'one',
    });
    door.store.setState({ firstRun: { ...firstRunBegun, step: 'place' } });
    const chosen = placeChosen(door, null);
    if (went) goBack(door);
    for (const answer of answers) answer({ ok: true });
    await chosen;
    expect(door.store.getState().firstRun?.step).toBe(went ? 'chooseEvent' : undefined);
    door.close();
  },
);
