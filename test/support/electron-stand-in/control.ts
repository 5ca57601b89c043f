import { closeWindows } from './browser-window.ts';
import { chooseItem, chooseQuit } from './menu.ts';
import { pressButton } from './message-box.ts';
import { emitPower } from './power-monitor.ts';
import { record } from './record.ts';
import { isGranted } from './session.ts';
import { failUtility } from './utility-process.ts';

/** Requests of a test to the app that it started. */
export type Question =
  | { readonly kind: 'inspect' }
  | { readonly kind: 'permissions'; readonly names: readonly string[] }
  /** Makes V8 abort the newest utility process whose name contains this. */
  | { readonly kind: 'fail_utility'; readonly name: string }
  /** Throws an uncaught error in the main process. */
  | { readonly kind: 'throw'; readonly message: string }
  /** What the system says of its power. */
  | { readonly kind: 'power'; readonly event: 'resume' | 'shutdown' }
  | { readonly kind: 'minimize' }
  /** Closes the window as a user does. */
  | { readonly kind: 'close' }
  /** Chooses an item of the menu. */
  | { readonly kind: 'choose'; readonly label: string }
  /** Presses a button of the message box that is open. */
  | { readonly kind: 'press'; readonly button: number }
  /** With the menu, or as the system does where a kiosk has none. */
  | { readonly kind: 'quit' };

/** Answers over the process's IPC channel, whose other end is the test that started it. */
export function answerTest(question: unknown, app: { quit: () => void }): void {
  if (!isQuestion(question)) return;
  switch (question.kind) {
    case 'inspect':
      process.send?.({ kind: 'inspect', answer: record });
      return;
    case 'permissions':
      process.send?.({
        kind: 'permissions',
        answer: question.names.filter((name) => isGranted(name)),
      });
      return;
    case 'fail_utility':
      failUtility(question.name);
      return;
    case 'throw':
      setImmediate(() => {
        throw new Error(question.message);
      });
      return;
    case 'power':
      emitPower(question.event);
      return;
    case 'minimize':
      for (const window of record.windows) window.minimized = true;
      return;
    case 'close':
      closeWindows();
      return;
    case 'choose':
      chooseItem(question.label);
      return;
    case 'press':
      pressButton(question.button);
      return;
    case 'quit':
      if (!chooseQuit()) app.quit();
  }
}

function isQuestion(value: unknown): value is Question {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
