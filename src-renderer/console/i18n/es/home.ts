import type { Words } from '../en/words.ts';

export const home: Words['home'] = {
  title: 'Inicio',
  tonight: 'Hoy',
  next: 'Próximo evento',
  choose: 'Qué evento',
  event: 'Evento',
  admitted: 'Admitidos',
  of: (sold) => `de ${sold} vendidas`,
  inside: 'Dentro ahora',
  arrivals: 'Llegadas cada cinco minutos',
  noArrivals: 'Todavía no ha entrado nadie',
  noArrivalsNext: 'Las entradas por todas las puertas aparecen aquí al momento.',
  lastDay: 'El gráfico muestra las últimas 24 horas. La tabla tiene todas las llegadas.',
  denials: 'Rechazados',
  noDenials: 'No se rechazó a nadie',
  otherReason: 'Otro motivo',
  asTable: 'Como tabla',
  from: 'Desde',
  total: 'Total',
  reason: 'Motivo',
  scans: 'Escaneos',
  boxOffice: 'Taquilla',
  others: (count) => `${count} más`,
  attention: 'Necesita atención',
  nothing: 'Nada necesita atención',
  kinds: {
    conflicts: (count, name) =>
      count === 1 ? `1 conflicto por decidir: ${name}` : `${count} conflictos por decidir: ${name}`,
    dispute: () => 'Se disputa un pago',
    webhook_disabled: (_count, name) => `Webhook desactivado: ${name}`,
    webhook_failing: (_count, name) => `Fallan los envíos del webhook: ${name}`,
    station_silent: (_count, name) => `Puesto sin señal: ${name}`,
    station_attention: (count, name) =>
      count === 1
        ? `1 escaneo necesita atención: ${name}`
        : `${count} escaneos necesitan atención: ${name}`,
  },
  stations: 'Puestos',
  noStations: 'Todavía no hay puestos',
  addStation: 'Añadir un puesto',
  queued: 'Pendiente de enviar',
  data: 'Datos',
  clock: 'Reloj',
  onTime: 'Correcto',
  off: (seconds) => `${seconds} s de desfase`,
  first: 'Primeros pasos',
  steps: [
    {
      to: '/events',
      title: 'Crear y publicar un evento',
      what: 'Con sus tipos de entrada, fechas y accesos. Una vez publicado, se muestra aquí.',
    },
    { to: '/orders', title: 'Añadir pedidos', what: 'Regístrelos, o importe los de una tienda.' },
    {
      to: '/stations',
      title: 'Conectar un puesto',
      what: 'Escanea entradas en la puerta, con red o sin ella.',
    },
  ],
};
