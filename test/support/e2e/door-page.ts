import { expect, type Locator, type Page } from '@playwright/test';
import { plugInScanner, type Scanner } from './scan-keys.ts';

/** The door screen as a person and a scanner use it. */
export interface DoorPage extends Scanner {
  readonly page: Page;
  readonly verdict: Locator;
  /** Scans a code and waits for the verdict of its ticket. */
  readonly expectVerdict: (code: string, reason: string) => Promise<void>;
  readonly reload: () => Promise<void>;
}

export async function openDoor(page: Page, url: string): Promise<DoorPage> {
  await page.goto(url);
  return attachDoor(page);
}

/** Wraps a page that shows the door, or is about to. */
export async function attachDoor(page: Page): Promise<DoorPage> {
  const verdict = page.getByRole('status', { name: 'Verdict' });
  await expect(verdict).toBeVisible();
  const { scan } = await plugInScanner(page);
  return {
    page,
    verdict,
    scan,
    expectVerdict: async (code, reason) => {
      await scan(code);
      await expect(verdict).toHaveAttribute('data-ticket', code);
      await expect(verdict).toHaveAttribute('data-reason', reason);
    },
    reload: async () => {
      await page.reload();
      await expect(verdict).toBeVisible();
    },
  };
}
