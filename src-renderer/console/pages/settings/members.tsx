import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { MemberDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import type { Action } from '../../components/menu-popover.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Section } from '../../../components/section.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Status } from '../../components/status.tsx';
import { useCreating } from '../../data/use-creating.ts';
import { useMay } from '../../data/use-operations.ts';
import { useSettingsWords } from './settings-words.ts';

type Asked =
  | { readonly kind: 'invite' }
  | { readonly kind: 'role' | 'remove' | 'reset'; readonly member: MemberDescribed }
  | { readonly kind: 'link'; readonly link: string; readonly email: string };

/** Who may use the console for this organiser. */
export function Members(): ReactElement {
  const settings = useSettingsWords();
  const { shell } = useWords();
  const words = settings.members;
  const mayChange = useMay('member.invite');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isInviting, setIsInviting] = useCreating();
  const actionsOf = (member: MemberDescribed): readonly Action[] =>
    (['role', 'reset', 'remove'] as const).map((kind) => ({
      id: kind,
      name: words[kind === 'role' ? 'changeRole' : kind],
      isDangerous: kind === 'remove',
      onAction: () => setAsked({ kind, member }),
    }));
  return (
    <Section
      title={settings.tabs.members}
      actions={
        mayChange && (
          <Button look="main" onPress={() => setIsInviting(true)}>
            <UserPlus size={16} aria-hidden="true" />
            {words.invite}
          </Button>
        )
      }
    >
      <DataTable
        label={settings.tabs.members}
        view="member.list"
        rowKey={({ reference }) => reference}
        rowName={({ email }) => email}
        columns={[
          { id: 'email', name: words.email, render: ({ email }) => email },
          { id: 'role', name: words.role, render: ({ role }) => shell.roles[role] },
          {
            id: 'status',
            name: words.status,
            render: ({ status }) => (
              <Status tone={status === 'active' ? 'ok' : 'waiting'} text={words.statuses[status]} />
            ),
          },
          {
            id: 'factor',
            name: words.factor,
            render: ({ has_second_factor }) => (has_second_factor ? shell.yes : shell.no),
          },
        ]}
        actions={mayChange ? actionsOf : undefined}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
      {mayChange && isInviting && (
        <Question
          asked={{ kind: 'invite' }}
          onAsk={(next) => {
            setIsInviting(false);
            setAsked(next);
          }}
        />
      )}
      {asked !== null && <Question asked={asked} onAsk={setAsked} />}
    </Section>
  );
}

function Question({
  asked,
  onAsk,
}: {
  readonly asked: Asked;
  readonly onAsk: (asked: Asked | null) => void;
}): ReactElement {
  const { notify } = useConsole();
  const settings = useSettingsWords();
  const { shell } = useWords();
  const words = settings.members;
  const close = () => onAsk(null);
  const showLink = ({ link, email }: { readonly link: string | null; readonly email: string }) => {
    if (link === null) notify(words.saved);
    else onAsk({ kind: 'link', link, email });
  };
  switch (asked.kind) {
    case 'invite':
      return (
        <OperationDialog
          name="member.invite"
          title={words.invite}
          submit={words.invite}
          suggested={{ role: 'box_office' }}
          onClose={close}
          onDone={showLink}
        />
      );
    case 'role':
      return (
        <OperationDialog
          name="member.role"
          title={words.changeRoleOf(asked.member.email)}
          submit={shell.save}
          fixed={{ member: asked.member.reference }}
          initial={{ role: asked.member.role }}
          onClose={close}
          onDone={() => notify(words.saved)}
        />
      );
    case 'reset':
      return (
        <ConfirmOperation
          name="member.reset"
          input={{ member: asked.member.reference }}
          title={words.reset}
          what={words.resetWhat(asked.member.email)}
          onClose={close}
          onDone={showLink}
        />
      );
    case 'remove':
      return (
        <ConfirmOperation
          name="member.remove"
          input={{ member: asked.member.reference }}
          title={words.remove}
          what={words.removeWhat(asked.member.email)}
          onClose={close}
          onDone={({ email }) => notify(words.removed(email))}
        />
      );
    case 'link':
      return (
        <ShownOnce
          title={words.link}
          what={words.linkLead}
          values={[{ label: asked.email, value: asked.link }]}
          onClose={close}
        />
      );
    default:
      return assertNever(asked);
  }
}
