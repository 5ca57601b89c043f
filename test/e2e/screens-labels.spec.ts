import { expect, type Page } from '@playwright/test';
import { labelChoices, labelSizes } from '../../shared/station/labels.ts';
import { NO_KIOSK } from '../../shared/station/state.ts';
import { kinds, longNames, outcome, ticketNumber } from '../support/door-script.ts';
import { readQrCode } from '../support/e2e/printed-code.ts';
import { doorTest as test, verdictOf, type ScriptedDoor } from '../support/e2e/scripted-door.ts';

const label = { size: '62x29', printer: null } as const;

/** Prints as a browser that nobody keeps waiting; `printed` has the text of each job, a label in a line. */
async function plugInPrinter(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const printed: string[] = [];
    Object.assign(window, {
      printed,
      print: () => {
        const labels = [...document.querySelectorAll('[data-shape]')];
        printed.push(
          labels
            .map((one) =>
              [...one.querySelectorAll('p')].map((line) => line.textContent).join(' | '),
            )
            .join('\n'),
        );
        dispatchEvent(new Event('afterprint'));
      },
    });
  });
  return () => page.evaluate((): readonly string[] => Reflect.get(window, 'printed'));
}

async function openWithPrinter(page: Page, open: () => Promise<ScriptedDoor>) {
  const { station } = await open();
  station.setState({ label });
  return { station, printed: await plugInPrinter(page) };
}

test('each admission prints one label; a denial, a second reading and a guest who comes back print none', async ({
  page,
  open,
}) => {
  const { station, printed } = await openWithPrinter(page, open);
  station.outcome(outcome(1));
  await expect.poll(printed).toEqual(['Amélie Dubois | VIP | Row C 14']);
  station.outcome(outcome(1, { repeated: true }));
  station.outcome(outcome(2, kinds.already));
  station.outcome(outcome(6, { re_entry: true }));
  station.outcome(outcome(3, { kind: 'held', reason: null, note: 'full' }));
  station.outcome(outcome(4, { kind: 'left', reason: null }));
  station.outcome(outcome(5, { holder: 'Hana Sato', flags: ['check_id'] }));
  await page.getByRole('button', { name: 'Name checked' }).click();
  await expect
    .poll(printed)
    .toEqual(['Amélie Dubois | VIP | Row C 14', 'Hana Sato | VIP | Row C 14']);
  await expect(page.locator('[data-shape]')).toHaveCount(0);
});

test('a browser that never says that its dialog was closed prints the next label all the same', async ({
  page,
  open,
}) => {
  await page.clock.install();
  const { station, printed } = await openWithPrinter(page, open);
  await page.evaluate(() =>
    addEventListener('afterprint', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  station.outcome(outcome(1));
  await page.clock.runFor(1_000);
  await expect.poll(printed).toHaveLength(1);
  station.outcome(outcome(2));
  await page.clock.runFor(65_000);
  await expect.poll(printed).toHaveLength(2);
});

test('a label is printed once the name was checked, also after the next guest', async ({
  page,
  open,
}) => {
  const { station, printed } = await openWithPrinter(page, open);
  station.outcome(outcome(1, { holder: 'Hana Sato', flags: ['check_id'] }));
  station.outcome(outcome(2));
  await expect.poll(printed).toEqual(['Amélie Dubois | VIP | Row C 14']);
  await expect(verdictOf(page)).toContainText('Amélie Dubois');
  await page.getByRole('row').last().click();
  await page.getByRole('button', { name: 'Name checked' }).click();
  await expect.poll(async () => (await printed()).at(-1)).toBe('Hana Sato | VIP | Row C 14');
});

test('the tickets of an order are one print job', async ({ page, open }) => {
  await page.clock.install({ time: 0 });
  const { station, printed } = await openWithPrinter(page, open);
  await page.clock.pauseAt(3_600_000);
  const verdicts = ['Ada', '1 more', '2 more'];
  for (const [number, holder] of ['Ada', 'Ben', 'Cleo'].entries()) {
    station.outcome(outcome(number, { holder, seat_label: null }));
    await expect(page.getByText(verdicts[number] ?? '').first()).toBeVisible();
    await page.clock.runFor(80);
  }
  expect(await printed()).toEqual([]);
  await page.clock.resume();
  await expect.poll(printed).toEqual(['Ada | VIP\nBen | VIP\nCleo | VIP']);
});

test('a label is printed again from the verdict and from the last scans', async ({
  page,
  open,
}) => {
  const { station, printed } = await openWithPrinter(page, open);
  station.outcome(outcome(1, { holder: 'Ada' }));
  await expect.poll(printed).toHaveLength(1);
  const again = page.getByRole('button', { name: 'Print label' });
  await again.click();
  await expect.poll(printed).toHaveLength(2);
  station.outcome(outcome(2, kinds.cancelled));
  await expect(verdictOf(page)).toContainText('Not valid');
  await expect(again).toHaveCount(0);
  await page.getByRole('grid', { name: 'Last scans' }).getByText('Ada').click();
  await again.click();
  await expect.poll(printed).toHaveLength(3);
  expect((await printed())[2]).toBe('Ada | VIP | Row C 14');
});

test('nothing is printed by a station that prints no labels, nor by a dialog in kiosk mode', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const printed = await plugInPrinter(page);
  station.outcome(outcome(1, { holder: 'Ada' }));
  await expect(verdictOf(page)).toContainText('Ada');
  await expect(page.getByRole('button', { name: 'Print label' })).toHaveCount(0);
  station.setState({ label, kiosk: { ...NO_KIOSK, on: true } });
  station.outcome(outcome(2, { holder: 'Ben' }));
  await expect(verdictOf(page)).toContainText('Ben');
  await expect(page.getByRole('button', { name: 'Print label' })).toHaveCount(0);
  station.setState({ kiosk: NO_KIOSK });
  station.outcome(outcome(3, { holder: 'Cleo' }));
  await expect.poll(printed).toEqual(['Cleo | VIP | Row C 14']);
});

test('a printer that fails changes no verdict, and one amber sentence says so', async ({
  page,
  open,
}) => {
  const { station } = await open();
  station.setState({ label });
  await page.evaluate(() => {
    window.print = () => {
      throw new Error('jammed');
    };
  });
  station.outcome(outcome(1, { holder: 'Ada' }));
  const sentence = page.getByRole('alert').getByText('The label was not printed.');
  await expect(sentence).toHaveCount(1);
  await expect(verdictOf(page)).toHaveAttribute('data-reason', 'scanning.allowed');
  const printed = await plugInPrinter(page);
  station.outcome(outcome(2, { holder: 'Ben' }));
  await expect.poll(printed).toEqual(['Ben | VIP | Row C 14']);
});

test('the label is chosen in the settings, where a sample can be printed', async ({
  page,
  open,
}) => {
  const { station } = await open();
  const printed = await plugInPrinter(page);
  station.answer = ({ command }) => {
    if (command.kind === 'set_label') station.setState({ label: command.label });
    return command.kind === 'read_printers'
      ? { ok: false, code: 'printing.not_offered', message: 'Not here.' }
      : { ok: true };
  };
  await page.keyboard.press('Control+,');
  const choice = page.getByRole('radiogroup', { name: 'Label at check-in, mm' });
  await expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked();
  await choice.getByText('54 × 86').click();
  await expect(choice.getByRole('radio', { name: '54 × 86' })).toBeChecked();
  await expect(page.getByText('--kiosk-printing')).toBeVisible();
  await page.getByRole('button', { name: 'Print a sample' }).click();
  await expect.poll(printed).toHaveLength(1);
  expect((await printed())[0]).toContain('Amélie Dubois');
});

test.describe('a label', () => {
  const code = ticketNumber(41);
  const labels = [
    { name: 'Amélie Dubois', ticket_type: 'VIP', seat_label: 'Row C 14', code },
    { name: 'Hana Sato', ticket_type: 'Standard', seat_label: null, code },
    { name: null, ticket_type: 'General Admission', seat_label: 'Row C 14', code },
    {
      name: longNames.holder,
      ticket_type: longNames.ticket_type,
      seat_label: longNames.seat_label,
      code,
    },
    { name: 'عبد الرحمن بن محمد الحسيني', ticket_type: 'دخول عام', seat_label: 'صف ٣', code },
    { name: '山田 太郎', ticket_type: '一般', seat_label: '3列14番', code },
    { name: 'राजेन्द्र कृष्णमूर्ति', ticket_type: 'สมชาย', seat_label: null, code },
    { name: 'Wolfeschlegelsteinhausenbergerdorff', ticket_type: null, seat_label: null, code },
  ];
  const sizes = labelChoices.filter((size) => size !== 'off');

  for (const size of sizes) {
    test(`of ${size} has a page of its size, is cut nowhere, and its code can be scanned`, async ({
      page,
      open,
    }) => {
      const { station } = await open();
      const job = encodeURIComponent(JSON.stringify({ size, labels }));
      await page.goto(new URL(`/label.html#${job}`, station.emptyPage).href);
      await page.evaluate(() => Reflect.get(window, 'drawn'));
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 (\S+) (\S+)\s*\]/g)];
      expect(boxes).toHaveLength(labels.length);
      const { width, height } = labelSizes[size];
      for (const [, wide, high] of boxes) {
        expect(Math.abs(Number(wide) / 72 - width / 25.4)).toBeLessThan(0.02);
        expect(Math.abs(Number(high) / 72 - height / 25.4)).toBeLessThan(0.02);
      }
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(findCut)).toEqual([]);
      for (const one of await page.locator('[data-shape]').all()) {
        expect(await readQrCode(await one.screenshot())).toBe(code);
      }
    });
  }
});

/** Texts and codes that are not whole inside their label, or that another one covers. */
function findCut(): readonly string[] {
  const cut: string[] = [];
  for (const label of document.querySelectorAll('[data-shape]')) {
    const edge = label.getBoundingClientRect();
    const parts = [...label.querySelectorAll('p, svg')];
    for (const [index, part] of parts.entries()) {
      const box = part.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(part);
      const text = part instanceof SVGElement ? box : range.getBoundingClientRect();
      const isInside =
        Math.min(box.left, text.left) >= edge.left &&
        Math.max(box.right, text.right) <= edge.right + 0.5 &&
        box.top >= edge.top &&
        box.bottom <= edge.bottom;
      const next = parts[index + 1]?.getBoundingClientRect();
      const isCovered =
        next !== undefined && next.top < box.bottom - 0.5 && next.left < text.right - 0.5;
      if (!isInside || isCovered) cut.push(part.textContent);
    }
  }
  return cut;
}
