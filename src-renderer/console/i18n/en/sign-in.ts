/** Signing in, joining by a link, and second factors. */
export const signIn = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  code: 'Code',
  continue: 'Continue',
  or: 'or',
  withPasskey: 'Sign in with a passkey',
  usePasskey: 'Use a passkey',
  noPasskeysHere:
    'Passkeys do not work at a bare IP address. Open the console at its name, or use your authenticator app.',
  passkeyFailed: 'The passkey was not used. Try again, or take another way.',
  factor: {
    title: 'Second factor',
    ask: 'The six digits that your authenticator app shows now.',
    verify: 'Verify',
    useRecovery: 'Use a recovery code',
    recoveryAsk: 'One of the ten codes that you have kept. It works once.',
    recovery: 'Recovery code',
    useCode: 'Use the authenticator app',
    other: 'Sign in as somebody else',
  },
  again: {
    title: 'Show your second factor again',
    why: 'This needs a second factor that is no older than ten minutes.',
  },
  organiser: {
    title: 'Choose an organiser',
    none: 'You are a member of no organiser any more. Ask an owner to invite you.',
  },
  join: {
    owner: {
      title: 'Set up this server',
      lead: 'You become its first owner. Everything else is done after this.',
      organiser: 'Organiser',
      organiserHint: 'The name that guests know.',
      begin: 'Begin',
    },
    invitation: {
      title: 'Join',
      lead: (email: string) => `You sign in as ${email}.`,
      begin: 'Join',
    },
    reset: {
      title: 'New password',
      lead: (email: string) => `For ${email}. Your second factor stays as it is.`,
      begin: 'Set password',
    },
    passwordHint: (least: number) =>
      `At least ${least} characters. A few words that only you put together are best.`,
    ended: 'This link has ended',
    endedNext: 'It has expired or was used already. Ask for a new one, or sign in.',
    toSignIn: 'Go to sign-in',
  },
  enrol: {
    title: 'Add a second factor',
    lead: 'A password alone is not enough here. You need one of these each time you sign in.',
    passkey: {
      title: 'Passkey',
      lead: 'Your fingerprint, face, PIN or security key. The quickest and the safest.',
      name: 'Name of the passkey',
      nameHint: 'So that you know later which device it is.',
      add: 'Add a passkey',
      device: 'This device',
    },
    app: {
      title: 'Authenticator app',
      lead: 'An app on your phone shows six digits, new ones every 30 seconds.',
      begin: 'Set up an app',
      scan: 'Scan this with the app, then type the code that it shows.',
      qr: 'QR code for the authenticator app',
      secret: 'Or type this secret into the app',
      confirm: 'Confirm',
    },
    codes: {
      title: 'Keep your recovery codes',
      lead: 'If you lose your phone or key, one of these lets you in. Each works once. They are shown only now.',
      label: 'Recovery codes',
      kept: 'I have kept them',
      fileName: 'gatehouse-recovery-codes.txt',
    },
  },
};
