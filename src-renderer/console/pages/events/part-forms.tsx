import type { ComponentProps, ReactElement } from 'react';
import type { OperationName } from '../../../../shared/console/operation-results.ts';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useWords } from '../../data/console-context.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import {
  inputOf,
  type Archivable,
  type ArchivableResource,
  type Archiving,
  type Part,
  type PartProps,
} from './use-event-part.ts';

type FormProps = ComponentProps<typeof OperationDialog<OperationName>>;

interface Props<Row> extends PartProps {
  readonly part: Part<Row>;
  readonly resource: ArchivableResource | 'session';
  readonly words: { readonly create: string; readonly edit: string };
  /** Of the form for a new one. */
  readonly creating?: Pick<FormProps, 'suggested' | 'follows' | 'hides'>;
  /** Fields that the form for changing one leaves out. */
  readonly without?: readonly string[];
}

/** The forms of a part of an event, while one is asked for. */
export function PartForms<Row extends { readonly reference: string }>({
  event: { reference, timezone, currency },
  part: { asked, close, saved },
  resource,
  words,
  creating,
  without = [],
}: Props<Row>): ReactElement | null {
  const { events } = useWords();
  const place = { zone: timezone, currency };
  if (asked?.kind === 'create')
    return (
      <OperationDialog
        {...creating}
        name={`${resource}.create`}
        title={words.create}
        submit={words.create}
        fixed={{ event: reference }}
        place={place}
        onClose={close}
        onDone={saved}
      />
    );
  if (asked?.kind === 'edit')
    return (
      <OperationDialog
        name={`${resource}.update`}
        title={words.edit}
        submit={events.save}
        fixed={{ [inputOf(resource)]: asked.row.reference }}
        initial={{ ...asked.row }}
        without={without}
        place={place}
        onClose={close}
        onDone={saved}
      />
    );
  return null;
}

/** Asks before such a part is archived. */
export function ArchivePart<Row extends Archivable>({
  part: { asked, close },
  archiving: { resource, nameOf, archived },
  words,
}: {
  readonly part: Part<Row>;
  readonly archiving: Archiving<Row>;
  readonly words: { readonly archive: string; readonly archiveWhat: (name: string) => string };
}): ReactElement | null {
  if (asked?.kind !== 'end') return null;
  const { row } = asked;
  return (
    <ConfirmOperation
      name={`${resource}.archive`}
      input={{ [inputOf(resource)]: row.reference }}
      title={words.archive}
      what={words.archiveWhat(nameOf(row))}
      onClose={close}
      onDone={() => archived(row)}
    />
  );
}
