import { paidHeadings } from '../columns/known-headings.ts';
import { plainWord } from '../columns/plain-word.ts';
import type { Standing } from '../columns/import-fields.ts';

/** What shops write in a column of statuses, as `plainWord` writes it. */
const known: Readonly<Record<Standing, string>> = {
  valid: `valid, active, attending, paid, complete, completed, confirmed, issued, approved, purchased, processing, processed, free, sold, ok, yes, booked, registered,
    published, transferred, pending confirmed, not checked in, not scanned, checked in, checked out, used, scanned, free confirmed, wc completed, wc processing,
    gultig, aktiv, bezahlt, abgeschlossen, fertiggestellt, bestatigt, ausgestellt, in bearbeitung, kostenlos, verkauft, gebucht, eingecheckt, nicht eingecheckt, eingelost,
    valide, valable, actif, paye, payee, termine, terminee, confirme, confirmee, emis, gratuit, vendu, vendue, en cours, controle, non controle, scanne, non scanne,
    valido, valida, activo, activa, pagado, pagada, completado, completada, confirmado, confirmada, emitido, emitida, gratis, vendido, vendida, procesando,
    usado, usada, no usado, validado, validada`,
  pending: `pending, pending payment, unpaid, incomplete, on hold, awaiting payment, waiting, awaiting approval, approval pending, open, draft, invoiced, reserved, received pending, wc pending,
    wc on hold,
    ausstehend, offen, unbezahlt, nicht bezahlt, zahlung ausstehend, wartend, in wartestellung, unvollstandig, reserviert,
    en attente, en attente de paiement, attente paiement, impaye, impayee, non paye, non payee, incomplet, incomplete, reserve, reservee,
    pendiente, pendiente de pago, no pagado, no pagada, impagado, incompleto, incompleta, en espera, reservado, reservada`,
  cancelled: `cancelled, canceled, cancel, deleted, void, voided, not attending, expired, failed, declined, rejected, abandoned, canceled paid fee, trash, invalid, revoked,
    fraud detected, wc cancelled, wc failed,
    storniert, annulliert, abgebrochen, abgesagt, geloscht, abgelaufen, fehlgeschlagen, abgelehnt, ungultig,
    annule, annulee, supprime, supprimee, expire, expiree, echoue, echouee, refuse, refusee, invalide,
    cancelado, cancelada, anulado, anulada, eliminado, eliminada, caducado, caducada, expirado, expirada, fallido, fallida, rechazado, rechazada`,
  refunded: `refunded, refund, fully refunded, chargeback, charged back, wc refunded, erstattet, ruckerstattet, zuruckerstattet, gutgeschrieben,
    rembourse, remboursee, reembolsado, reembolsada, devuelto, devuelta`,
};

const byWord: ReadonlyMap<string, Standing> = new Map(
  Object.entries(known).flatMap(([standing, words]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `known`
    words.split(/,\s+/).map((word) => [word, standing as Standing] as const),
  ),
);

const checkedIn: ReadonlySet<string> = new Set(
  'checked in, used, scanned, eingecheckt, eingelost, controle, scanne, usado, usada, validado, validada'.split(
    ', ',
  ),
);

/** Null for a word that nobody knows. In a column that is called paid, no means that it waits. */
export function readStatus(text: string, heading = ''): Standing | null {
  const word = plainWord(text);
  if (isOfPayment(heading)) {
    if (nothing.has(word)) return 'pending';
    if (something.has(word) || saysDay(text)) return 'valid';
  }
  return byWord.get(word) ?? null;
}

/** Whether a column says whether a ticket was paid. */
export function isOfPayment(heading: string): boolean {
  return paid.has(plainWord(heading));
}

/** Whether a status says that the ticket was used. */
export function saysCheckedIn(text: string): boolean {
  return checkedIn.has(plainWord(text));
}

const paid: ReadonlySet<string> = new Set(paidHeadings.split(', '));

const nothing: ReadonlySet<string> = new Set(
  ', no, none, false, 0, n, nein, nicht, non, faux, falso, falsch, null, not void, not voided, not refunded, not checked in, nicht storniert, ausstehend'.split(
    ', ',
  ),
);
const something: ReadonlySet<string> = new Set(
  'yes, true, 1, y, x, ja, j, wahr, oui, o, vrai, si, s, verdadero, full'.split(', '),
);
/** A date or a time begins or ends like this in every language. */
const DATE = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d{2}|\b(?:19|20)\d{2}\b/;

/** An amount of nothing, as in a column of refunds. */
const ZERO = /^[^\d]*0+(?:[.,]0+)?[^\d]*$/;

/** Whether a cell in a column of cancellations or refunds says that there was none. */
export function saysNone(text: string): boolean {
  return nothing.has(plainWord(text)) || ZERO.test(text);
}

/** Whether a cell has a date, or a time. */
export function saysDay(text: string): boolean {
  return DATE.test(text);
}

/** What a cell says in a column that is called void, cancelled or refunded. Null for what nobody knows. */
export function readVoid(text: string, heading: string): Standing | null {
  const word = plainWord(text);
  if (saysNone(text)) return 'valid';
  const named = /refund|erstattet|rembours|reembols|devuelt/.test(plainWord(heading))
    ? 'refunded'
    : 'cancelled';
  return something.has(word) || saysDay(text) ? named : readStatus(text);
}

/** Whether a cell in a column of check-ins says that there was one; null for what nobody knows. */
export function readCheckedIn(text: string): boolean | null {
  const word = plainWord(text);
  if (nothing.has(word) || /^(?:not|nicht|non|no|pas) /.test(word)) return false;
  return something.has(word) || checkedIn.has(word) || saysDay(text) || /^\d+$/.test(word)
    ? true
    : null;
}
