import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { labelChoices, labelSizes, NO_LABEL } from '../../../../shared/station/labels.ts';
import { SHORT_LAYOUT_CODE } from '../../../../shared/ticket-code/parse-ticket-code.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { Dropdown } from '../../../components/dropdown.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { useRead } from '../../components/use-read.ts';
import styles from './settings-sheet.module.css';

/** The label that is printed for an admission, and in the desktop app the printer. */
export function LabelSettings(): ReactElement {
  const door = useDoor();
  const { labels: words } = useWords();
  const label = useDoorState(({ station }) => station?.label ?? NO_LABEL);
  // Null in a browser, whose dialog offers the printers.
  const { value: printers } = useRead(label.size === 'off' ? null : 'printers', async () => {
    const result = await door.query({ kind: 'read_printers' });
    return result.ok ? (result.printers ?? []) : null;
  });
  const choose = (change: Partial<typeof label>) =>
    void door.ask({ kind: 'set_label', label: { ...label, ...change } });
  return (
    <div className={styles['senses']}>
      <Choice
        label={words.label}
        options={labelChoices.map((id) => ({ id, name: id === 'off' ? words.off : sizeName(id) }))}
        selected={label.size}
        onSelect={(size) => choose({ size })}
      />
      <p className={styles['note']}>{words.note}</p>
      {label.size !== 'off' && (
        <>
          {printers === null ? (
            <p className={styles['note']}>{words.dialog}</p>
          ) : (
            <Dropdown
              label={words.printer}
              options={[
                { id: '', name: words.defaultPrinter },
                ...printers.map(({ name, display_name }) => ({ id: name, name: display_name })),
                // It may be switched off or unplugged at the moment.
                ...(label.printer === null || printers.some(({ name }) => name === label.printer)
                  ? []
                  : [{ id: label.printer, name: label.printer }]),
              ]}
              selected={label.printer ?? ''}
              onSelect={(name) => choose({ printer: name === '' ? null : name })}
            />
          )}
          <Button onPress={() => door.printLabel(sample)}>
            <Printer size={20} aria-hidden="true" />
            {words.sample}
          </Button>
        </>
      )}
    </div>
  );
}

const sample = {
  name: 'Amélie Dubois',
  ticket_type: 'VIP',
  seat_label: 'C 14',
  code: SHORT_LAYOUT_CODE,
};

function sizeName(size: keyof typeof labelSizes): string {
  const { width, height } = labelSizes[size];
  return size === 'a6' ? 'A6' : `${width} × ${height}`;
}
