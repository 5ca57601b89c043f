import type { MessageBoxOptions } from 'electron';
import { record } from './record.ts';

const waiting: ((response: number) => void)[] = [];

/** Opens a message box until the test presses one of its buttons. */
export async function showMessageBox(
  ...given: readonly [options: MessageBoxOptions] | readonly [window: unknown, MessageBoxOptions]
): Promise<{ readonly response: number }> {
  const { message, detail = '', buttons = [] } = given.length === 1 ? given[0] : given[1];
  record.messageBoxes.push({ message, detail, buttons });
  const { promise, resolve } = Promise.withResolvers<number>();
  waiting.push(resolve);
  return { response: await promise };
}

/** Presses a button of the box that has been open longest. */
export function pressButton(response: number): void {
  waiting.shift()?.(response);
}
