import type { Words } from '../en/words.ts';

export const importing: Words['importing'] = {
  title: 'Importar',
  event: 'Evento',
  eventNeeded: 'Elija primero el evento.',
  drop: 'Suelte aquí un archivo de pedidos',
  choose: 'Elegir un archivo',
  chooseOther: 'Elegir otro archivo',
  limits: (lines, size) => `CSV en UTF-8, como máximo ${lines} líneas y ${size} a la vez`,
  reading: 'Leyendo el archivo…',
  tooLarge: (name, size, most, lines) =>
    `${name} es demasiado grande: tiene ${size}, y se importan como máximo ${most} y ${lines} líneas a la vez. No se ha leído nada. Divídalo entre dos pedidos e importe las partes una tras otra.`,
  notText: (name) =>
    `${name} no es un archivo de texto. Una hoja de cálculo lo guarda como «CSV UTF-8». No se ha leído nada.`,
  emptyFile: (name) => `${name} está vacío.`,
  columns: 'Columnas',
  column: 'Columna',
  sample: 'Primeras líneas',
  takenFor: 'Significa',
  takenForOf: (column) => `Qué significa ${column}`,
  ignored: 'No importar',
  delimiter: 'Separador',
  delimiters: { ',': 'Coma', ';': 'Punto y coma', '\t': 'Tabulador' },
  typeNeeded: 'Indique qué columna es el tipo de entrada.',
  fields: {
    ticket_type: 'Tipo de entrada',
    email: 'Correo',
    first_name: 'Nombre',
    last_name: 'Apellidos',
    quantity: 'Cantidad',
    session: 'Sesión',
    seat_label: 'Asiento',
    external_id: 'Número de pedido',
  },
  check: 'Comprobar el archivo',
  checkAgain: 'Comprobar de nuevo',
  checking: 'Se comprueba cada línea. No se guarda nada.',
  problems: (count, text) =>
    count === 1 ? 'Una línea no se puede importar' : `${text} líneas no se pueden importar`,
  problemsNext: 'No se ha importado nada. Corrija el archivo o las columnas y compruebe de nuevo.',
  line: 'Línea',
  problem: 'Problema',
  checked: 'Comprobado',
  ready: 'Todas las líneas se pueden importar',
  orders: 'Pedidos nuevos',
  tickets: 'Entradas',
  skipped: 'Ya importados',
  skippedNext: 'Sus números ya existen: estos pedidos se quedan como están.',
  again: (count, text) =>
    count === 1
      ? 'Un pedido no tiene número. Importar otra vez el archivo lo crearía de nuevo.'
      : `${text} pedidos no tienen número. Importar otra vez el archivo los crearía de nuevo.`,
  nothingNew: 'No hay nada nuevo en este archivo.',
  submit: (count, text) => (count === 1 ? 'Importar un pedido' : `Importar ${text} pedidos`),
  importing: (orders) => `Importando ${orders} pedidos. Tarda unos segundos.`,
  done: 'Importado',
  showOrders: 'Mostrar los pedidos',
};
