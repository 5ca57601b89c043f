import { Component } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { Door } from '../state/door.ts';
import { leaveFailedScreen } from '../state/door-actions.ts';
import { useWords } from './door-context.tsx';
import styles from './screen-guard.module.css';

/** Long enough to be read. */
const AGAIN_MS = 3_000;

interface Props {
  readonly door: Door;
  readonly children: ReactNode;
}

/**
 * React takes everything off the page when a part of it fails, and a door must not stay without a screen. The station and the scanner go
 * on behind it; the door is drawn anew, whatever was open before.
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

/** Made of nothing that could have failed itself. */
function FailedScreen(): ReactElement {
  const { idle } = useWords();
  return (
    <main className={styles['screen']} role="alert">
      <h1>{idle.screenFailed}</h1>
      <p>{idle.screenFailedNext}</p>
    </main>
  );
}
