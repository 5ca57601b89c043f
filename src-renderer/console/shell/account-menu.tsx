import { useRouter } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { languageNames, locales } from '../../../shared/languages.ts';
import { MenuButton } from '../components/menu-button.tsx';
import { useConsole, useConsoleState, useMembership, useWords } from '../data/console-context.tsx';
import { forgetOpenedRow } from '../data/use-opened-row.ts';
import { themes } from '../state/preferences.ts';
import styles from './account-menu.module.css';

/** Which organiser is looked at, and the others of this account. */
export function OrganiserMenu(): ReactElement {
  const { prefer } = useConsole();
  const { shell } = useWords();
  const { organiser, display_name } = useMembership();
  const memberships = useConsoleState(({ account }) => account?.memberships) ?? [];
  const router = useRouter();
  /** A record, and what a list is filtered by, are of one organiser: of the other, the same place is shown. */
  const show = async (other: string) => {
    if (other === organiser) return;
    const [, place = ''] = router.state.location.pathname.split('/');
    await router.navigate({ to: `/${place}` });
    forgetOpenedRow();
    await prefer({ organiser: other });
  };
  const current = (
    <>
      <span className={styles['mark']} aria-hidden="true">
        {String.fromCodePoint(display_name.codePointAt(0) ?? 0x20).toUpperCase()}
      </span>
      <span className={styles['name']} dir="auto">
        {display_name}
      </span>
    </>
  );
  if (memberships.length < 2) return <div className={styles['organiser']}>{current}</div>;
  return (
    <span className={styles['trigger']}>
      <MenuButton
        label={shell.organiser}
        look="quiet"
        placement="bottom start"
        chosen={organiser}
        choices={memberships.map((one) => ({
          id: one.organiser,
          name: one.display_name,
          onAction: () => void show(one.organiser),
        }))}
      >
        <span className="for-screen-readers">{shell.organiser}</span>
        {current}
        <ChevronsUpDown size={14} aria-hidden="true" />
      </MenuButton>
    </span>
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
    <span className={styles['trigger']}>
      <MenuButton
        label={shell.account}
        look="quiet"
        placement="top start"
        sections={[
          {
            title: shell.theme.title,
            chosen: theme,
            choices: themes.map((one) => ({
              id: one,
              name: shell.theme[one],
              onAction: () => void prefer({ theme: one }),
            })),
          },
          {
            title: shell.language,
            chosen: locale,
            choices: locales.map((one) => ({
              id: one,
              name: languageNames[one],
              onAction: () => void prefer({ locale: one }),
            })),
          },
        ]}
        choices={[{ id: 'out', name: shell.signOut, onAction: () => void signOut() }]}
      >
        <span className="for-screen-readers">{shell.account}</span>
        <span className={styles['who']}>
          <span className={styles['name']}>{email}</span>
          <span className={styles['role']}>{shell.roles[role]}</span>
        </span>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </MenuButton>
    </span>
  );
}
