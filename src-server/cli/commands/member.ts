import { join } from 'node:path';
import type { Database } from '../../database/database.ts';
import { readCredentials } from '../../demo/demo-file.ts';
import { findAccountOf } from '../../domain/members/members.ts';
import {
  memberInvite,
  memberList,
  memberRemove,
  memberReset,
  memberRole,
} from '../../operations/member.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { findOrganiser } from '../../store/access/organisers.ts';
import { CliError } from '../definition/cli-error.ts';
import { defineDatabaseCommand } from '../definition/database-command.ts';
import type { Command, GivenOperands } from '../definition/define-command.ts';
import { organiserData } from '../definition/open-organiser-data.ts';
import { listCommand, operationCommand } from '../definition/operation-command.ts';
import type { Terminal } from '../definition/terminal.ts';
import { renderText } from '../render/render-text.ts';

const codeCommand = defineDatabaseCommand(
  {
    name: 'code',
    summary: 'The six digits of a demo account, which its authenticator app would show',
    operands: ['EMAIL'],
    flags: {},
    examples: ['member code owner@lumen-hall.example'],
  },
  { work: demoCode, render: ({ code }) => code },
);

export const commands: readonly Command[] = [
  operationCommand(memberInvite, {
    examples: [
      'member invite --organiser org_01j… --email nora@example.org --role owner',
      'member invite --organiser org_01j… --email ola@example.org --role box_office',
    ],
    render: renderLink,
  }),
  listCommand(memberList, {
    isWhole: true,
    examples: ['member list --organiser org_01j…'],
    heading: ['member', 'email', 'role', 'status', 'second factor', 'since'],
    row: ({ reference, email, role, status, has_second_factor, created_at }) => [
      reference,
      email,
      role,
      status,
      has_second_factor ? 'yes' : 'no',
      created_at,
    ],
    none: 'No members.',
  }),
  operationCommand(memberRole, {
    operands: ['member', 'role'],
    examples: ['member role mem_01j… manager'],
  }),
  operationCommand(memberRemove, { operands: ['member'], examples: ['member remove mem_01j…'] }),
  operationCommand(memberReset, {
    operands: ['member'],
    examples: ['member reset mem_01j…'],
    render: renderLink,
  }),
  codeCommand,
];

function renderLink(member: { readonly email: string; readonly link: string | null }): string {
  const { link, ...described } = member;
  const next =
    link === null
      ? [`${member.email} has an account already, and signs in with it.`]
      : [link, `It works once, within 24 hours: give it to ${member.email} and to nobody else.`];
  return [renderText(described), '', ...next].join('\n');
}

/** A code is half of what signs somebody in, so it is told of nobody but the demo's invented people. */
async function demoCode(
  database: Database,
  { common, operands: [email = ''] }: GivenOperands,
  terminal: Terminal,
): Promise<{ readonly code: string }> {
  const { dataDir } = organiserData(common, terminal);
  const demo = readCredentials(join(dataDir, 'demo.json'));
  // Imported lazily, so that other commands start faster.
  const { nextCode } = await import('../../domain/members/authenticator.ts');
  return database.read(async (tx) => {
    if (demo === null || (await findOrganiser(tx, demo.organiser)) === undefined) {
      throw new CliError(
        'demo.missing',
        `${dataDir} has no demo data, and codes of real accounts are only in their authenticator apps.`,
      );
    }
    const account = await findAccountOf(tx, email);
    const code = account === null ? null : nextCode(account, tx.now);
    if (code !== null) return { code };
    throw new DomainError('resource.not_found', `No account of ${email} has an authenticator app.`);
  });
}
