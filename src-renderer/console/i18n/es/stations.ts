import type { Words } from '../en/words.ts';

export const stations: Words['stations'] = {
  title: 'Puestos',
  enrol: 'Añadir un puesto',
  needsPlan: 'Un puesto nuevo necesita un plan con acceso a la API',
  empty: 'Todavía no hay puestos',
  emptyNext: 'Añada uno: recibe un código que se escribe o se escanea en el puesto.',
  name: 'Nombre',
  status: 'Estado',
  connected: 'Conectado',
  silent: 'Sin señal',
  never: 'Nunca conectado',
  attention: 'Necesita atención',
  revoked: 'Revocado',
  none: 'Ninguno',
  event: 'Evento',
  queued: 'Pendiente de enviar',
  seen: 'Última señal',
  version: 'Versión',
  created: 'Añadido',
  dataAge: 'Sus datos son de',
  clock: 'Desfase de su reloj',
  seconds: (seconds) => `${seconds.toFixed(1).replace('.', ',')} s`,
  scanner: 'Lector',
  code: 'Código de alta',
  codeOf: (name) => `Conectar ${name}`,
  codeWhat: (until) =>
    `En el puesto elija Conectar y escanéelo o péguelo. Sirve una vez, hasta el ${until}.`,
  codeHere: (address) =>
    `Lleva a ${address}, adonde solo llega el propio equipo del servidor: para un puesto en otro equipo, quien administra el servidor le da antes una dirección en la red.`,
  rename: 'Cambiar el nombre',
  saved: 'Guardado',
  revoke: 'Revocar',
  revokeWhat:
    'En el próximo contacto el puesto borra sus datos de entradas y sella su registro. Las lecturas que no haya enviado se pueden entregar después con el archivo sellado. No se puede deshacer.',
  wasRevoked: 'El puesto está revocado',
};
