import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { OperationName, OperationResults } from '../../../shared/console/operation-results.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useOperation } from '../data/use-operation.ts';
import type { CallError } from '../transport/call-error.ts';
import { useWords } from '../data/console-context.tsx';
import { Modal } from './modal.tsx';
import { Refusal } from './trouble.tsx';
import styles from './operation-form.module.css';

interface Props<Name extends OperationName> {
  readonly name: Name;
  readonly input: object;
  /** What is asked, as the button says it: `Archive`. */
  readonly title: string;
  /** What will happen. */
  readonly what: ReactNode;
  /** Has to be typed first, such as the email of who is erased. */
  readonly typed?: string;
  /** It can be taken back, or takes nothing away. */
  readonly isHarmless?: boolean;
  /** Why the server would refuse it, where there is one reason alone. */
  readonly impossible?: string;
  readonly onClose: () => void;
  readonly onDone: (result: OperationResults[Name]) => void;
}

/** Asks before something that cannot be taken back. Render it while it is asked. */
export function ConfirmOperation<Name extends OperationName>({
  name,
  input,
  onClose,
  onDone,
  ...asked
}: Props<Name>): ReactElement {
  const operation = useOperation(name);
  return (
    <Confirm
      {...asked}
      error={operation.error}
      isBusy={operation.isPending}
      onClose={onClose}
      onConfirm={() =>
        operation.mutate(input, {
          onSuccess: (result) => {
            onClose();
            onDone(result);
          },
        })
      }
    />
  );
}

/** The same for what is more than one operation. */
export function Confirm({
  title,
  what,
  typed,
  isHarmless = false,
  impossible,
  error = null,
  isBusy = false,
  onClose,
  onConfirm,
}: {
  readonly title: string;
  readonly what: ReactNode;
  readonly typed?: string;
  readonly isHarmless?: boolean;
  readonly impossible?: string;
  readonly error?: CallError | null;
  readonly isBusy?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}): ReactElement {
  const { shell, operations: words } = useWords();
  const [text, setText] = useState('');
  const isTyped = typed === undefined || text.trim() === typed;
  return (
    <Modal title={title} role="alertdialog" onClose={onClose}>
      <p>{what}</p>
      {typed !== undefined && (
        <Field label={words.typeToConfirm(typed)} value={text} onChange={setText} autoFocus />
      )}
      {error !== null && (
        <Refusal error={error} {...(impossible !== undefined && { impossible })} />
      )}
      <div className={styles['buttons']}>
        <Button look="quiet" onPress={onClose} autoFocus={typed === undefined}>
          {shell.goBack}
        </Button>
        <Button
          look={isHarmless ? 'main' : 'danger'}
          isDisabled={!isTyped || isBusy}
          onPress={onConfirm}
        >
          {title}
        </Button>
      </div>
    </Modal>
  );
}
