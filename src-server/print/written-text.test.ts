import { beforeAll, describe, expect, it } from 'vitest';
import { create } from 'fontkit';
import { Typefaces } from './typefaces.ts';
import { breakLines, runsOf, writeText, type Sign } from './written-text.ts';

let typefaces: Typefaces;
beforeAll(async () => {
  typefaces = await Typefaces.open();
});

const written = async (text: string) => {
  const { signs, isPartial } = await writeText(typefaces, text);
  return { signs, isPartial, text: signs.map((sign) => sign.text).join('') };
};
const lines = async (text: string, width: number) =>
  breakLines((await written(text)).signs, width, (signs) => signs.length).map((line) =>
    line
      .map((sign: Sign) => sign.text)
      .join('')
      .trimEnd(),
  );
const runs = async (text: string) => runsOf((await written(text)).signs).map((run) => run.text);

describe('a text on paper', () => {
  it.each([
    ['Latin', 'Łukasz Ångström'],
    ['Vietnamese', 'Nguyễn Thị Ánh Tuyết'],
    ['Greek', 'Ελένη Παπαδοπούλου'],
    ['Cyrillic', 'Соломія Щербак'],
    ['Arabic', 'محمد بن علي الأنصاري'],
    ['Persian', 'پریسا گلچهره'],
    ['Hebrew', 'שָׂרָה כהן'],
    ['Hindi', 'अमित शर्मा'],
    ['Thai', 'สมชาย ใจดี'],
    ['Japanese', '髙橋 一郎 さくら ﾊﾅ'],
    ['Korean', '김민수 뷁'],
    ['Chinese', '欧阳娜娜 歐陽'],
  ])('has letters in %s', async (_, name) => {
    expect(await written(name)).toMatchObject({ text: name.normalize('NFC'), isPartial: false });
  });

  it.each(['გიორგი', 'Արամ', 'አበበ', 'তানিয়া'])(
    'says that %s cannot be written, in place of empty boxes',
    async (name) => {
      const { text, isPartial } = await written(`Ana ${name}`);
      expect(isPartial).toBe(true);
      expect(text).toMatch(/^Ana \?+$/);
    },
  );

  it('says so of letters whose marks the library cannot place', async () => {
    expect(await written('ali ݒݺݧݳݪݓݤݥݘݜ')).toMatchObject({
      text: `ali ${'?'.repeat(10)}`,
      isPartial: true,
    });
  });

  it('needs a few files of letters, whoever wrote it', async () => {
    const every = Array.from({ length: 190 }, (_, index) =>
      String.fromCodePoint(0x4e00 + index * 97),
    );
    const { signs, isPartial } = await written(every.join(''));
    expect(new Set(signs.map((sign) => sign.face)).size).toBeLessThanOrEqual(25);
    expect(isPartial).toBe(true);
  });

  it('leaves out emoji', async () => {
    expect(await written('Anna 🎉👩‍👩‍👧🇩🇪')).toMatchObject({ text: 'Anna ', isPartial: false });
  });

  it('of any length is written in a moment', async () => {
    expect((await written('ab '.repeat(1e6))).signs.length).toBe(200);
  });

  it('is read from right to left where its letters are, but not its numbers', async () => {
    expect(await runs('שורה 4 מושב 12')).toEqual(['12', ' ', 'מושב', ' ', '4', ' ', 'שורה']);
    expect(await runs('محمد (علي)')).toEqual(['(', 'علي', ')', ' ', 'محمد']);
    expect((await runs('Ada אדה כהן Ltd')).join('')).toBe('Ada כהן אדה Ltd');
  });

  it('joins Arabic letters within a word', async () => {
    const [face] = (await written('ع')).signs;
    const [joined] = runsOf((await written('علي')).signs);
    expect(joined?.text).toBe('علي');
    expect(joined?.face).toBe(face?.face);
  });

  it('breaks between words, within a word that is too long, and between Japanese words', async () => {
    expect(await lines('Row 4, seat 12', 7)).toEqual(['Row 4,', 'seat 12']);
    expect(await lines('a Donaudampfschiff b', 9)).toEqual(['a Donauda', 'mpfschiff', 'b']);
    expect(await lines('春の夜会、東京', 5)).toEqual(['春の夜会、', '東京']);
  });
});

describe('a font in a file', () => {
  it.each(['A', 'é', 'ж', 'محمد', 'שׂ', 'र्मा', 'ที่', '橋', '민'])(
    'has the outlines of %s at the weight of the page',
    async (text) => {
      const [sign] = (await written(text)).signs;
      if (sign === undefined) throw new Error('expected a typeface');
      const { font } = sign.face;
      const subset = font.createSubset();
      for (const { id } of font.layout(text).glyphs) {
        const copy = subset.includeGlyph(id);
        const copied = create(subset.encode()).getGlyph(copy);
        const original = font.getGlyph(id);
        expect(copied.advanceWidth).toBe(Math.round(original.advanceWidth));
        for (const edge of ['minX', 'minY', 'maxX', 'maxY'] as const) {
          const distance = Math.abs(copied.path.bbox[edge] - original.path.bbox[edge]);
          if (original.path.commands.length > 0) expect(distance).toBeLessThan(2);
        }
        expect(copied.path.commands.length).toBe(original.path.commands.length);
      }
    },
  );
});
