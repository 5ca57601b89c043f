import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { languageNames, locales } from '../../../shared/languages.ts';
import { Button } from '../../components/button.tsx';
import { useConsole, useConsoleState, useMembership, useWords } from '../data/console-context.tsx';
import menu from '../components/menu.module.css';
import { themes } from '../state/preferences.ts';
import styles from './account-menu.module.css';

/** Which organiser is looked at, and the others of this account. */
export function OrganiserMenu(): ReactElement {
  const { prefer } = useConsole();
  const { shell } = useWords();
  const { organiser, display_name } = useMembership();
  const memberships = useConsoleState(({ account }) => account?.memberships) ?? [];
  const current = (
    <>
      <span className={styles['mark']} aria-hidden="true">
        {display_name.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles['name']} dir="auto">
        {display_name}
      </span>
    </>
  );
  if (memberships.length < 2) return <div className={styles['organiser']}>{current}</div>;
  return (
    <MenuTrigger>
      <span className={styles['trigger']}>
        <Button look="quiet">
          <span className="for-screen-readers">{shell.organiser}</span>
          {current}
          <ChevronsUpDown size={14} aria-hidden="true" />
        </Button>
      </span>
      <Popover className={menu['popover'] ?? ''} placement="bottom start">
        <Menu
          className={menu['menu'] ?? ''}
          aria-label={shell.organiser}
          selectionMode="single"
          selectedKeys={[organiser]}
          onAction={(key) => void prefer({ organiser: String(key) })}
        >
          {memberships.map((one) => (
            <Choice key={one.organiser} id={one.organiser} name={one.display_name} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Who is signed in, how the console looks, and leaving it. */
export function AccountMenu(): ReactElement {
  const { prefer, signOut } = useConsole();
  const { shell } = useWords();
  const { role } = useMembership();
  const email = useConsoleState(({ account }) => account?.email) ?? '';
  const { theme, locale } = useConsoleState(({ preferences }) => preferences);
  return (
    <MenuTrigger>
      <span className={styles['trigger']}>
        <Button look="quiet">
          <span className="for-screen-readers">{shell.account}</span>
          <span className={styles['who']}>
            <span className={styles['name']}>{email}</span>
            <span className={styles['role']}>{shell.roles[role]}</span>
          </span>
          <ChevronsUpDown size={14} aria-hidden="true" />
        </Button>
      </span>
      <Popover className={menu['popover'] ?? ''} placement="top start">
        <Menu className={menu['menu'] ?? ''} aria-label={shell.account}>
          <MenuSection selectionMode="single" selectedKeys={[theme]}>
            <Header className={menu['heading'] ?? ''}>{shell.theme.title}</Header>
            {themes.map((one) => (
              <Choice
                key={one}
                id={one}
                name={shell.theme[one]}
                onAction={() => void prefer({ theme: one })}
              />
            ))}
          </MenuSection>
          <Separator className={menu['rule'] ?? ''} />
          <MenuSection selectionMode="single" selectedKeys={[locale]}>
            <Header className={menu['heading'] ?? ''}>{shell.language}</Header>
            {locales.map((one) => (
              <Choice
                key={one}
                id={one}
                name={languageNames[one]}
                onAction={() => void prefer({ locale: one })}
              />
            ))}
          </MenuSection>
          <Separator className={menu['rule'] ?? ''} />
          <MenuItem id="out" className={menu['item'] ?? ''} onAction={() => void signOut()}>
            {shell.signOut}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Choice({
  id,
  name,
  onAction,
}: {
  readonly id: string;
  readonly name: string;
  readonly onAction?: () => void;
}): ReactElement {
  return (
    <MenuItem
      id={id}
      textValue={name}
      className={menu['item'] ?? ''}
      {...(onAction !== undefined && { onAction })}
    >
      {({ isSelected }): ReactNode => (
        <>
          <span className={styles['choice']} dir="auto">
            {name}
          </span>
          {isSelected && <Check size={15} aria-hidden="true" />}
        </>
      )}
    </MenuItem>
  );
}
