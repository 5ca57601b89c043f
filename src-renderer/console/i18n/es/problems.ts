import type { Words } from '../en/words.ts';

export const problems: Words['problems'] = {
  required: 'Este dato es necesario.',
  tooLong: (most) => `Como máximo ${most} caracteres.`,
  unseen: 'Contiene un carácter que no se ve o no se puede guardar.',
  notEmail: 'No es una dirección de correo electrónico.',
  notWhole: 'Debe ser un número entero.',
  between: (least, most) => `Entre ${least} y ${most}.`,
  notMoney: 'No es un importe.',
  notTime: 'No es una fecha y hora.',
  notJson: 'No es JSON.',
  atLeast: (least) => `Como mínimo ${least}.`,
  slug: 'Solo minúsculas, cifras y guiones sueltos.',
  key: 'Solo minúsculas, cifras y guiones bajos.',
  currency: 'Tres mayúsculas, por ejemplo EUR.',
  timezone: 'Una zona horaria como Europe/Madrid.',
  endsBefore: 'El final tiene que ser posterior al comienzo.',
  taken: 'Ya está ocupado.',
  meanwhile: (now) =>
    now === null
      ? 'Alguien lo ha vaciado mientras tanto.'
      : `Alguien lo ha cambiado a «${now}» mientras tanto.`,
  onlyLeft: (left) => `Solo quedan ${left}.`,
  sold: (count) => `Como mínimo ${count}: son los vendidos.`,
  chooseOne: 'Elija al menos uno.',
  options: 'Al menos una opción y ninguna repetida.',
  begins: (prefix) => `Tiene que empezar por ${prefix}.`,
  notPublic:
    'Solo direcciones públicas. Quien gestiona el servidor puede permitir otras con --webhook-allow.',
  ended: (state) => `Ya no es posible: está ${state}.`,
  states: {
    admitted: 'admitido',
    archived: 'archivado',
    cancelled: 'cancelado',
    converted: 'pedido',
    erased: 'borrado',
    refunded: 'reembolsado',
    resolved: 'resuelto',
    revoked: 'revocado',
    superseded: 'sustituido',
  },
  notOnSale: 'No está a la venta.',
  nothingLeft: 'No queda nada que reembolsar.',
  password: {
    length: (least, most) => `De ${least} a ${most} caracteres.`,
    common: 'Es una de las contraseñas más comunes. Elija otra.',
    guessed: (least) => `Al menos ${least} caracteres además de «Gatehouse» y de su correo.`,
    wrong: 'No es su contraseña actual.',
  },
};
