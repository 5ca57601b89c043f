import { expect, it } from 'vitest';
import { meantCodes, sight, type Sightings } from './sightings.ts';

it('a code that stays in sight is one scan, and a new scan when it comes back', () => {
  let sightings: Sightings = new Map();
  const see = (codes: readonly string[], at: number) => {
    const step = sight(sightings, codes, at);
    sightings = step.sightings;
    return step.fresh;
  };
  expect(see(['a'], 0)).toEqual(['a']);
  for (let at = 100; at < 10_000; at += 100) expect(see(['a'], at)).toEqual([]);
  // A briefly blurred picture does not cause a second scan.
  expect(see([], 11_000)).toEqual([]);
  expect(see(['a', 'b', 'b'], 11_500)).toEqual(['b']);
  // A busy computer takes few pictures.
  expect(see(['a'], 15_000)).toEqual([]);
  expect(see([], 15_100)).toEqual([]);
  expect(see(['a'], 18_000)).toEqual([]);
  expect(see([], 18_100)).toEqual([]);
  expect(see([], 20_100)).toEqual([]);
  expect(see(['a'], 20_200)).toEqual(['a']);
});

it('of the codes in one picture those that are no ticket count only if none is', () => {
  const [ticket, other] = ['tkt_01hzyzyzyzyzyzyzyzyzyzyz42', 'tkt_01hzyzyzyzyzyzyzyzyzyzyz43'];
  const shop = 'https://shop.example/';
  expect(meantCodes([shop, ticket], [shop, ticket])).toEqual([ticket]);
  expect(meantCodes([ticket, shop, other], [ticket, shop, other])).toEqual([ticket, other]);
  // The ticket is in sight since an earlier picture.
  expect(meantCodes([ticket, shop], [shop])).toEqual([]);
  expect(meantCodes([shop], [shop])).toEqual([shop]);
});
