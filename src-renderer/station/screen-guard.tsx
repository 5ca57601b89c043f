import { Component } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { Door } from './state/door.ts';
import { leaveFailedScreen } from './state/door-actions.ts';
import { useWords } from './components/door-context.tsx';
import styles from './screen-guard.module.css';

/** Long enough to be read. */
const AGAIN_MS = 3_000;

interface Props {
  readonly door: Door;
  readonly children: ReactNode;
}

/**
 * React removes the whole page if a part of it throws, and a door must not be without a screen. The station and the scanners keep
 * working; this renders the door again, whatever was open before.
 */
export class ScreenGuard extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      leaveFailedScreen(this.props.door);
      this.setState({ hasFailed: false });
    }, AGAIN_MS);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <FailedScreen /> : this.props.children;
  }
}

/** Uses nothing that could have failed itself. */
function FailedScreen(): ReactElement {
  const { idle } = useWords();
  return (
    <main className={styles['screen']} role="alert">
      <h1>{idle.screenFailed}</h1>
      <p>{idle.screenFailedNext}</p>
    </main>
  );
}
