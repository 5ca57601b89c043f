import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailboxKey } from './mailbox-key.ts';

/** Every character that is assigned, outside the planes of ideographs. */
const characters = Array.from({ length: 0x2_0000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => /\P{Cn}/u.test(character));

describe('the key of a mailbox', () => {
  it.each([
    ['Ada@Example.org', 'ada@example.org'],
    [' ada@example.org ', 'ada@example.org'],
    ['A\u030Ase@example.no', '\u00E5se@example.no'],
    ['STRA\u1E9EE@example.de', 'stra\u00DFe@example.de'],
    ['\u0130pek@example.org', 'i\u0307pek@example.org'],
    ['J\u030C@example.org', '\u01F0@example.org'],
    ['\u039F\u0394\u039F\u03A3@example.gr', '\u03BF\u03B4\u03BF\u03C3@example.gr'],
    ['\u03BF\u03B4\u03BF\u03C2@example.gr', '\u03BF\u03B4\u03BF\u03C3@example.gr'],
    ['e@b\u00FCcher.example', 'e@xn--bcher-kva.example'],
    ['e@B\u00DCCHER.example', 'e@XN--bcher-KVA.Example'],
    ['e@bu\u0308cher.example', 'e@xn--bcher-kva.example'],
    ['e@\uFF45\uFF58.example', 'e@ex.example'],
    ['e@\uFF11.\uFF12', 'e@1.2'],
    ['e\u200B@example.org', 'e@example.org'],
    ['e\u00ADe@b\u00ADb.example', 'ee@bb.example'],
    ['a\u034F\u0301@example.org', '\u00E1@example.org'],
  ])('of %j is that of %j', (one, other) => {
    expect(mailboxKey(one)).toBe(mailboxKey(other));
  });

  it.each([
    ['strasse@example.de', 'stra\u00DFe@example.de'],
    ['e@strasse.de', 'e@stra\u00DFe.de'],
    ['ipek@example.org', '\u0131pek@example.org'],
  ])('of %j is not that of %j', (one, other) => {
    expect(mailboxKey(one)).not.toBe(mailboxKey(other));
  });

  it('is equal for exactly those characters that Unicode folds to one', () => {
    // NFC and the letters with several capitals are tested above.
    const cased = characters.filter(
      (character) =>
        /[\p{CWL}\p{CWU}]/u.test(character) &&
        character.normalize('NFC') === character &&
        !/\u0130/.test(character),
    );
    const all = cased.join('');
    const byKey = Map.groupBy(cased, mailboxKey);
    for (const one of cased) {
      const folded = [...all.matchAll(new RegExp(one, 'giu'))].map(([other]) => other);
      expect(byKey.get(mailboxKey(one))).toEqual(folded);
    }
  });

  it('is its own key', () => {
    const text = fc.string({ unit: 'grapheme' });
    const domain = fc.oneof(text, fc.constantFrom('b\u00FCcher.example', 'xn--bcher-kva.example'));
    fc.assert(
      fc.property(text, domain, (local, at) => {
        const address = `${local}@${at}`;
        expect(mailboxKey(mailboxKey(address))).toBe(mailboxKey(address));
      }),
    );
  });
});
