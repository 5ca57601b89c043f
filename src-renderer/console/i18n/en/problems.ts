/** What is wrong with a field, whether the page or the server has found it. */
export const problems = {
  required: 'This is needed.',
  tooLong: (most = '') => `At most ${most} characters.`,
  unseen: 'It contains a character that cannot be seen or kept.',
  notEmail: 'This is no email address.',
  notWhole: 'A whole number is needed.',
  between: (least: string, most: string) => `Between ${least} and ${most}.`,
  notMoney: 'This is no amount.',
  notTime: 'This is no date and time.',
  notJson: 'This is no JSON.',
  atLeast: (least = '') => `At least ${least}.`,
  slug: 'Lowercase letters, digits and single hyphens only.',
  key: 'Lowercase letters, digits and underscores only.',
  currency: 'Three capital letters, such as EUR.',
  timezone: 'A time zone such as Europe/Berlin.',
  endsBefore: 'The end must be later than the beginning.',
  taken: 'This is taken already.',
  meanwhile: (now: string | null) =>
    now === null ? 'Somebody emptied it meanwhile.' : `Somebody changed it to “${now}” meanwhile.`,
  onlyLeft: (left = '') => `Only ${left} left.`,
  sold: (count = '') => `At least ${count}: so many are sold.`,
  chooseOne: 'Choose at least one.',
  options: 'At least one option, and none twice.',
  begins: (prefix = '') => `It begins with ${prefix}.`,
  notPublic:
    'Only public addresses. Whoever runs the server can allow others with --webhook-allow.',
  password: {
    length: (least = '', most = '') => `${least} to ${most} characters.`,
    common: 'This is one of the commonest passwords. Choose another.',
    guessed: (least = '') =>
      `At least ${least} characters besides “Gatehouse” and your email address.`,
    wrong: 'That is not your present password.',
  },
};
