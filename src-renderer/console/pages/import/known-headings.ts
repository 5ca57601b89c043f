import type { ImportColumns } from '../../../../shared/console/operation-results.ts';
import { slugOf } from '../../state/slug.ts';
import type { Mapping } from './column-mapping.tsx';

/** How shops and spreadsheets head their columns, in English, German, French and Spanish. */
const headings: Readonly<Record<string, string>> = {
  ticket_type: `ticket, tickets, type, item, product, ticket name, category,
    tickettyp, ticketart, ticketkategorie, produkt, kategorie,
    billet, type de billet, tarif, produit, categorie, entrada, tipo de entrada, producto, categoria`,
  email: `e mail, email address, e mail address, mail, attendee email, buyer email,
    e mail adresse, mailadresse, adresse e mail, courriel, correo, correo electronico`,
  first_name: 'firstname, given name, attendee first name, vorname, prenom, nombre',
  last_name: `lastname, surname, family name, attendee last name, nachname, familienname,
    nom, nom de famille, apellido, apellidos`,
  quantity: 'qty, count, number of tickets, menge, anzahl, quantite, nombre de billets, cantidad',
  session: 'date, performance, show, time slot, termin, vorstellung, seance, sesion, fecha',
  seat_label: 'seat, seat number, sitz, sitzplatz, platz, place, siege, asiento, butaca',
  external_id: `order, order id, order number, order no, order code, booking, booking id, reference,
    bestellung, bestellnummer, bestellcode, buchung, buchungsnummer,
    commande, numero de commande, reservation, pedido, numero de pedido, reserva`,
};

/** What each column is most likely to be: what the server found, then what its heading commonly means. No field is taken twice. */
export function mappingOf(columns: ImportColumns['columns']): Mapping {
  const taken = new Set(columns.map(({ field }) => field));
  return columns.map(({ column, field }) => {
    if (field !== null) return field;
    const name = slugOf(column, '_').replaceAll('_', ' ');
    const [known] =
      Object.entries(headings).find(([, names]) => names.split(/,\s+/).includes(name)) ?? [];
    if (known === undefined || taken.has(known)) return null;
    taken.add(known);
    return known;
  });
}
