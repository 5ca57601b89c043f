import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { kinds, outcome } from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

/** What the page spoke and how it vibrated, recorded in place of a voice and a motor. */
interface Sensed {
  readonly said: string[];
  readonly moved: number[][];
}

async function wire(page: Page, voices: readonly { lang: string; localService: boolean }[]) {
  await page.addInitScript((known) => {
    const sensed: Sensed = { said: [], moved: [] };
    class Utterance {
      voice: { lang: string } | null = null;
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    const synthesis = {
      getVoices: () => known.map((voice) => ({ ...voice, default: false })),
      addEventListener: () => undefined,
      cancel: () => sensed.said.push('–'),
      speak: ({ text, voice }: Utterance) => sensed.said.push(`${voice?.lang}: ${text}`),
    };
    Object.defineProperty(window, 'sensed', { value: sensed });
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.defineProperty(navigator, 'vibrate', {
      value: (pattern: number[]) => sensed.moved.push(pattern) > 0,
    });
  }, voices);
  const read = async (): Promise<Sensed> => page.evaluate(() => Reflect.get(window, 'sensed'));
  return {
    said: async () => (await read()).said.filter((text) => text !== '–'),
    moved: async () => (await read()).moved,
  };
}

const local = [
  { lang: 'en-GB', localService: true },
  { lang: 'de-DE', localService: true },
];

test('if speech is switched on, the reason is spoken in the station’s language, never a name', async ({
  page,
  open,
}) => {
  const sensed = await wire(page, local);
  const { station } = await open();
  station.outcome(outcome(1, kinds.already));
  await expect(verdictOf(page)).toContainText('Already in');
  await page.keyboard.press('Control+,');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog).toContainText('Names are never spoken.');
  await dialog.getByText('Speak the reason').click();
  station.outcome(outcome(2, kinds.entrance));
  await expect.poll(sensed.said).toEqual(['en-GB: Send them to South Gate or West Gate.']);
  station.setState({ locale: 'de' });
  station.outcome(outcome(3));
  await expect.poll(sensed.said).toHaveLength(2);
  expect((await sensed.said()).at(-1)).toBe('de-DE: Einlass');
});

test('only the newest verdict of a burst is spoken', { tag: '@long' }, async ({ page, open }) => {
  const sensed = await wire(page, local);
  const { station } = await open();
  await page.keyboard.press('Control+,');
  await page.getByRole('dialog').getByText('Speak the reason').click();
  for (const number of [1, 2, 3, 4]) station.outcome(outcome(number, kinds.already));
  station.outcome(outcome(5, kinds.cancelled));
  await expect(verdictOf(page)).toContainText('№ 5');
  await expect.poll(async () => (await sensed.said()).at(-1)).toContain('cancelled');
  expect((await sensed.said()).length).toBeLessThan(5);
});

test(
  'a voice that runs on a remote service is not used',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.clock.install();
    const sensed = await wire(page, [{ lang: 'en-GB', localService: false }]);
    const { station } = await open();
    await page.keyboard.press('Control+,');
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await expect(dialog).toContainText('no built-in voice for this language');
    await dialog.getByText('Speak the reason').click();
    station.outcome(outcome(1, kinds.already));
    await expect(verdictOf(page)).toContainText('Already in');
    await page.clock.runFor(5_000);
    expect(await sensed.said()).toEqual([]);
  },
);

test(
  'the device vibrates by verdict, even with sound off, until vibration is switched off',
  { tag: '@long' },
  async ({ page, open }) => {
    const sensed = await wire(page, []);
    const { station } = await open();
    await page.keyboard.press('Alt+b');
    station.outcome(outcome(1));
    station.outcome(outcome(2, kinds.cancelled));
    await expect.poll(sensed.moved).toEqual([[60], [600]]);
    station.outcome(outcome(4, { flags: ['check_id'] }));
    await page.getByRole('button', { name: 'Name checked' }).click();
    await expect.poll(sensed.moved).toEqual([[60], [600], [80, 80, 80], [60]]);
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog').getByText('Vibrate').click();
    station.outcome(outcome(3));
    await expect(verdictOf(page)).toContainText('№ 3');
    expect(await sensed.moved()).toHaveLength(4);
  },
);

const groundOf = (part: Locator) =>
  part.evaluate((element) => getComputedStyle(element).backgroundColor);

test(
  'with forced colours, switches and choices still show their state',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open();
    await page.keyboard.press('Control+,');
    const sheet = page.getByRole('dialog', { name: 'Settings' });
    const knob = sheet
      .locator('label')
      .filter({ hasText: 'Hide names' })
      .locator('> span:not(:has(input))')
      .first();
    const off = await groundOf(knob);
    await sheet.getByText('Hide names', { exact: true }).click();
    await expect.poll(() => groundOf(knob)).not.toBe(off);
    // Forced colours would otherwise draw a backplate in the text's own colour behind selected text.
    const themes = sheet.getByRole('radiogroup', { name: 'Appearance' }).locator('label');
    await expect(themes.filter({ hasText: 'System' })).toHaveCSS('forced-color-adjust', 'none');
    expect(await groundOf(themes.filter({ hasText: 'System' }))).not.toBe(
      await groundOf(themes.filter({ hasText: 'Dark' })),
    );
  },
);
