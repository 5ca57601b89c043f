import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWords, searchWords } from './search-text.ts';

describe('words of a search', () => {
  it.each([
    ['Amélie DUBOIS', ['amelie', 'dubois']],
    ['Strauß-Müller', ['strauss', 'muller']],
    ['O’Neil', ['oneil']],
    ["O'Neil", ['oneil']],
    ['Łukasz Øst Đorđe', ['lukasz', 'ost', 'dorde']],
    ['İbrahim Işık', ['ibrahim', 'isik']],
    ['Αλέξανδρος ΣΟΦΟΣ', ['αλεξανδροσ', 'σοφοσ']],
    ['Ёлкина Юлия', ['елкина', 'юлия']],
    ['山田　太郎', ['山田', '太郎']],
    ['Ｙａｍａｄａ', ['yamada']],
    ['サトウ ﾐﾎ', ['さとう', 'みほ']],
    ['さとう みほ', ['さとう', 'みほ']],
    ['أحمد مُحَمَّد', ['احمد', 'محمد']],
    ['אֲבִיגַיִל', ['אביגיל']],
    ['amelie@example.org', ['amelie', 'example', 'org']],
    ['Row C, 14', ['row', 'c', '14']],
    ['  ', []],
    ['"*^:', []],
  ])('reads %s', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it('reads composed and decomposed text alike, in any letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = searchWords(text);
        expect(searchWords(text.normalize('NFD'))).toEqual(words);
        expect(searchWords(text.normalize('NFC'))).toEqual(words);
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
    );
  });
});

describe('what is marked', () => {
  it.each([
    ['Amélie Dubois', 'dub', ['Dub']],
    ['Amélie Dubois', 'BOIS ame', ['Amé', 'bois']],
    ['Ame\u0301lie', 'amel', ['Ame\u0301l']],
    ['Strauß', 'strauss', ['Strauß']],
    ['Strauß', 'straus', ['Strauß']],
    ['O’Neil', 'oneil', ['O’Neil']],
    ['Dodo', 'do', ['Do']],
    ['Dodo Odo', 'o', ['O']],
    ['김민준', '김', ['김']],
    ['banana', 'ana', ['anana']],
    ['Row C 14', 'c 14', ['C', '14']],
    ['O’Neil', 'n', []],
    ['⑴ Ⅻ ½', '1 xii 2', ['⑴', 'Ⅻ', '½']],
    ['🄀Ⰰ', 'ⰰ', ['Ⰰ']],
    ['Jürgen Müller', 'mueller', ['Müller']],
    ['Joergen Mueller', 'muller jorgen', ['Joergen', 'Mueller']],
    ['Kierkegård', 'kierkegaard', ['Kierkegård']],
    ['Anne-Marie Dubois', 'annemarie', ['Anne-Marie']],
    ['Amélie Dubois', 'ameliedub', ['Amélie Dub']],
    ['Amélie Dubois', 'edub', []],
    ['Row C 14', 'c14', ['C 14']],
    ['Dubois', 'x', []],
    ['', 'dub', []],
  ])('in %s for %s', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });

  it('is marked wherever a word of the text is found', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of searchWords(text)) expect(marked(text, word)).not.toEqual([]);
      }),
    );
  });
});

function marked(text: string, query: string): readonly string[] {
  return findWords(text, query).map(([from, until]) => text.slice(from, until));
}
