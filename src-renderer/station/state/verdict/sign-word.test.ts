import { expect, it } from 'vitest';
import { evening, kinds, outcome } from '../../../../test/support/door-script.ts';
import { en } from '../../i18n/en.ts';
import { overruledText, signWord } from './sign-word.ts';

const at = (starts_at: string) => ({ session: { name: 'Late show', starts_at } });
const until = { window: { from: null, until: evening(-5) } };

it.each([
  ['Admit', kinds.admitted],
  ['Too early', { ...kinds.session, ...at(evening(108)) }],
  ['Expired', { ...kinds.session, ...until, ...at(evening(-60)) }],
  ['Wrong date', { ...kinds.session, ...at(evening(25 * 60)) }],
  ['Wrong date', { ...kinds.session, ...until, ...at(evening(-25 * 60)) }],
  ['Too early', { ...kinds.validity, window: { from: evening(5), until: null } }],
  ['Expired', kinds.validity],
  ['Not now', { ...kinds.validity, window: null }],
  ['Scan again', { ...kinds.unreadable, note: 'partial' }],
  ['Scanner works', { ...kinds.unreadable, note: 'training' }],
  ['Just let in here', { ...kinds.already, note: 'just_in' }],
] as const)('the word is %s: %j', (word, change) => {
  expect(signWord(outcome(1, change), en)).toBe(word);
});

it('what was overruled is called as it was when it was denied', () => {
  const overruled = { reason: 'scanning.outside_validity_window', note: 'The manager' } as const;
  const window = { from: evening(5), until: null };
  const admitted = outcome(1, { overruled, window });
  expect(overruledText(overruled, admitted, en)).toBe('Too early: The manager');
});
