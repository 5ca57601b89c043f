export const waitingLists = {
  title: 'Waiting lists',
  event: 'Event',
  sellable: 'Waiting for',
  status: 'Status',
  statuses: {
    waiting: 'Waiting',
    offered: 'Offered',
    converted: 'Bought',
    expired: 'Ended',
  },
  email: 'Email',
  contact: 'Contact',
  erased: 'Erased contact',
  quantity: 'Quantity',
  since: 'Since',
  until: (time: string) => `until ${time}`,
  order: 'Order',
  empty: 'Nobody waits',
  emptyNext:
    'Whoever asks for a sold-out ticket type or add-on stands here, in the order of asking.',
  add: 'Add to the waiting list',
  added: (email: string) => `${email} waits`,
  offer: 'Offer places',
  offerWhat: (email: string, quantity: string, name: string) =>
    `Held for ${email} for 24 hours: ${quantity}\u00a0×\u00a0${name}. Whoever is further up goes on waiting.`,
  offerManyWhat: (count: string) =>
    `Places are held for each of them for 24 hours, as far as there are any free: ${count}.`,
  offered: (email: string) => `Places are held for ${email}`,
  offeredMany: (count: string) => `Offered: ${count}`,
  convert: 'Place the order',
  convertWhat: (email: string, quantity: string, name: string) =>
    `A confirmed order of ${quantity}\u00a0×\u00a0${name} is placed for ${email}, at the current price.`,
  converted: 'The order was placed',
  remove: 'Remove from the waiting list',
  removeWhat: (email: string) =>
    `${email} loses the place on the waiting list. What was offered goes to the next who waits.`,
  removeManyWhat: (count: string) =>
    `They lose their places on the waiting list: ${count}. What was offered goes to the next who wait.`,
  removed: (email: string) => `${email} no longer waits`,
  removedMany: (count: string) => `Removed: ${count}`,
};

export type WaitingWords = typeof waitingLists;
