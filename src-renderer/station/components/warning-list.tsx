import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { warningViews } from './warning-view.ts';
import { warningText } from '../i18n/warning-text.ts';
import { useDoorState, useErrorText, usePlace } from './door-context.tsx';
import styles from './warning-list.module.css';

interface Props {
  /** False if a screen shows the last error in a place of its own. */
  readonly withTrouble?: boolean;
}

/** The station's warnings that staff can act on, and the last error of a command from this screen. */
export function WarningList({ withTrouble = true }: Props): ReactElement {
  const warnings = useDoorState(({ station }) => station?.warnings ?? none);
  const place = usePlace();
  const trouble = useTrouble();
  return (
    <div role="alert" className={styles['warnings']}>
      {warnings
        .filter(({ code }) => warningViews[code].place === 'door')
        .map((warning) => (
          <Warning key={warning.code} message={warningText(warning, place)} />
        ))}
      {withTrouble && trouble !== null && <Warning message={trouble} />}
    </div>
  );
}

/** The connect form shows its own errors. */
function useTrouble(): string | null {
  const errorText = useErrorText();
  const isShownElsewhere = useDoorState(({ sheet }) => sheet?.kind === 'connect');
  const trouble = useDoorState((state) => state.trouble);
  return trouble === null || isShownElsewhere ? null : errorText(trouble);
}

function Warning({ message }: { readonly message: string }): ReactElement {
  return (
    <p className={styles['warning']}>
      <TriangleAlert size={22} aria-hidden="true" />
      <span dir="auto">{message}</span>
    </p>
  );
}

const none: readonly never[] = [];
