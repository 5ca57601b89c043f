import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { useWords } from '../data/console-context.tsx';
import styles from './modal.module.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** Asks whether something irreversible shall be done. */
  readonly role?: 'alertdialog';
  /** It shows what is never shown again: it closes by its own button alone. */
  readonly isHeld?: boolean;
  readonly children: ReactNode;
}

/** A dialog over the page, which a press beside it does not close: what was typed would be lost. Render it while it is open. */
export function Modal({ title, onClose, role, isHeld = false, children }: Props): ReactElement {
  const { shell } = useWords();
  return (
    <ModalOverlay
      isOpen
      isKeyboardDismissDisabled={isHeld}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={styles['overlay'] ?? ''}
    >
      <AriaModal className={styles['modal'] ?? ''}>
        <Dialog {...(role !== undefined && { role })} className={styles['dialog'] ?? ''}>
          <header className={styles['head']}>
            <Heading slot="title" className={styles['title'] ?? ''}>
              {title}
            </Heading>
            {!isHeld && (
              <Button look="icon" aria-label={shell.close} onPress={onClose}>
                <X size={18} aria-hidden="true" />
              </Button>
            )}
          </header>
          <div className={styles['content']}>{children}</div>
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
