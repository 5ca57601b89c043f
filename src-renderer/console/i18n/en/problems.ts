import type { ProblemState, ProblemTexts } from '../../../../shared/console/problems.ts';

const required = () => 'This is needed.';
const whole = () => 'A whole number is needed.';
const unseen = () => 'It contains a character that cannot be seen or kept.';
const taken = () => 'This is taken already.';

const states: Readonly<Record<ProblemState, string>> = {
  admitted: 'admitted',
  archived: 'archived',
  awaiting_approval: 'not approved yet',
  cancelled: 'cancelled',
  converted: 'ordered',
  draft: 'a draft',
  erased: 'erased',
  expired: 'expired',
  free_confirmed: 'confirmed',
  offered: 'offered',
  paid: 'paid',
  pending_payment: 'not paid yet',
  refunded: 'refunded',
  resolved: 'resolved',
  revoked: 'revoked',
  superseded: 'replaced',
  waiting: 'on the waiting list',
};

/** What is wrong with a field, whether the page or the server has found it. */
export const problems = {
  notMoney: 'This is not an amount.',
  notTime: 'This is not a date and time.',
  notJson: 'This is not JSON.',
  meanwhile: (now: string | null) =>
    now === null ? 'Somebody emptied it meanwhile.' : `Somebody changed it to “${now}” meanwhile.`,
  /** What the server refuses, by its code. */
  refused: {
    required,
    empty: required,
    blank: required,
    choose_one: () => 'Choose at least one.',
    too_long: ({ most }) => `At most ${most} characters.`,
    unseen,
    unstorable: unseen,
    not_email: () => 'This is not an email address.',
    not_whole: whole,
    not_quantity: whole,
    at_least: ({ least }) => `At least ${least}.`,
    between: ({ least, most }) => `Between ${least} and ${most}.`,
    slug: () => 'Lowercase letters, digits and single hyphens only.',
    key: () => 'Lowercase letters, digits and underscores only.',
    currency: () => 'Three capital letters, such as EUR.',
    order_currency: ({ currency }) => `The order is in ${currency}.`,
    timezone: () => 'A time zone such as Europe/Berlin.',
    ends_before: () => 'The end must be later than the beginning.',
    begins: ({ prefix }) => `It begins with ${prefix}.`,
    options: () => 'At least one option, and none twice.',
    slug_taken: taken,
    name_taken: taken,
    field_taken: taken,
    asked: taken,
    member_already: taken,
    passkey_added: taken,
    only_left: ({ left }) => `Only ${left} left.`,
    sold: ({ sold }) => `At least ${sold}: that many are sold.`,
    not_on_sale: () => 'It is not on sale.',
    nothing_left: () => 'Nothing is left to refund.',
    not_public: () =>
      'Only public addresses. Whoever runs the server can allow others with --webhook-allow.',
    no_space: () => 'The server’s disk is full. Tell whoever runs the server.',
    state: ({ state }) => `This is not possible: it is ${states[state]}.`,
    password_length: ({ least, most }) => `${least} to ${most} characters.`,
    password_common: () => 'This is one of the commonest passwords. Choose another.',
    password_guessed: ({ least }) =>
      `At least ${least} characters besides “Gatehouse” and your email address.`,
    password_wrong: () => 'That is not your present password.',
  } satisfies ProblemTexts,
};
