import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import type { ReactElement } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import type { Found } from '../../../shared/console/operation-results.ts';
import { useConsole, useMembership, useWords } from '../data/console-context.tsx';
import menu from '../components/menu.module.css';
import { useOfferedActions } from '../data/offered-actions.ts';
import { useMay, useOperations } from '../data/use-operations.ts';
import { usePlaces } from './use-places.ts';
import styles from './palette.module.css';

interface Props {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onClose: () => void;
  /** Closes it and then does that. */
  readonly onChoose: (act: () => void) => void;
}

const addresses = {
  event: '/events',
  order: '/orders',
  ticket: '/tickets',
  contact: '/contacts',
  waiting: '/waiting-lists',
} as const;

/** Finds a page, an action, also of the record that is shown, or anything that the server finds. Ctrl+K or ⌘K opens it. */
export function Palette({ query, onQuery, onClose, onChoose }: Props): ReactElement {
  const { shell, disputes } = useWords();
  const maySeeDisputes = useMay('dispute.list');
  const creations = useCreations();
  const { prefer, signOut } = useConsole();
  const router = useRouter();
  const places = usePlaces();
  const found = useFound(useDeferredValue(query.trim()));
  const { contains } = useFilter({ sensitivity: 'base' });
  const matching = <Item extends { readonly name: string }>(items: readonly Item[]) =>
    items.filter(({ name }) => contains(name, query.trim()));
  const go = (to: string) => {
    onClose();
    void router.navigate({ to });
  };
  const pages = matching([
    ...places.map(({ id, address }) => ({ name: shell.places[id], onAction: () => go(address) })),
    ...(maySeeDisputes ? [{ name: disputes.title, onAction: () => go('/orders/disputes') }] : []),
  ]);
  const here = matching(useOfferedActions()).map(({ name, onAction }) => ({
    name,
    onAction: () => onChoose(onAction),
  }));
  const actions = matching([
    ...creations.map(({ name, to }) => ({ name, onAction: () => go(to) })),
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      name: shell.labelled(shell.theme.title, shell.theme[theme]),
      onAction: () => void prefer({ theme }),
    })),
    { name: shell.signOut, onAction: () => void signOut() },
  ]);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={styles['overlay'] ?? ''}
    >
      <Modal className={styles['modal'] ?? ''}>
        <Dialog aria-label={shell.palette.title} className={styles['dialog'] ?? ''}>
          <Autocomplete inputValue={query} onInputChange={onQuery}>
            <SearchField
              aria-label={shell.palette.title}
              autoFocus
              className={styles['field'] ?? ''}
            >
              <Input placeholder={shell.palette.placeholder} className={styles['input'] ?? ''} />
            </SearchField>
            <Menu
              className={styles['menu'] ?? ''}
              aria-label={shell.palette.title}
              onAction={onClose}
              renderEmptyState={() => (
                <p className={styles['nothing']}>{shell.palette.nothing(query.trim())}</p>
              )}
            >
              {found.length > 0 && (
                <MenuSection>
                  <Header className={menu['heading'] ?? ''}>{shell.palette.found}</Header>
                  {found.map(({ kind, reference, title, subtitle }) => (
                    <MenuItem
                      key={reference}
                      id={reference}
                      textValue={title}
                      className={menu['item'] ?? ''}
                      onAction={() => go(`${addresses[kind]}/${reference}`)}
                    >
                      <span className={styles['title']} dir="auto">
                        {title}
                      </span>
                      <span className={styles['note']} dir="auto">
                        {subtitle}
                      </span>
                      <span className={styles['kind']}>{shell.palette.kinds[kind]}</span>
                    </MenuItem>
                  ))}
                </MenuSection>
              )}
              <Section name={shell.palette.here} items={here} />
              <Section name={shell.palette.pages} items={pages} />
              {query !== '' && <Section name={shell.palette.actions} items={actions} />}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What this member may make, and the page that asks for it. */
function useCreations(): readonly { readonly name: string; readonly to: string }[] {
  const { events, orders, stations, integrations, shell } = useWords();
  const may = {
    event: useMay('event.create'),
    order: useMay('order.create'),
    station: useMay('station.enrol'),
    client: useMay('client.create'),
    webhook: useMay('webhook.create'),
    member: useMay('member.invite'),
  };
  return [
    { isAllowed: may.event, name: events.create, to: '/events?new=yes' },
    { isAllowed: may.order, name: orders.create, to: '/orders/new' },
    { isAllowed: may.station, name: stations.enrol, to: '/stations?new=yes' },
    { isAllowed: may.client, name: integrations.create, to: '/integrations?new=yes' },
    { isAllowed: may.webhook, name: shell.newWebhook, to: '/webhooks?new=yes' },
    { isAllowed: may.member, name: shell.inviteMember, to: '/settings/members?new=yes' },
  ].filter(({ isAllowed }) => isAllowed);
}

function Section({
  name,
  items,
}: {
  readonly name: string;
  readonly items: readonly { readonly name: string; readonly onAction: () => void }[];
}): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <MenuSection>
      <Header className={menu['heading'] ?? ''}>{name}</Header>
      {items.map((item) => (
        <MenuItem
          key={item.name}
          id={`${name} ${item.name}`}
          textValue={item.name}
          className={menu['item'] ?? ''}
          onAction={item.onAction}
        >
          {item.name}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

const LEAST_CHARACTERS = 2;

/** What the server finds, where it can. */
function useFound(query: string): readonly Found[] {
  const { look } = useConsole();
  const { organiser } = useMembership();
  const canFind = useOperations().has('find.anything');
  const { data = [] } = useQuery({
    queryKey: [organiser, 'find.anything', query],
    queryFn: () => look('find.anything', { query }),
    enabled: canFind && query.length >= LEAST_CHARACTERS,
    placeholderData: (before) => before,
  });
  return query.length >= LEAST_CHARACTERS ? data : [];
}
