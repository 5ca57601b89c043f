import type { ProblemState } from '../../../../shared/console/problems.ts';
import type { Words } from '../en/words.ts';

const required = () => 'Este dato es necesario.';
const whole = () => 'Debe ser un número entero.';
const unseen = () => 'Contiene un carácter que no se ve o no se puede guardar.';
const taken = () => 'Ya está ocupado.';

const states: Readonly<Record<ProblemState, string>> = {
  admitted: 'admitido',
  archived: 'archivado',
  awaiting_approval: 'pendiente de aprobación',
  cancelled: 'cancelado',
  converted: 'pedido',
  draft: 'en borrador',
  erased: 'borrado',
  expired: 'caducado',
  free_confirmed: 'confirmado',
  offered: 'ofrecido',
  paid: 'pagado',
  pending_payment: 'pendiente de pago',
  refunded: 'reembolsado',
  resolved: 'resuelto',
  revoked: 'revocado',
  superseded: 'sustituido',
  waiting: 'en lista de espera',
};

export const problems: Words['problems'] = {
  notMoney: 'No es un importe.',
  notTime: 'No es una fecha y hora.',
  notJson: 'No es JSON.',
  meanwhile: (now) =>
    now === null
      ? 'Alguien lo ha vaciado mientras tanto.'
      : `Alguien lo ha cambiado a «${now}» mientras tanto.`,
  refused: {
    required,
    empty: required,
    blank: required,
    choose_one: () => 'Elija al menos uno.',
    too_long: ({ most }) => `Como máximo ${most} caracteres.`,
    unseen,
    unstorable: unseen,
    not_email: () => 'No es una dirección de correo electrónico.',
    not_whole: whole,
    not_quantity: whole,
    at_least: ({ least }) => `Como mínimo ${least}.`,
    between: ({ least, most }) => `Entre ${least} y ${most}.`,
    slug: () => 'Solo minúsculas, cifras y guiones sueltos.',
    key: () => 'Solo minúsculas, cifras y guiones bajos.',
    currency: () => 'Tres mayúsculas, por ejemplo EUR.',
    order_currency: ({ currency }) => `El pedido está en ${currency}.`,
    timezone: () => 'Una zona horaria como Europe/Madrid.',
    ends_before: () => 'El final tiene que ser posterior al comienzo.',
    begins: ({ prefix }) => `Tiene que empezar por ${prefix}.`,
    options: () => 'Al menos una opción y ninguna repetida.',
    slug_taken: taken,
    name_taken: taken,
    field_taken: taken,
    asked: taken,
    member_already: taken,
    passkey_added: taken,
    only_left: ({ left }) => `Solo quedan ${left}.`,
    sold: ({ sold }) => `Como mínimo ${sold}: son los vendidos.`,
    not_on_sale: () => 'No está a la venta.',
    nothing_left: () => 'No queda nada que reembolsar.',
    not_public: () =>
      'Solo direcciones públicas. Quien gestiona el servidor puede permitir otras con --webhook-allow.',
    no_space: () => 'El disco del servidor está lleno. Avise a quien gestiona el servidor.',
    state: ({ state }) => `No es posible: está ${states[state]}.`,
    password_length: ({ least, most }) => `De ${least} a ${most} caracteres.`,
    password_common: () => 'Es una de las contraseñas más comunes. Elija otra.',
    password_guessed: ({ least }) =>
      `Al menos ${least} caracteres además de «Gatehouse» y de su correo.`,
    password_wrong: () => 'No es su contraseña actual.',
  },
};
