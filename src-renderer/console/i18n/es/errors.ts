import type { Words } from '../en/words.ts';

export const errors: Words['errors'] = {
  'page.offline': {
    what: 'Este equipo no tiene conexión',
    next: 'Lo que ve puede no estar al día. Continuará por sí solo en cuanto haya red.',
  },
  'page.unreachable': {
    what: 'El servidor no responde',
    next: 'Compruebe que está en marcha y que se puede acceder a él en esta dirección.',
  },
  'resource.not_found': {
    what: 'No se ha encontrado',
    next: 'Puede que se haya eliminado o que pertenezca a otro organizador.',
  },
  'operation.repeated': {
    what: 'Ya se hizo la primera vez',
    next: 'Solo se perdió la respuesta por el camino. Lo que ve es el estado actual.',
  },
  'record.changed': {
    what: 'Otra persona ha cambiado lo mismo mientras tanto',
    next: 'No se ha guardado nada. Compare con lo que se indica junto al campo y guarde de nuevo si lo suyo es correcto.',
  },
  'role.insufficient': {
    what: 'Su rol no lo permite',
    next: 'Un propietario del organizador puede cambiar su rol en Ajustes.',
  },
  'plan.required': {
    what: 'El plan no lo incluye',
    next: 'Hace falta un plan con acceso a la API.',
  },
  'session.second_factor_stale': {
    what: 'No se ha mostrado el segundo factor',
    next: 'No se ha cambiado nada.',
  },
  'session.sign_in_failed': {
    what: 'Los datos no coinciden',
    next: 'Revise lo que ha escrito e inténtelo de nuevo.',
  },
  'session.link_ended': {
    what: 'El enlace ha caducado o ya se ha usado',
    next: 'Pida uno nuevo.',
  },
  'mail.not_configured': {
    what: 'Este servidor no envía correo',
    next: 'Quien lo administra puede indicar un servidor de correo. Mientras tanto, las entradas se pueden imprimir.',
  },
  'session.throttled': {
    what: 'Demasiados intentos',
    next: 'Espere un poco e inténtelo de nuevo.',
  },
  'session.authenticator_ended': {
    what: 'La aplicación de autenticación ya no se acepta',
    next: 'Tras cien códigos incorrectos seguidos, esperar no sirve de nada. Use una llave de acceso o un código de recuperación. Si no tiene ninguno, pida a un propietario de su organizador un enlace para una nueva contraseña: entonces sus códigos vuelven a valer.',
  },
  'rate.limited': {
    what: 'Demasiadas solicitudes',
    next: 'Espere un minuto e inténtelo de nuevo.',
  },
  'server.unavailable': {
    what: 'El servidor está ocupado o su disco está lleno',
    next: 'No se ha cambiado nada. Inténtelo de nuevo en un momento.',
  },
  'session.origin_refused': {
    what: 'El servidor tiene otra dirección que esta página',
    next: 'Abra la consola en la dirección que muestra el servidor. Detrás de un proxy hay que indicar al servidor su dirección pública.',
  },
  other: {
    what: 'No ha funcionado',
    next: 'Inténtelo de nuevo. Si vuelve a ocurrir, avise a quien administra el servidor.',
  },
  codeWrong: (clock) =>
    [
      'No es el código de este momento. Escriba el más reciente; cada uno sirve una sola vez.',
      ...(clock === null
        ? []
        : [
            `Si ninguno funciona, los relojes del servidor y del teléfono difieren en más de medio minuto: el del servidor marca las ${clock}.`,
          ]),
    ].join(' '),
  waitFor: (wait) => `Inténtelo de nuevo dentro de ${wait}.`,
  waitOver: 'Ya puede intentarlo de nuevo.',
};
