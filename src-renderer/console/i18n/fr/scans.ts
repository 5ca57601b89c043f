import type { Words } from '../en/words.ts';

export const scans: Words['scans'] = {
  title: 'Scans',
  export: 'Exporter',
  empty: 'Pas encore de scans',
  emptyNext: 'Ils apparaissent dès que les stations les envoient.',
  event: 'Événement',
  at: 'Scanné',
  recorded: 'Enregistré ici',
  result: 'Résultat',
  reason: 'Motif',
  where: 'Point d’entrée',
  nowhere: 'Non précisé',
  session: 'Séance',
  ticket: 'Billet',
  results: { allowed: 'Admis', denied: 'Refusé' },
};
