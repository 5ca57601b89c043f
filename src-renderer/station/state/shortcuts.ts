/** Actions with a shortcut in every place. */
export const actions = [
  'help',
  'door',
  'boxOffice',
  'activity',
  'tonight',
  'typeCode',
  'undo',
  'admitOrder',
  'direction',
  'entryPoint',
  'event',
  'station',
  'attention',
  'offlineSwitch',
  'syncNow',
  'showNames',
  'sound',
  'theme',
  'language',
  'scanners',
  'selfTest',
  'kiosk',
  'settings',
] as const;
export type Action = (typeof actions)[number];

/** The actions that remain in kiosk mode: none that changes the station. */
export const kioskActions: readonly Action[] = [
  'help',
  'typeCode',
  'undo',
  'admitOrder',
  'syncNow',
  'showNames',
  'sound',
  'theme',
  'kiosk',
];

/** Function keys, because no barcode types them; written as printed on the keys. */
export const shortcutLabels: Readonly<Record<Action, readonly string[]>> = {
  help: ['F1'],
  door: ['Ctrl', '1'],
  boxOffice: ['Ctrl', '2'],
  activity: ['Ctrl', '3'],
  tonight: ['Ctrl', '4'],
  typeCode: ['F2'],
  undo: ['Ctrl', 'Z'],
  admitOrder: ['F9'],
  direction: ['Alt', 'R'],
  entryPoint: ['F3'],
  event: ['F4'],
  station: ['F6'],
  attention: ['Alt', 'N'],
  offlineSwitch: ['F7'],
  syncNow: ['F8'],
  showNames: ['Alt', 'V'],
  sound: ['Alt', 'B'],
  theme: ['F10'],
  language: ['Alt', 'L'],
  scanners: ['Alt', 'S'],
  selfTest: ['Alt', 'T'],
  kiosk: ['Alt', 'K'],
  settings: ['Ctrl', ','],
};

/** In the format of `aria-keyshortcuts`. */
export function ariaShortcut(action: Action): string {
  return shortcutLabels[action].join('+').replace('Ctrl', 'Control');
}

const functionKeys: Readonly<Record<string, Action>> = {
  F1: 'help',
  F2: 'typeCode',
  F3: 'entryPoint',
  F4: 'event',
  F6: 'station',
  F7: 'offlineSwitch',
  F8: 'syncNow',
  F9: 'admitOrder',
  F10: 'theme',
};

/** With Alt, by key position: the same on QWERTY, QWERTZ and AZERTY, whatever character Alt makes of them. */
const letterKeys: Readonly<Record<string, Action>> = {
  KeyB: 'sound',
  KeyL: 'language',
  KeyN: 'attention',
  KeyR: 'direction',
  KeyS: 'scanners',
  KeyT: 'selfTest',
  KeyV: 'showNames',
  KeyK: 'kiosk',
};

/** With Ctrl, also by key position: on AZERTY the digits are shifted. */
const digitKeys: Readonly<Record<string, Action>> = {
  Digit1: 'door',
  Digit2: 'boxOffice',
  Digit3: 'activity',
  Digit4: 'tonight',
};

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Returns the action of a key press, or null. */
export function actionOfKey(keys: Keys): Action | null {
  const plain = !keys.altKey && !keys.ctrlKey && !keys.metaKey && !keys.shiftKey;
  if (plain) return functionKeys[keys.key] ?? null;
  if (keys.altKey && !keys.ctrlKey) return letterKeys[keys.code] ?? null;
  if (keys.altKey || (!keys.ctrlKey && !keys.metaKey)) return null;
  if (keys.key === ',') return 'settings';
  // By the letter on the key, which QWERTZ has elsewhere.
  if (keys.key.toLowerCase() === 'z' && !keys.shiftKey) return 'undo';
  return digitKeys[keys.code] ?? null;
}
