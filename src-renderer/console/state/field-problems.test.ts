import { expect, it } from 'vitest';
import { problems } from '../i18n/de/problems.ts';
import { problemText } from './field-problems.ts';

it.each([
  ['The conflict cfl_01 is resolved.', 'gelöst'],
  ['The order ord_01 is refunded; only a confirmed order can be cancelled.', 'erstattet'],
  ['The order of ticket tkt_01 is cancelled.', 'storniert'],
  ['The waitlist entry wle_01 is converted already.', 'bestellt'],
  ['The ticket tkt_01 is refunded and cannot be transferred.', 'erstattet'],
  ['The ticket tkt_01 has been admitted and cannot be resold.', 'eingelassen'],
  ['The ticket tkt_01 was superseded and can no longer be reissued.', 'ersetzt'],
  ['The person con_01 was erased.', 'gelöscht'],
])('a state that does not allow it is said in the language of the page: %s', (sentence, state) => {
  expect(problemText(problems, sentence)).toBe(`Das geht nicht mehr: Es ist ${state}.`);
});
