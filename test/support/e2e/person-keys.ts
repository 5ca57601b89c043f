import type { Page } from '@playwright/test';

/** A person holds a key for longer than this; a scanner, which the screens tell by its pace, for less. */
const HELD_MS = 40;

/** From now on the page's keyboard is pressed at a person's pace. */
export function pressLikeAPerson({ keyboard }: Page): void {
  const press = keyboard.press.bind(keyboard);
  keyboard.press = (key, options) => press(key, { delay: HELD_MS, ...options });
}
