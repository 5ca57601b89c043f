import type { Words } from '../en/words.ts';

export const home: Words['home'] = {
  title: 'Accueil',
  tonight: 'Aujourd’hui',
  next: 'Prochain événement',
  choose: 'Quel événement',
  event: 'Événement',
  admitted: 'Admis',
  of: (sold) => `sur ${sold} vendus`,
  inside: 'À l’intérieur',
  ofCapacity: (capacity) => `sur ${capacity} au plus`,
  presence: 'À l’intérieur au fil du temps',
  insideThen: 'À l’intérieur',
  most: (count, time) => `Maximum\u00a0: ${count} à ${time}`,
  atMost: (capacity) => `${capacity} au plus`,
  doors: 'Entrées et sorties',
  inAndOut: (admitted, exits) => `${admitted} entrées · ${exits} sorties`,
  corrections: 'Annulations et admissions par un responsable',
  noCorrections: 'Rien n’a été annulé, et aucun responsable n’est passé outre',
  undone: 'Annulé',
  allUndone: 'Toutes les annulations',
  allOverruled: 'Toutes les admissions par un responsable',
  arrivals: 'Arrivées par cinq minutes',
  noArrivals: 'Personne n’est encore entré',
  noArrivalsNext: 'Les entrées à toutes les portes apparaissent ici aussitôt.',
  lastDay: 'Le graphique montre les dernières 24 heures. Le tableau a toutes les arrivées.',
  denials: 'Refusés',
  noDenials: 'Personne n’a été refusé',
  otherReason: 'Autre motif',
  asTable: 'En tableau',
  from: 'De',
  total: 'Total',
  reason: 'Motif',
  scans: 'Scans',
  boxOffice: 'Guichet',
  others: (count) => `${count} autres`,
  attention: 'Demande attention',
  nothing: 'Rien ne demande attention',
  kinds: {
    conflicts: (count, name) =>
      count === 1
        ? `1 conflit à trancher\u00a0: ${name}`
        : `${count} conflits à trancher\u00a0: ${name}`,
    dispute: (_count, name) =>
      name === '' ? 'Un paiement est contesté' : `Un paiement est contesté\u00a0: ${name}`,
    webhook_disabled: (_count, name) => `Webhook désactivé\u00a0: ${name}`,
    webhook_failing: (_count, name) => `Les envois du webhook échouent\u00a0: ${name}`,
    station_silent: (_count, name) => `Poste silencieux\u00a0: ${name}`,
    station_attention: (count, name) =>
      count === 1
        ? `1 scan demande attention\u00a0: ${name}`
        : `${count} scans demandent attention\u00a0: ${name}`,
  },
  stations: 'Postes',
  noStations: 'Pas encore de postes',
  addStation: 'Ajouter un poste',
  queued: 'À envoyer',
  data: 'Données',
  clock: 'Horloge',
  onTime: 'Juste',
  off: (seconds) => `${seconds} s d’écart`,
  first: 'Premiers pas',
  steps: [
    {
      to: '/events',
      title: 'Créer et publier un événement',
      what: 'Avec ses types de billets, ses dates et ses entrées. Une fois publié, il est affiché ici.',
    },
    {
      to: '/orders',
      title: 'Ajouter des commandes',
      what: 'Saisissez-les, ou importez celles d’une boutique.',
    },
    {
      to: '/stations',
      title: 'Connecter un poste',
      what: 'Il scanne les billets à l’entrée, avec ou sans réseau.',
    },
  ],
};
