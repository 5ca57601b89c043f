import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { Button } from '../../components/button.tsx';
import { isUndoable } from '../state/door-actions.ts';
import { isKiosk } from '../state/door-state.ts';
import { labelOf } from '../state/follow-labels.ts';
import { useDoor, useDoorState, useWords } from './door-context.tsx';

/** Prints the label of an admission once more. Renders nothing where no labels are printed. */
export function LabelButton({ outcome }: { readonly outcome: ScanOutcome }): ReactElement | null {
  const door = useDoor();
  const { labels: words } = useWords();
  const isOff = useDoorState(({ station }) => (station?.label.size ?? 'off') === 'off');
  const hasOnlyDoor = useDoorState(isKiosk);
  if (isOff || hasOnlyDoor || !isUndoable(outcome)) return null;
  return (
    <Button onPress={() => door.printLabel(labelOf(outcome))}>
      <Printer size={20} aria-hidden="true" />
      {words.print}
    </Button>
  );
}
