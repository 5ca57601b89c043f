import { record } from './record.ts';
import { strict } from './strict.ts';

/** The keys that a role brings along; `Ctrl` is Command on macOS. */
const roles: Readonly<Record<string, string | null>> = {
  about: null,
  hide: 'Command+H',
  hideOthers: 'Command+Alt+H',
  unhide: null,
  quit: 'Ctrl+Q',
  undo: 'Ctrl+Z',
  redo: 'Shift+Ctrl+Z',
  cut: 'Ctrl+X',
  copy: 'Ctrl+C',
  paste: 'Ctrl+V',
  selectAll: 'Ctrl+A',
  resetZoom: 'Ctrl+0',
  zoomIn: 'Ctrl+Plus',
  zoomOut: 'Ctrl+-',
  togglefullscreen: 'F11',
  minimize: 'Ctrl+M',
};

interface MenuEntry {
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly click?: () => void;
  readonly submenu?: readonly MenuEntry[];
}

let present: readonly MenuEntry[] = [];

export const Menu = strict('Menu', {
  buildFromTemplate: (template: readonly MenuEntry[]): readonly MenuEntry[] => {
    for (const { role, submenu } of template) {
      if (role !== undefined && !(role in roles)) throw new Error(`no role ${role}`);
      if (submenu !== undefined) Menu.buildFromTemplate(submenu);
    }
    return template;
  },
  setApplicationMenu: (menu: readonly MenuEntry[] | null) => {
    // macOS keeps the one that it has.
    if (menu === null && process.platform === 'darwin') return;
    present = menu ?? [];
    record.accelerators = acceleratorsOf(present);
    // Functions cannot be sent to the test.
    record.menu = JSON.parse(JSON.stringify(menu));
  },
});

function acceleratorsOf(menu: readonly MenuEntry[]): readonly string[] {
  return menu.flatMap(({ role = '', accelerator = roles[role] ?? null, submenu = [] }) => [
    ...(accelerator === null ? [] : [keyHere(accelerator)]),
    ...acceleratorsOf(submenu),
  ]);
}

function keyHere(accelerator: string): string {
  return process.platform === 'darwin' ? accelerator.replace('Ctrl', 'Command') : accelerator;
}

/** Quits with the last item of the first menu. Returns false if there is none. */
export function chooseQuit(): boolean {
  const item = present[0]?.submenu?.at(-1);
  item?.click?.();
  return item?.click !== undefined;
}

/** Chooses the item with this label, as a user does. */
export function chooseItem(label: string): void {
  const item = present
    .flatMap(({ submenu = [] }) => submenu)
    .find((entry) => entry.label === label);
  if (item?.click === undefined) throw new Error(`no item of the menu says "${label}"`);
  item.click();
}
