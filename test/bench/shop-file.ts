import { closeSync, openSync, writeSync } from 'node:fs';

/** Lines that are written at once. */
const BATCH = 1_000;

/** A file as a shop exports it, of the ticket type `Shop`: one to six tickets in an order, each with a holder, a code and a seat; some are refunded, some wait. */
export function writeShopFile(path: string, lines: number): void {
  const file = openSync(path, 'w');
  writeSync(
    file,
    'Order code,Position ID,Product,Price,Attendee name,Attendee email,Email,Status,Ticket secret,Seat name\r\n',
  );
  for (let first = 0; first < lines; first += BATCH) {
    const length = Math.min(BATCH, lines - first);
    writeSync(file, Array.from({ length }, (_, at) => lineAt(first + at)).join(''));
  }
  closeSync(file);
}

/** Lines of which all orders have as many. */
const BLOCK = 60;
const MOST_TICKETS = 6;

/** A number of the order that no other has. */
function orderOf(index: number): number {
  const block = Math.floor(index / BLOCK);
  const tickets = 1 + ((block * 7) % MOST_TICKETS);
  return block * BLOCK + Math.floor((index % BLOCK) / tickets);
}

function lineAt(index: number): string {
  const order = orderOf(index);
  const status = order % 50 === 7 ? 'refunded' : order % 50 === 8 ? 'pending' : 'paid';
  return `${[
    `R${order.toString(36).toUpperCase().padStart(6, '0')}`,
    String(index + 1),
    'Shop',
    '45.00',
    `"Amélie ${index} Dubois-${index % 977}"`,
    `guest${index}@example.org`,
    `buyer${order}@example.org`,
    status,
    `s${(index * 7_919).toString(36)}x${index.toString(36)}`,
    `${index % 400}-${index}`,
  ].join(',')}\r\n`;
}
