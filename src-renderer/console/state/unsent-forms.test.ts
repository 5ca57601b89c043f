import { expect, it } from 'vitest';
import { createUnsentForms } from './unsent-forms.ts';

const held = { name: 'Pier Night' };

/** What a form held when the session of Ann ended. */
function keptOfAnn() {
  const unsent = createUnsentForms();
  unsent.showTo('ann');
  unsent.keepOf('ann');
  unsent.leave('event', held);
  return unsent;
}

it('what a form held is there again for the same person, and for nobody before', () => {
  const unsent = keptOfAnn();
  expect(unsent.find('event')).toBeUndefined();
  unsent.showTo('ann');
  expect(unsent.find('event')).toBe(held);
});

it('another person finds nothing that a form held, nor does the same one after them', () => {
  const unsent = keptOfAnn();
  unsent.showTo('ben');
  expect(unsent.find('event')).toBeUndefined();
  unsent.showTo('ann');
  expect(unsent.find('event')).toBeUndefined();
});

it('whoever has shown no second factor yet neither finds nor clears it', () => {
  const unsent = keptOfAnn();
  unsent.keepOf(null);
  unsent.showTo(null);
  expect(unsent.find('event')).toBeUndefined();
  unsent.showTo('ann');
  expect(unsent.find('event')).toBe(held);
});

it('nothing is kept of who signs out, or of a form that goes while its session lasts', () => {
  const signedOut = keptOfAnn();
  signedOut.forget();
  signedOut.showTo('ann');
  expect(signedOut.find('event')).toBeUndefined();
  const sent = keptOfAnn();
  sent.showTo('ann');
  sent.leave('event', held);
  expect(sent.find('event')).toBeUndefined();
});
