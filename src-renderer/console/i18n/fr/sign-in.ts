import type { Words } from '../en/words.ts';

export const signIn: Words['signIn'] = {
  title: 'Connexion',
  email: 'E-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  code: 'Code',
  continue: 'Continuer',
  or: 'ou',
  withPasskey: 'Se connecter avec une clé d’accès',
  usePasskey: 'Utiliser une clé d’accès',
  noPasskeysHere:
    'Les clés d’accès ne fonctionnent pas avec une simple adresse IP. Ouvrez la console par son nom, ou utilisez votre application d’authentification.',
  passkeyFailed: 'La clé d’accès n’a pas été utilisée. Réessayez, ou choisissez un autre moyen.',
  forgot: {
    ask: 'Mot de passe oublié\u00a0?',
    title: 'Nouveau mot de passe',
    lead: 'Nous vous envoyons un lien pour en définir un nouveau. Votre second facteur ne change pas.',
    send: 'Envoyer le lien',
    sent: 'Consultez votre messagerie',
    sentNext: (email) =>
      `Si ${email} a un compte ici, un lien est en route. Il ne sert qu’une fois.`,
    noMail:
      'Ce serveur n’envoie pas d’e-mails. Demandez à un propriétaire de votre organisateur un lien pour un nouveau mot de passe.',
    back: 'Retour à la connexion',
  },
  insecure: {
    title: 'Cette adresse n’est pas sécurisée',
    lead: 'Les navigateurs bloquent ce qui protège votre session, sauf si l’adresse commence par https:// ou est celle de cet ordinateur même.',
    next: 'Ouvrez la console à son adresse https://. Sur l’ordinateur qui héberge le serveur, http://localhost convient aussi.',
  },
  factor: {
    title: 'Second facteur',
    ask: 'Les six chiffres qu’affiche maintenant votre application d’authentification.',
    verify: 'Vérifier',
    useRecovery: 'Utiliser un code de secours',
    recoveryAsk: 'L’un des dix codes que vous avez conservés. Il ne sert qu’une fois.',
    recovery: 'Code de secours',
    useCode: 'Utiliser l’application d’authentification',
    other: 'Se connecter avec un autre compte',
  },
  again: {
    title: 'Présentez de nouveau votre second facteur',
    why: 'Pour cela, le second facteur doit dater de dix minutes au plus.',
  },
  organiser: {
    title: 'Choisissez un organisateur',
    none: 'Vous n’êtes plus membre d’aucun organisateur. Demandez une invitation à un propriétaire.',
  },
  join: {
    owner: {
      title: 'Configurer ce serveur',
      lead: 'Vous en devenez le premier propriétaire. Tout le reste vient après.',
      organiser: 'Organisateur',
      organiserHint: 'Le nom que le public connaît.',
      begin: 'Commencer',
    },
    invitation: {
      title: (organisers) => (organisers === '' ? 'Rejoindre' : `Rejoindre ${organisers}`),
      lead: (email) => `Vous vous connectez en tant que ${email}.`,
      begin: 'Rejoindre',
    },
    reset: {
      title: 'Nouveau mot de passe',
      lead: (email) => `Pour ${email}. Votre second facteur ne change pas.`,
      begin: 'Définir le mot de passe',
    },
    passwordHint: (least) =>
      `Au moins ${least} caractères. Le mieux\u00a0: quelques mots que vous seul pourriez assembler.`,
    ended: 'Ce lien n’est plus valable',
    endedNext: 'Il a expiré ou a déjà servi. Demandez-en un nouveau, ou connectez-vous.',
    toSignIn: 'Aller à la connexion',
  },
  enrol: {
    title: 'Ajouter un second facteur',
    lead: 'Un mot de passe seul ne suffit pas ici. Il vous faut l’un de ces moyens à chaque connexion.',
    passkey: {
      title: 'Clé d’accès',
      lead: 'Votre empreinte, votre visage, un code PIN ou une clé de sécurité. Le plus rapide et le plus sûr.',
      name: 'Nom de la clé d’accès',
      nameHint: 'Pour savoir plus tard de quel appareil il s’agit.',
      add: 'Ajouter une clé d’accès',
      device: 'Cet appareil',
    },
    app: {
      title: 'Application d’authentification',
      lead: 'Une application sur votre téléphone affiche six chiffres, nouveaux toutes les 30 secondes.',
      begin: 'Configurer une application',
      scan: 'Scannez ceci avec l’application, puis saisissez le code qu’elle affiche.',
      qr: 'Code QR pour l’application d’authentification',
      secret: 'Ou saisissez cette clé dans l’application',
      confirm: 'Confirmer',
    },
    codes: {
      title: 'Conservez vos codes de secours',
      lead: 'Si vous perdez votre téléphone ou votre clé, l’un d’eux vous permet d’entrer. Chacun ne sert qu’une fois. Ils ne sont affichés que maintenant.',
      label: 'Codes de secours',
      kept: 'Je les ai conservés',
      fileName: 'gatehouse-codes-de-secours.txt',
    },
  },
};
