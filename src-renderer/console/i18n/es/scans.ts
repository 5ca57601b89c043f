import type { Words } from '../en/words.ts';

export const scans: Words['scans'] = {
  title: 'Escaneos',
  export: 'Exportar',
  empty: 'Todavía no hay escaneos',
  emptyNext: 'Aparecen cuando las estaciones los envían.',
  event: 'Evento',
  at: 'Escaneado',
  recorded: 'Registrado aquí',
  result: 'Resultado',
  reason: 'Motivo',
  where: 'Acceso',
  nowhere: 'Sin indicar',
  session: 'Sesión',
  ticket: 'Entrada',
  results: { allowed: 'Admitido', denied: 'Rechazado' },
};
