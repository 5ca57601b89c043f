import type { ReactElement } from 'react';
import type { ImportDescribed } from '../../../../shared/console/operation-results.ts';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import type { Action } from '../../components/menu-popover.tsx';
import { Status, type Tone } from '../../components/status.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useImportWords } from './import-words.ts';

const tones: Readonly<Record<ImportDescribed['status'], Tone>> = {
  running: 'waiting',
  done: 'ok',
  stopped: 'no',
  undoing: 'waiting',
  undone: 'plain',
};

export function ImportStatus({
  status,
}: {
  readonly status: ImportDescribed['status'];
}): ReactElement {
  const { importing: words } = useImportWords();
  return <Status tone={tones[status]} text={words.states[status]} />;
}

/** What this member may do with an import as it is. */
export function useImportActions(
  ask: (asked: ImportDescribed) => void,
): (shown: ImportDescribed) => readonly Action[] {
  const { importing: words } = useImportWords();
  const mayUndo = useMay('order.import-undo');
  return (shown) =>
    // An undo that stopped midway goes on.
    mayUndo && ['done', 'stopped', 'undoing'].includes(shown.status)
      ? [{ id: 'undo', name: words.undo, onAction: () => ask(shown) }]
      : [];
}

/** Says what will happen before it does. */
export function UndoImport({
  undoing: { reference, file },
  onClose,
}: {
  readonly undoing: ImportDescribed;
  readonly onClose: () => void;
}): ReactElement {
  const { importing: words } = useImportWords();
  return (
    <ConfirmOperation
      name="order.import-undo"
      input={{ import: reference }}
      title={words.undo}
      what={words.undoWhat(file)}
      impossible={words.undoRefused}
      onClose={onClose}
      onDone={() => undefined}
    />
  );
}
