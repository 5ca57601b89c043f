import type { WaitingWords } from '../en/waiting-lists.ts';

export const waitingLists: WaitingWords = {
  title: 'Listas de espera',
  event: 'Evento',
  sellable: 'Espera',
  status: 'Estado',
  statuses: {
    waiting: 'En espera',
    offered: 'Ofrecido',
    converted: 'Comprado',
    expired: 'Terminado',
  },
  email: 'Correo',
  contact: 'Contacto',
  erased: 'Contacto borrado',
  quantity: 'Cantidad',
  since: 'Desde',
  until: (time) => `hasta ${time}`,
  order: 'Pedido',
  empty: 'Nadie espera',
  emptyNext: 'Aquí está quien pide una entrada o un extra agotado, en el orden de las peticiones.',
  add: 'Añadir a la lista',
  added: (email) => `${email} está en espera`,
  offer: 'Ofrecer plazas',
  offerWhat: (email, quantity, name) =>
    `Reserva de 24 horas para ${email}: ${quantity}\u00a0×\u00a0${name}. Quien está antes en la lista sigue esperando.`,
  offerManyWhat: (count) =>
    `Se reservan plazas durante 24 horas para cada uno, mientras queden libres: ${count}.`,
  offered: (email) => `Hay plazas reservadas para ${email}`,
  offeredMany: (count) => `Ofrecidos: ${count}`,
  convert: 'Crear el pedido',
  convertWhat: (email, quantity, name) =>
    `Se crea un pedido confirmado de ${quantity}\u00a0×\u00a0${name} para ${email}, al precio actual.`,
  converted: 'El pedido está creado',
  remove: 'Quitar de la lista',
  removeWhat: (email) =>
    `${email} pierde su sitio en la lista. Lo que se le ofreció pasa al siguiente.`,
  removeManyWhat: (count) =>
    `Pierden su sitio en la lista: ${count}. Lo que se les ofreció pasa a los siguientes.`,
  removed: (email) => `${email} ya no espera`,
  removedMany: (count) => `Quitados: ${count}`,
};
