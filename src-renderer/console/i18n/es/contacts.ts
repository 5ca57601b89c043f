import type { Words } from '../en/words.ts';

export const contacts: Words['contacts'] = {
  title: 'Contactos',
  export: 'Exportar',
  empty: 'Aún no hay contactos',
  emptyNext: 'Compradores y titulares aparecen aquí con su primer pedido.',
  nobody: 'Sin nombre',
  erased: 'Contacto borrado',
  name: 'Nombre',
  email: 'Correo',
  mobile: 'Móvil',
  since: 'Desde',
  unsubscribed: 'Sin publicidad desde',
  orders: 'Pedidos',
  tickets: 'Entradas',
  erasedAt: 'Borrado',
  overview: 'Resumen',
  edit: 'Editar',
  save: 'Guardar',
  saved: 'Guardado',
  erase: 'Borrar el contacto',
  eraseWhat: (orders, tickets) =>
    `Nombre, correo, móvil y respuestas se eliminan para siempre, también de los pedidos (${orders}) y las entradas (${tickets}). Las entradas siguen siendo válidas. Nadie podrá darse de alta con este correo. No se puede deshacer.`,
  erasedNow: 'El contacto está borrado',
};
