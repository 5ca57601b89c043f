import type { Words } from '../en/words.ts';

export const disputes: Words['disputes'] = {
  title: 'Disputas',
  create: 'Registrar una disputa',
  createWhat:
    'Lo que comunicó su proveedor de pagos. Aquí no se mueve dinero y las entradas siguen siendo válidas.',
  created: 'La disputa está registrada',
  empty: 'Sin disputas',
  emptyNext: 'Aquí aparecen los pagos que los compradores han impugnado ante su banco.',
  dispute: 'Disputa',
  charge: 'Cargo',
  amount: 'Importe',
  minorUnits: (amount) => `${amount} unidades mínimas`,
  reason: 'Motivo',
  order: 'Pedido',
  recorded: 'Registrada',
  unnamed: 'Sin indicar',
  next: 'Responda en su proveedor de pagos. Un reembolso además pagaría dos veces al comprador; si pierde, cancele aquí el pedido para que se rechacen sus entradas.',
};
