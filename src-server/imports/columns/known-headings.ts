import type { ImportField } from './import-fields.ts';

/**
 * How Eventbrite, Tito, pretix, Ticket Tailor, WooCommerce's ticket plug-ins, Weezevent and spreadsheets head their columns, in English, German,
 * French and Spanish, as `plainWord` writes them. Of several columns for one field, the one whose heading stands first here is it.
 */
export const knownHeadings: Readonly<Partial<Record<ImportField, string>>> = {
  order: `order external id, order no, order number, order id, order code, order reference, order ref, order, external id,
    registration reference, booking reference, booking no, booking number, booking id, booking, transaction id,
    bestellnummer, bestellcode, bestellnr, bestell nr, bestellung no, bestellung, bestell id, auftragsnummer, buchungsnummer, buchungscode, buchung,
    no commande, no de commande, numero de commande, reference commande, reference de commande, id commande, commande, no de transaction, id transaction,
    numero de pedido, no de pedido, no pedido, id del pedido, id de pedido, pedido, localizador, reserva`,
  ticket: `ticket no, ticket number, ticket id, ticket reference, ticket ref, issued ticket id, attendee no, attendee number, attendee id, position id,
    ticketnummer, ticket nr, positionsnummer, positions id, position,
    no billet, no de billet, numero de billet, numero du billet, id billet, reference billet, no de ticket, numero de ticket,
    numero de entrada, no de entrada, no entrada, id de entrada, id de la entrada`,
  code: `barcode no, barcode number, barcode, bar code, ticket code, ticket secret, secret, qr code, qr code value, qr, security code, scan code, code,
    barcode nummer, strichcode, ticketcode, ticket geheimnis, geheimnis,
    code barres, code barre, code a barres, no code barre, no code barres, code du billet, code billet,
    codigo de barras, codigo qr, codigo de la entrada, codigo de entrada, codigo`,
  ticket_type: `ticket type, ticket type name, ticket name, ticket description, ticket class, ticket, item name, item, product name, product, variation, category, type,
    tickettyp, typ, ticketart, ticketkategorie, ticketname, produkt, variante, artikel, kategorie, karte, kartenart,
    type de billet, type de ticket, nom du tarif, tarif, billet, produit, categorie,
    tipo de entrada, tipo de ticket, nombre de la entrada, entrada, producto, categoria, tarifa, tipo`,
  session: `session, session name, performance, time slot, timeslot, subevent, event date, event start, event start date, start date, event start time, show, date,
    termin, vorstellung, veranstaltungstermin, veranstaltungsdatum, datum,
    seance, date de seance, date de la seance, creneau,
    sesion, funcion, pase, fecha del evento, fecha`,
  section: `seat zone, seat section, section, seat block, block, bereich, sektor, bloc, zone, sector, zona`,
  row: `seat row, row, reihe, sitzreihe, rangee, fila`,
  seat: `seat label, seat name, seat, seat number, seat no, assigned seat, sitzplatz, sitz, platz, platznummer, sitzplatznummer,
    siege, numero de siege, no de siege, place, no de place, numero de place, asiento, butaca, numero de asiento`,
  quantity: `quantity, ticket quantity, qty, number of tickets, tickets, count, anzahl tickets, anzahl, menge,
    nombre de billets, nombre de places, quantite, numero de entradas, cantidad`,
  price: `ticket price, price paid, unit price, price, ticketpreis, einzelpreis, preis, prix du billet, prix unitaire, prix, montant ttc, montant,
    precio de la entrada, precio unitario, precio, total paid, ticket total`,
  currency: `currency code, currency, wahrung, devise, monnaie, moneda, divisa`,
  email: `attendee email, attendee e mail, attendee email address, ticket email, ticket holder email, ticket holder email address, holder email,
    guest email, participant email, teilnehmer e mail, e mail teilnehmer, e mail des teilnehmers, e mail participant, email participant, email du participant,
    email del asistente, correo del asistente, correo electronico del asistente`,
  first_name: `attendee first name, attendee given name, attendee name given name, ticket first name, ticket holder first name, holder first name,
    guest first name, participant first name, teilnehmer vorname, vorname teilnehmer, teilnehmername vorname, prenom participant, prenom du participant,
    nombre del asistente`,
  last_name: `attendee last name, attendee surname, attendee family name, attendee name family name, ticket last name, ticket holder last name,
    holder last name, guest last name, participant last name, teilnehmer nachname, nachname teilnehmer, teilnehmername nachname, nom participant,
    nom du participant, apellidos del asistente, apellido del asistente`,
  name: `attendee name, attendee full name, attendee, ticket full name, ticket holder name, ticket holder, holder name, guest name, guest, participant name,
    participant, teilnehmername, name teilnehmer, teilnehmer, teilnehmer in, gast, titulaire, asistente, nombre completo del asistente`,
  buyer_email: `buyer email, buyer e mail, buyer email address, purchaser email, purchaser email address, purchaser e mail, registration email, customer email, customer email address, order email, billing email, payer email,
    kaufer e mail, e mail kaufer, e mail des kaufers, besteller e mail, e mail besteller, rechnungs e mail,
    e mail acheteur, email acheteur, email de l acheteur, e mail de l acheteur, email del comprador, email comprador, correo del comprador, correo comprador`,
  buyer_first_name: `buyer first name, purchaser first name, customer first name, billing first name, order first name, payer first name,
    kaufer vorname, vorname kaufer, besteller vorname, prenom acheteur, prenom de l acheteur, nombre del comprador`,
  buyer_last_name: `buyer last name, buyer surname, purchaser last name, customer last name, billing last name, order last name, payer last name,
    kaufer nachname, nachname kaufer, besteller nachname, nom acheteur, nom de l acheteur, apellidos del comprador, apellido del comprador`,
  buyer_name: `buyer name, buyer full name, purchaser name, customer name, order name, registration name, billing name, payer name, invoice address name, invoice name, buyer, purchaser,
    customer, kaufername, kaufer, besteller, rechnungsname, rechnungsadresse name, acheteur, comprador`,
  status: `ticket status, order status, attendee status, payment status, status, order state, ticket state, paid, is paid,
    ticketstatus, bestellstatus, auftragsstatus, buchungsstatus, teilnehmerstatus, zahlungsstatus, bezahlt, ist bezahlt, statut du billet, statut de la commande, statut du paiement, statut, paye,
    estado de la entrada, estado del pedido, estado del pago, pagado`,
  void: `void status, voided, void, is void, voided at, order cancelled, order canceled, ticket cancelled, ticket canceled, blocked, is blocked, canceled, cancelled, is cancelled, is canceled, cancelled at, canceled at, cancelled on, canceled on,
    cancellation date, cancelled date, deleted, deleted at, refunded, refunded at, is refunded, refund date,
    storniert, storniert am, storno, gesperrt, stornodatum, erstattet, erstattet am, ruckerstattet, ruckerstattet am, zuruckerstattet, annule, annulee, annule le, bloque, date d annulation, rembourse, remboursee, rembourse le,
    cancelado, cancelada, cancelado el, bloqueado, bloqueada, fecha de cancelacion, anulado, anulada, reembolsado, reembolsada, devuelto, devuelta`,
  checked_in: `checked in, checked in at, check in date, check in time, check in status, check in, checkin, checked in date, scanned, scanned at, attended,
    eingecheckt, eingecheckt am, eingelassen, eingelassen am, einlasszeit, controle, controle le, date de controle, scanne, scanne le,
    validado, validado el, fecha de validacion, acceso registrado`,
  valid_from:
    'valid from, gultig ab, gultig von, valable du, valable a partir de, valable des le, valido desde',
  valid_until:
    'valid until, valid to, valid till, gultig bis, valable jusqu au, valable au, valido hasta',
  entry_points: `entry points, entry point, entry point names, gates, gate, entrance, eingang, einlass, tor, entree, porte, puerta, acceso`,
  note: `note, notes, comment, comments, order comment, internal comment, notiz, notizen, kommentar, bemerkung, bemerkungen, anmerkung,
    remarque, remarques, commentaire, commentaires, nota, notas, comentario, comentarios, observaciones, requires special attention,
    check in attention`,
  door_note:
    'door note, note for the door, hinweis fur den einlass, note pour l entree, nota para la puerta',
  flags: 'flags, flag, markierung, markierungen, signalement, marca, marcas',
};

/** Headings of a person who is the holder, unless other columns of the file are the holder's; then it is the buyer. */
export const personHeadings = {
  email: `email, e mail, email address, e mail address, mail, contact email, mailadresse, e mail adresse, adresse e mail, adresse email, courriel,
    correo electronico, correo, direccion de correo electronico`,
  first_name:
    'first name, firstname, given name, forename, vorname, prenom, nombre de pila, nombre',
  last_name:
    'last name, lastname, surname, family name, nachname, familienname, nom de famille, nom, apellidos, apellido',
  name: 'full name, contact name, name, vollstandiger name, nom complet, nom et prenom, prenom et nom, nombre completo, nombre y apellidos',
} as const;

/** Headings of a status, unless other columns of the file say one: then they are part of an address. */
export const stateHeadings = 'state, etat, estado';

/** Headings of a price that is paid for all tickets of a line together. */
export const totalHeadings = 'total paid, ticket total, montant ttc, montant';

/** Headings of a status that says whether a ticket was paid. */
export const paidHeadings = 'paid, is paid, bezahlt, ist bezahlt, paye, pagado';

/** An unmapped column whose heading has one of these, also within a compound, may say that a ticket is not valid. A seat may be in a `Sitzblock`. */
export const speaksOfStatus =
  /status|statut\b|\b(?:estado|etat) d(?:e|el|u)\b|\bvoid|cancel|refund|storn|annul|\banul|\bblock|gesperrt|\bbloqu|(?<!bericht)erstatt|ruck(?:ge)?zahl|rembours|reembols|devuelt|devoluc/;
