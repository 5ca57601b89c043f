export const disputes = {
  title: 'Disputes',
  create: 'Record a dispute',
  createWhat:
    'What your payment processor reported. No money moves here, and the tickets stay valid.',
  created: 'The dispute is recorded',
  empty: 'No disputes',
  emptyNext: 'A payment that a buyer has disputed with their bank is recorded here.',
  dispute: 'Dispute',
  charge: 'Charge',
  amount: 'Amount',
  /** Of an amount whose currency nobody named. */
  minorUnits: (amount: string) => `${amount} minor units`,
  reason: 'Reason',
  order: 'Order',
  recorded: 'Recorded',
  unnamed: 'Not named',
  next: 'Answer it at your payment processor. A refund on top would pay the buyer twice; if you lose, cancel the order here so that its tickets are refused.',
};
