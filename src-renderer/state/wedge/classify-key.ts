import type { Burst, WedgeInput } from './wedge-decoder.ts';

const silent = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
]);

/** What a key means to the decoder; null for modifiers, which scanners press and release around characters. */
export function classifyKey(event: KeyboardEvent, burst: Burst): WedgeInput | null {
  if (silent.has(event.key)) return null;
  const at = event.timeStamp;
  const other = { kind: 'other', at } as const;
  if (event.isComposing || event.repeat || isShortcut(event)) return other;
  if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
    return { kind: 'terminator', at };
  }
  // A space or dead key on its own belongs to the person at the keyboard; inside a burst it is a character of the code.
  const writes = event.key.length === 1 && (event.key !== ' ' || burst.length > 0);
  if (!writes && !(event.key === 'Dead' && burst.length > 0)) return other;
  return {
    kind: 'character',
    stroke: { key: event.key, code: event.code, shift: event.shiftKey, at },
  };
}

/** AltGr writes characters; some systems report it as Ctrl+Alt. */
function isShortcut(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
}
