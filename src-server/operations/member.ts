import { Type } from 'typebox';
import { roles } from '../database/schema.ts';
import {
  changeRole,
  inviteMember,
  linkOf,
  removeMember,
  resetMember,
} from '../domain/members/members.ts';
import { listMembersByIds } from '../store/access/members.ts';
import { walkMembers } from '../store/lists/walk-small.ts';
import { requireMember, requireOrganiser } from '../rules/require-row.ts';
import { choice, email, text } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation } from './definition/operation.ts';
import { describeMember } from './definition/describe.ts';
import { inOrder } from './definition/reading.ts';

const member = text('MEM', 'which member');
const organiser = text('ORG', 'whose members');
const role = choice('ROLE', 'what they may do', roles);

export const memberInvite = defineOperation({
  name: 'member.invite',
  summary: 'Make somebody a member, and a one-time link for who has no account yet',
  role: 'owner',
  fresh: true,
  input: Type.Object({ organiser, email: email('who it is'), role }),
  run: async (tx, input, _prepared, actor) => {
    const inviter = actor.kind === 'member' ? { inviter: actor.name } : {};
    const invited = await inviteMember(tx, { ...input, ...inviter });
    const link = invited.token === null ? null : await linkOf(tx, invited.token);
    return { ...(await describeMember(tx, invited.member)), link };
  },
});

export const memberList = defineList({
  name: 'member.list',
  summary: 'Who may use the console for an organiser',
  role: 'viewer',
  filters: { organiser },
  search: 'words of the email, or the role',
  sorts: {
    oldest: { by: 'k.created_at', direction: 'asc' },
    newest: { by: 'k.created_at', direction: 'desc' },
  },
  choose: async (tx, { organiser: of, search }, sort) => {
    const { id } = await requireOrganiser(tx, of);
    return walkMembers(tx, { organiserId: id, search }, sort);
  },
  describe: async (tx, ids) =>
    inOrder(await listMembersByIds(tx, ids), (row) => describeMember(tx, row)),
});

export const memberRole = defineOperation({
  name: 'member.role',
  summary: 'Change what a member may do',
  role: 'owner',
  fresh: true,
  input: Type.Object({ member, role }),
  current: async (tx, input) => describeMember(tx, await requireMember(tx, input.member)),
  run: async (tx, input) => describeMember(tx, await changeRole(tx, input.member, input.role)),
});

export const memberRemove = defineOperation({
  name: 'member.remove',
  summary: 'End a membership; the account too, if it is of no other organiser',
  role: 'owner',
  fresh: true,
  input: Type.Object({ member }),
  run: async (tx, input) => {
    const described = await describeMember(tx, await requireMember(tx, input.member));
    await removeMember(tx, input.member);
    return described;
  },
});

export const memberReset = defineOperation({
  name: 'member.reset',
  summary: "End a member's sessions, and make a one-time link that sets a new password",
  role: 'owner',
  fresh: true,
  input: Type.Object({ member }),
  run: async (tx, input) => {
    const reset = await resetMember(tx, input.member);
    const link = await linkOf(tx, reset.token);
    return { ...(await describeMember(tx, reset.member)), link };
  },
});
