import type { ProblemState } from '../../../../shared/console/problems.ts';
import type { Words } from '../en/words.ts';

const required = () => 'Ce champ est obligatoire.';
const whole = () => 'Indiquez un nombre entier.';
const unseen = () => 'Il contient un caractère invisible ou impossible à enregistrer.';
const taken = () => 'C’est déjà pris.';

const states: Readonly<Record<ProblemState, string>> = {
  admitted: 'admis',
  archived: 'archivé',
  awaiting_approval: 'en attente d’accord',
  cancelled: 'annulé',
  converted: 'commandé',
  draft: 'un brouillon',
  erased: 'effacé',
  expired: 'expiré',
  free_confirmed: 'confirmé',
  offered: 'proposé',
  paid: 'payé',
  pending_payment: 'en attente de paiement',
  refunded: 'remboursé',
  resolved: 'résolu',
  revoked: 'révoqué',
  superseded: 'remplacé',
  waiting: 'sur la liste d’attente',
};

export const problems: Words['problems'] = {
  notMoney: 'Ce n’est pas un montant.',
  notTime: 'Ce n’est pas une date avec une heure.',
  notJson: 'Ce n’est pas du JSON.',
  meanwhile: (now) =>
    now === null
      ? 'Quelqu’un l’a vidé entre-temps.'
      : `Quelqu’un l’a remplacé entre-temps par «\u00a0${now}\u00a0».`,
  refused: {
    required,
    empty: required,
    blank: required,
    choose_one: () => 'Choisissez-en au moins un.',
    too_long: ({ most }) => `Au plus ${most} caractères.`,
    unseen,
    unstorable: unseen,
    not_email: () => 'Ce n’est pas une adresse e-mail.',
    not_whole: whole,
    not_quantity: whole,
    at_least: ({ least }) => `Au moins ${least}.`,
    between: ({ least, most }) => `Entre ${least} et ${most}.`,
    slug: () => 'Uniquement des minuscules, des chiffres et des traits d’union isolés.',
    key: () => 'Uniquement des minuscules, des chiffres et des tirets bas.',
    currency: () => 'Trois majuscules, par exemple EUR.',
    order_currency: ({ currency }) => `La commande est en ${currency}.`,
    timezone: () => 'Un fuseau horaire tel que Europe/Paris.',
    ends_before: () => 'La fin doit suivre le début.',
    begins: ({ prefix }) => `Le début doit être ${prefix}.`,
    options: () => 'Au moins un choix, et aucun en double.',
    slug_taken: taken,
    name_taken: taken,
    field_taken: taken,
    asked: taken,
    member_already: taken,
    passkey_added: taken,
    only_left: ({ left }) => `Il n’en reste que ${left}.`,
    sold: ({ sold }) => `Au moins ${sold}\u00a0: autant sont vendus.`,
    not_on_sale: () => 'Ce n’est pas en vente.',
    nothing_left: () => 'Il n’y a plus rien à rembourser.',
    not_public: () =>
      'Adresses publiques uniquement. Qui exploite le serveur peut en autoriser d’autres avec --webhook-allow.',
    no_space: () => 'Le disque du serveur est plein. Prévenez la personne qui exploite le serveur.',
    state: ({ state }) => `Ce n’est pas possible\u00a0: c’est ${states[state]}.`,
    password_length: ({ least, most }) => `De ${least} à ${most} caractères.`,
    password_common: () =>
      'C’est l’un des mots de passe les plus courants. Choisissez-en un autre.',
    password_guessed: ({ least }) =>
      `Au moins ${least} caractères en plus de «\u00a0Gatehouse\u00a0» et de votre adresse e-mail.`,
    password_wrong: () => 'Ce n’est pas votre mot de passe actuel.',
  },
};
