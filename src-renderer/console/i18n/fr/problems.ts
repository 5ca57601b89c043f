import type { Words } from '../en/words.ts';

export const problems: Words['problems'] = {
  required: 'Ce champ est obligatoire.',
  tooLong: (most) => `Au plus ${most} caractères.`,
  unseen: 'Il contient un caractère invisible ou impossible à enregistrer.',
  notEmail: 'Ce n’est pas une adresse e-mail.',
  notWhole: 'Indiquez un nombre entier.',
  between: (least, most) => `Entre ${least} et ${most}.`,
  notMoney: 'Ce n’est pas un montant.',
  notTime: 'Ce n’est pas une date avec une heure.',
  notJson: 'Ce n’est pas du JSON.',
  atLeast: (least) => `Au moins ${least}.`,
  slug: 'Uniquement des minuscules, des chiffres et des traits d’union isolés.',
  key: 'Uniquement des minuscules, des chiffres et des tirets bas.',
  currency: 'Trois majuscules, par exemple EUR.',
  timezone: 'Un fuseau horaire tel que Europe/Paris.',
  endsBefore: 'La fin doit suivre le début.',
  taken: 'C’est déjà pris.',
  meanwhile: (now) =>
    now === null
      ? 'Quelqu’un l’a vidé entre-temps.'
      : `Quelqu’un l’a remplacé entre-temps par « ${now} ».`,
  onlyLeft: (left) => `Il n’en reste que ${left}.`,
  sold: (count) => `Au moins ${count}\u00a0: autant sont vendus.`,
  chooseOne: 'Choisissez-en au moins un.',
  options: 'Au moins un choix, et aucun en double.',
  begins: (prefix) => `Le début doit être ${prefix}.`,
  notPublic:
    'Adresses publiques uniquement. Qui exploite le serveur peut en autoriser d’autres avec --webhook-allow.',
  ended: (state) => `Ce n’est plus possible\u00a0: c’est ${state}.`,
  states: {
    admitted: 'admis',
    archived: 'archivé',
    cancelled: 'annulé',
    converted: 'commandé',
    erased: 'effacé',
    refunded: 'remboursé',
    resolved: 'résolu',
    revoked: 'révoqué',
    superseded: 'remplacé',
  },
  notOnSale: 'Ce n’est pas en vente.',
  nothingLeft: 'Il n’y a plus rien à rembourser.',
  password: {
    length: (least, most) => `De ${least} à ${most} caractères.`,
    common: 'C’est l’un des mots de passe les plus courants. Choisissez-en un autre.',
    guessed: (least) =>
      `Au moins ${least} caractères en plus de «\u00a0Gatehouse\u00a0» et de votre adresse e-mail.`,
    wrong: 'Ce n’est pas votre mot de passe actuel.',
  },
};
