import { useQuery } from '@tanstack/react-query';
import { Check, KeyRound } from 'lucide-react';
import type { ReactElement } from 'react';
import type { MemberRole, RolesOfOperation } from '../../../../shared/console/session-results.ts';
import { useConsole, useMembership, useWords } from '../../data/console-context.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../../components/section.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useSettingsWords } from './settings-words.ts';
import styles from './roles.module.css';

const roles: readonly MemberRole[] = ['viewer', 'box_office', 'manager', 'owner'];

/** Which role may do what, as the server decides it. */
export function Roles(): ReactElement {
  const settings = useSettingsWords();
  const { shell } = useWords();
  const { call } = useConsole();
  const { role: own } = useMembership();
  const words = settings.roles;
  const { data, error, refetch } = useQuery({
    queryKey: ['account.roles'],
    queryFn: () => call('account.roles', {}),
    staleTime: Infinity,
  });
  if (data === undefined) {
    return error === null ? <Loading /> : <Trouble error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Section title={words.title}>
      <p className={styles['lead']}>{words.lead}</p>
      <p className={styles['lead']}>
        <KeyRound size={15} aria-hidden="true" className={styles['key']} /> {words.fresh}.
      </p>
      <div className={styles['frame']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{words.operation}</th>
              {roles.map((role) => (
                <th key={role} scope="col" aria-current={role === own ? 'true' : undefined}>
                  {shell.roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          {[...byResource(data)].map(([resource, operations]) => (
            <tbody key={resource}>
              <tr className={styles['resource']}>
                <th scope="rowgroup" colSpan={1 + roles.length}>
                  {words.resources[resource] ?? resource}
                </th>
              </tr>
              {operations.map((operation) => (
                <OperationRow key={operation.name} operation={operation} own={own} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Section>
  );
}

function OperationRow({
  operation: { name, fresh, roles: allowed },
  own,
}: {
  readonly operation: RolesOfOperation;
  readonly own: MemberRole;
}): ReactElement {
  const settings = useSettingsWords();
  const { shell } = useWords();
  const nameOf = useOperationName();
  return (
    <tr>
      <th scope="row">
        {nameOf(name)} <code>{name}</code>
        {fresh && (
          <span className={styles['key']} title={settings.roles.fresh}>
            <KeyRound size={15} aria-hidden="true" />
            <span className="for-screen-readers">{settings.roles.fresh}</span>
          </span>
        )}
      </th>
      {roles.map((role) => (
        <td
          key={role}
          data-label={shell.roles[role]}
          data-own={role === own || undefined}
          data-allowed={allowed.includes(role) || undefined}
        >
          {allowed.includes(role) ? (
            <>
              <Check size={16} aria-hidden="true" />
              <span className="for-screen-readers">{shell.yes}</span>
            </>
          ) : (
            <span className="for-screen-readers">{shell.no}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** What people call an operation or a view. */
function useOperationName(): (name: string) => string {
  const settings = useSettingsWords();
  const { done } = useWords();
  const operations: Readonly<Record<string, string>> = done;
  const { views } = settings.roles;
  return (name) => operations[name] ?? views[name.slice(name.indexOf('.') + 1)] ?? name;
}

/** In the table's order of resources; what most roles may do comes first. */
function byResource(
  operations: readonly RolesOfOperation[],
): ReadonlyMap<string, readonly RolesOfOperation[]> {
  const sorted = operations.toSorted((one, other) => other.roles.length - one.roles.length);
  const resources = new Set(operations.map(resourceOf));
  return new Map(
    [...resources].map((resource) => [
      resource,
      sorted.filter((operation) => resourceOf(operation) === resource),
    ]),
  );
}

function resourceOf({ name }: RolesOfOperation): string {
  return name.slice(0, name.indexOf('.'));
}
