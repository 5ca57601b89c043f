import { useState } from 'react';
import type { EventDescribed } from '../../../../shared/console/operation-results.ts';
import type { Action } from '../../components/menu-popover.tsx';
import { useConsole, useWords } from '../../data/console-context.tsx';
import { useAct } from '../../data/use-act.ts';
import { useMay } from '../../data/use-operations.ts';

export interface PartProps {
  readonly event: EventDescribed;
}

/** What of a part of an event is asked for, such as a new session. */
export type Asked<Row> =
  { readonly kind: 'create' } | { readonly kind: 'edit' | 'end'; readonly row: Row };

export interface Part<Row> {
  readonly asked: Asked<Row> | null;
  readonly mayCreate: boolean;
  readonly mayEdit: boolean;
  readonly ask: (asked: Asked<Row>) => void;
  readonly close: () => void;
  readonly saved: () => void;
  readonly editAction: (row: Row) => readonly Action[];
}

/** Creating and changing a part of an event, where the member may, and the event is not archived. */
export function useEventPart<Row>(event: EventDescribed, resource: string): Part<Row> {
  const { notify } = useConsole();
  const { events: words } = useWords();
  const [asked, setAsked] = useState<Asked<Row> | null>(null);
  const isLive = event.deleted_at === null;
  const mayCreate = useMay(`${resource}.create`) && isLive;
  const mayEdit = useMay(`${resource}.update`) && isLive;
  return {
    asked,
    mayCreate,
    mayEdit,
    ask: setAsked,
    close: () => setAsked(null),
    saved: () => notify(words.saved),
    editAction: (row) =>
      mayEdit
        ? [{ id: 'edit', name: words.edit, onAction: () => setAsked({ kind: 'edit', row }) }]
        : [],
  };
}

export interface Archivable {
  readonly reference: string;
  readonly archived_at: string | null;
}

export type ArchivableResource = 'add-on' | 'location' | 'question';

/** The input that says which one: `add_on` for `add-on`. */
export function inputOf(resource: string): string {
  return resource.replaceAll('-', '_');
}

export interface Archiving<Row> {
  readonly resource: ArchivableResource;
  readonly nameOf: (row: Row) => string;
  readonly actions: (row: Row) => readonly Action[];
  readonly archived: (row: Row) => void;
}

/** Archiving such a part, and using it again. */
export function useArchiving<Row extends Archivable>(
  { mayEdit, ask, editAction }: Part<Row>,
  resource: ArchivableResource,
  nameOf: (row: Row) => string,
): Archiving<Row> {
  const { notify } = useConsole();
  const { events: words } = useWords();
  const act = useAct();
  const restore = async (row: Row) => {
    const change = { [inputOf(resource)]: row.reference, status: 'active' };
    const restored = await act(`${resource}.update`, change);
    if (restored !== null) notify(words.restored(nameOf(row)));
  };
  return {
    resource,
    nameOf,
    actions: (row) => {
      if (!mayEdit) return [];
      if (row.archived_at !== null)
        return [{ id: 'restore', name: words.restore, onAction: () => void restore(row) }];
      const archive = {
        id: 'archive',
        name: words.archive,
        isDangerous: true,
        onAction: () => ask({ kind: 'end', row }),
      };
      return [...editAction(row), archive];
    },
    archived: (row) => notify(words.archived(nameOf(row)), () => void restore(row)),
  };
}
