import { record } from './record.ts';
import { strict } from './strict.ts';

const roles = [
  'about',
  'hide',
  'hideOthers',
  'unhide',
  'quit',
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'selectAll',
  'resetZoom',
  'zoomIn',
  'zoomOut',
  'togglefullscreen',
  'minimize',
];

interface MenuEntry {
  readonly label?: string;
  readonly role?: string;
  readonly click?: () => void;
  readonly submenu?: readonly MenuEntry[];
}

let present: readonly MenuEntry[] = [];

export const Menu = strict('Menu', {
  buildFromTemplate: (template: readonly MenuEntry[]): readonly MenuEntry[] => {
    for (const { role, submenu } of template) {
      if (role !== undefined && !roles.includes(role)) throw new Error(`no role ${role}`);
      if (submenu !== undefined) Menu.buildFromTemplate(submenu);
    }
    return template;
  },
  setApplicationMenu: (menu: readonly MenuEntry[] | null) => {
    present = menu ?? [];
    // Functions cannot be sent to the test.
    record.menu = JSON.parse(JSON.stringify(menu));
  },
});

/** Chooses the item with this label, as a user does. */
export function chooseItem(label: string): void {
  const item = present
    .flatMap(({ submenu = [] }) => submenu)
    .find((entry) => entry.label === label);
  if (item?.click === undefined) throw new Error(`no item of the menu says "${label}"`);
  item.click();
}
