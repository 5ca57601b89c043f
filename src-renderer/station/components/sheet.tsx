import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { useDoor, useWords } from './door-context.tsx';
import { useScrollable } from '../../components/use-scrollable.ts';
import styles from './sheet.module.css';

interface Props {
  readonly title: string;
  /** Where there is no verdict that it could cover. */
  readonly isTall?: boolean;
  readonly children: ReactNode;
}

/**
 * A dialog at the side, over the counters and the list. The verdict stays visible and keeps changing, because scans are accepted
 * whatever is open.
 */
export function Sheet({ title, isTall = false, children }: Props): ReactElement {
  const door = useDoor();
  const words = useWords();
  const close = () => door.store.setState({ sheet: null });
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <Modal className={styles['sheet'] ?? ''} data-tall={isTall}>
        <Dialog className={styles['dialog'] ?? ''}>
          <header className={styles['head']}>
            <Heading slot="title" className={styles['title'] ?? ''}>
              {title}
            </Heading>
            <Button look="icon" aria-label={words.actions.close} onPress={close}>
              <X size={22} />
            </Button>
          </header>
          <div {...useScrollable<HTMLDivElement>()} className={styles['body']}>
            {children}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
