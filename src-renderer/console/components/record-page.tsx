import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Facts, type Fact } from '../../components/facts.tsx';
import { useWayBack } from '../data/use-opened-row.ts';
import { ActionMenu } from './action-menu.tsx';
import type { Action } from './menu-popover.tsx';
import { CopyButton } from './copy-button.tsx';
import { useOffered } from '../data/offered-actions.ts';
import { Page } from './page.tsx';
import styles from './record-page.module.css';

interface MainAction extends Action {
  /** The next step of the record. */
  readonly look?: 'plain' | 'main';
  readonly isDisabled?: boolean;
}

interface Props {
  readonly title: string;
  /** Such as `evt_…`, which people copy. */
  readonly reference: string;
  /** The list that it is in. */
  readonly list: { readonly name: string; readonly address: string };
  /** Its state, beside the title. */
  readonly status?: ReactNode;
  /** What is done most, as buttons. */
  readonly main?: readonly MainAction[];
  /** Everything else, behind three dots. */
  readonly actions?: readonly Action[];
  /** Before the buttons. */
  readonly files?: ReactNode;
  /** Parts of the record with addresses of their own. */
  readonly tabs?: readonly { readonly name: string; readonly address: string }[];
  readonly children: ReactNode;
}

/** One record: what it is called, what can be done, and its parts. */
export function RecordPage({
  title,
  reference,
  list,
  status,
  main = [],
  actions = [],
  files,
  tabs,
  children,
}: Props): ReactElement {
  useOffered([...main.filter(({ isDisabled }) => isDisabled !== true), ...actions]);
  return (
    <Page
      title={title}
      above={<BackLink {...list} />}
      beside={
        <>
          {status}
          <span className={styles['reference']}>
            <code>{reference}</code>
            <CopyButton text={reference} />
          </span>
        </>
      }
      actions={
        <>
          {files}
          {main.map(({ id, name, look = 'plain', isDisabled = false, onAction }) => (
            <Button key={id} look={look} isDisabled={isDisabled} onPress={onAction}>
              {name}
            </Button>
          ))}
          <ActionMenu actions={actions} />
        </>
      }
    >
      {tabs !== undefined && <Tabs tabs={tabs} label={title} />}
      {children}
    </Page>
  );
}

/** To the list that something is in, as it was left. */
export function BackLink({
  name,
  address,
}: {
  readonly name: string;
  readonly address: string;
}): ReactElement {
  const { search, onClick } = useWayBack(address);
  return (
    <Link to={address} search={search} className={styles['back']} onClick={onClick}>
      <ChevronLeft size={14} aria-hidden="true" />
      {name}
    </Link>
  );
}

/** Parts of a page, each at an address of its own. */
export function Tabs({
  tabs,
  label,
}: {
  readonly tabs: readonly { readonly name: string; readonly address: string }[];
  readonly label: string;
}): ReactElement {
  const ref = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // A tab that needs a role comes once the server has said that it is allowed.
  const isCurrentThere = tabs.some(({ address }) => address === pathname);
  useEffect(() => {
    if (!isCurrentThere) return;
    const current = ref.current?.querySelector(`[href$="${CSS.escape(pathname)}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname, isCurrentThere]);
  return (
    <nav ref={ref} className={styles['tabs']} aria-label={label}>
      {tabs.map(({ name, address }) => (
        <Link
          key={address}
          to={address}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles['tab']}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Names and values in a card. */
export function FactCard({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  return (
    <div className={styles['card']}>
      <Facts facts={facts} />
    </div>
  );
}
