import type { Words } from '../en/words.ts';

export const errors: Words['errors'] = {
  'page.offline': {
    what: 'Cet appareil est hors ligne',
    next: 'Ce que vous voyez n’est peut-être plus à jour. Tout reprendra dès que le réseau reviendra.',
  },
  'page.unreachable': {
    what: 'Le serveur ne répond pas',
    next: 'Vérifiez qu’il fonctionne et qu’il est joignable à cette adresse.',
  },
  'resource.not_found': {
    what: 'Introuvable',
    next: 'L’élément a peut-être été supprimé, ou il appartient à un autre organisateur.',
  },
  'operation.repeated': {
    what: 'C’était fait dès la première fois',
    next: 'Seule la réponse s’est perdue en route. Ce que vous voyez est l’état actuel.',
  },
  'record.changed': {
    what: 'Quelqu’un d’autre a modifié la même chose entre-temps',
    next: 'Rien n’a été enregistré. Comparez avec ce qui est indiqué sous le champ, puis enregistrez de nouveau si votre saisie est la bonne.',
  },
  'role.insufficient': {
    what: 'Votre rôle ne le permet pas',
    next: 'Un propriétaire de l’organisateur peut changer votre rôle dans les paramètres.',
  },
  'plan.required': {
    what: 'L’offre ne le comprend pas',
    next: 'Il faut une offre avec accès à l’API.',
  },
  'session.second_factor_stale': {
    what: 'Le second facteur n’a pas été présenté',
    next: 'Rien n’a été modifié.',
  },
  'session.sign_in_failed': {
    what: 'Cela ne correspond pas',
    next: 'Vérifiez votre saisie et réessayez.',
  },
  'session.link_ended': {
    what: 'Le lien a expiré ou a déjà servi',
    next: 'Demandez-en un nouveau.',
  },
  'mail.not_configured': {
    what: 'Ce serveur n’envoie pas d’e-mails',
    next: 'La personne qui l’exploite peut indiquer un serveur de messagerie. En attendant, les billets peuvent être imprimés.',
  },
  'session.throttled': {
    what: 'Trop de tentatives',
    next: 'Attendez un peu, puis réessayez.',
  },
  'session.authenticator_ended': {
    what: 'L’application d’authentification n’est plus acceptée',
    next: 'Après cent codes erronés de suite, attendre ne sert à rien. Utilisez une clé d’accès ou un code de secours. À défaut, demandez à un propriétaire de votre organisateur un lien pour un nouveau mot de passe\u00a0: ses codes seront de nouveau acceptés.',
  },
  'rate.limited': { what: 'Trop de requêtes', next: 'Attendez une minute, puis réessayez.' },
  'server.unavailable': {
    what: 'Le serveur est occupé ou son disque est plein',
    next: 'Rien n’a été modifié. Réessayez dans un instant.',
  },
  'session.origin_refused': {
    what: 'Le serveur a une autre adresse que cette page',
    next: 'Ouvrez la console à l’adresse qu’affiche le serveur. Derrière un proxy, il faut indiquer au serveur son adresse publique.',
  },
  other: {
    what: 'Cela n’a pas fonctionné',
    next: 'Réessayez. Si cela se reproduit, prévenez la personne qui exploite le serveur.',
  },
  codeWrong: (clock) =>
    [
      'Ce n’est pas le code de cet instant. Saisissez le plus récent\u00a0; chacun ne sert qu’une fois.',
      ...(clock === null
        ? []
        : [
            `Si aucun ne fonctionne, les horloges du serveur et du téléphone diffèrent de plus d’une demi-minute\u00a0: celle du serveur indique ${clock}.`,
          ]),
    ].join(' '),
  waitFor: (wait) => `Réessayez dans ${wait}.`,
  waitOver: 'Vous pouvez réessayer maintenant.',
};
