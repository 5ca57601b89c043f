import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { CloudOff, Menu as MenuIcon, Search, X } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { Loading } from '../components/loading.tsx';
import { useConsoleState, useWords } from '../data/console-context.tsx';
import { useChanges } from '../data/use-changes.ts';
import { useAreOperationsKnown } from '../data/use-operations.ts';
import { membershipOf } from '../state/console.ts';
import { AccountMenu, OrganiserMenu } from './account-menu.tsx';
import { PaletteOpening } from './palette-opening.tsx';
import { Toasts } from './toasts.tsx';
import { usePlaces } from './use-places.ts';
import styles from './shell.module.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ChooseOrganiser = lazy(async () => ({
  default: (await import('./choose-organiser.tsx')).ChooseOrganiser,
}));
const FactorDialog = lazy(async () => ({
  default: (await import('../sign-in/factor-dialog.tsx')).FactorDialog,
}));

/** The frame of every page for who has signed in. */
export function Shell(): ReactElement {
  const membership = useConsoleState(membershipOf);
  const isFactorAsked = useConsoleState(({ factorAsked }) => factorAsked !== null);
  useSignedOut();
  return (
    <>
      {membership !== null ? (
        <Frame key={membership.organiser} />
      ) : (
        <Suspense fallback={<Loading />}>
          <ChooseOrganiser />
        </Suspense>
      )}
      {isFactorAsked && (
        <Suspense>
          <FactorDialog />
        </Suspense>
      )}
      <Toasts />
    </>
  );
}

/** Leads to the sign-in, and back here after it, once the session has ended. */
function useSignedOut(): void {
  const router = useRouter();
  const isSignedIn = useConsoleState(({ account }) => account?.is_verified === true);
  useEffect(() => {
    if (isSignedIn) return;
    const { href } = router.state.location;
    void router.navigate({ to: '/sign-in', search: { to: href } });
  }, [isSignedIn, router]);
}

function Frame(): ReactElement {
  const { shell } = useWords();
  useChanges();
  const { sought, open, parts } = usePalette();
  /** Of which address: it closes with the next. */
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isOpen = openedAt === pathname;
  const isKnown = useAreOperationsKnown();
  const isLeaving = useRouterState({
    select: ({ resolvedLocation }) =>
      resolvedLocation !== undefined && resolvedLocation.pathname !== pathname,
  });
  return (
    <div
      className={styles['frame']}
      data-open={isOpen || undefined}
      data-unknown={!isKnown || undefined}
    >
      <a className={styles['skip']} href="#main" onClick={skip}>
        {shell.skip}
      </a>
      <header className={styles['bar']}>
        <Button
          look="icon"
          aria-label={isOpen ? shell.close : shell.navigation}
          aria-expanded={isOpen}
          onPress={() => setOpenedAt(isOpen ? null : pathname)}
        >
          {isOpen ? <X size={20} aria-hidden="true" /> : <MenuIcon size={20} aria-hidden="true" />}
        </Button>
        <span className={styles['brand']}>{shell.product}</span>
        <Button look="icon" aria-label={shell.palette.open} onPress={open}>
          <Search size={20} aria-hidden="true" />
        </Button>
      </header>
      <aside className={styles['side']}>
        <OrganiserMenu />
        <FindButton onPress={open} />
        <Rail />
        <AccountMenu />
      </aside>
      {/* The page that is left stays until the next one is there; what is pressed meanwhile was meant for that one. */}
      <main id="main" tabIndex={-1} className={styles['main']} aria-busy={isLeaving}>
        <Offline />
        {!isKnown && (
          <div className={styles['waiting']}>
            <Loading />
          </div>
        )}
        <Outlet />
      </main>
      {sought !== null && (
        <Suspense fallback={<PaletteOpening {...parts} query={sought} />}>
          <Palette {...parts} query={sought} />
        </Suspense>
      )}
    </div>
  );
}

/** The palette, which Ctrl+K or ⌘K opens and closes. What had the focus gets it back: the field that had it is first one and then another. */
function usePalette() {
  /** What is looked for; null while the palette is closed. */
  const [sought, setSought] = useState<string | null>(null);
  const focused = useRef<Element | null>(null);
  /** What was chosen and opens a dialog: once the palette is gone, and what had the focus has it, to which that dialog gives it back. */
  const chosen = useRef<(() => void) | null>(null);
  const open = () => {
    focused.current = document.activeElement;
    setSought('');
  };
  const isOpen = sought !== null;
  const toggle = useEffectEvent(() => (isOpen ? setSought(null) : open()));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (isOpen) return;
    if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true });
    focused.current = null;
    chosen.current?.();
    chosen.current = null;
  }, [isOpen]);
  const onClose = () => setSought(null);
  const onChoose = (act: () => void) => {
    chosen.current = act;
    onClose();
  };
  return { sought, open, parts: { onQuery: setSought, onClose, onChoose } };
}

/** While this device has no network: what is shown may be old. */
function Offline(): ReactElement {
  const { errors } = useWords();
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const { what, next } = errors['page.offline'];
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles['offline']}>
          <CloudOff size={16} aria-hidden="true" />
          <span>
            <strong>{what}.</strong> {next}
          </span>
        </p>
      )}
    </div>
  );
}

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Not by the address: a fragment is resolved against the page's base. */
function skip(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function Rail(): ReactElement {
  const { shell } = useWords();
  return (
    <nav className={styles['rail']} aria-label={shell.navigation}>
      {usePlaces().map(({ id, address, icon: Icon }) => (
        <Link key={id} to={address} className={styles['place']}>
          <Icon size={17} aria-hidden="true" />
          {shell.places[id]}
        </Link>
      ))}
    </nav>
  );
}

function FindButton({ onPress }: { readonly onPress: () => void }): ReactElement {
  const { shell } = useWords();
  const keys = /Mac|iP/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
  return (
    <span className={styles['find']}>
      <Button onPress={onPress} aria-keyshortcuts="Control+K Meta+K">
        <Search size={15} aria-hidden="true" />
        <span className={styles['findText']}>{shell.palette.open}</span>
        <kbd>{keys}</kbd>
      </Button>
    </span>
  );
}
