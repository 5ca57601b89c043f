import type { TicketNow } from './import-fixture.ts';

/** A file in the layout of a shop, with invented people: `test/fixtures/shops`. Which headings were seen where: docs/import.md. */
export interface Shop {
  readonly name: string;
  readonly file: string;
  readonly decode: (bytes: Uint8Array) => string;
  readonly encode: (text: string) => string | Uint8Array;
  readonly event: {
    readonly currency: string;
    readonly timezone: string;
    readonly types: readonly string[];
    readonly sessions?: readonly (readonly [name: string, starts: string])[];
  };
  /** What the documentation says has to be said. */
  readonly flags?: readonly string[];
  /** Those that are used. */
  readonly columns: Readonly<Record<string, string>>;
  /** What the file comes to, counted by whoever wrote it. */
  readonly first: {
    readonly lines: number;
    readonly new_tickets: number;
    readonly new_orders: number;
    readonly pending_orders: number;
    readonly checked_in: number;
    readonly skipped_because: { readonly void?: number; readonly waits?: number };
  };
  readonly holders: readonly Partial<TicketNow>[];
  /** Somebody who comes to the door: what their barcode holds, or null if the file has none, and the order's number in the shop. */
  readonly guest: {
    readonly printed: string | null;
    readonly holder: string;
    readonly order: string;
  };
  /** Columns that are ignored where all files come into one event, without sessions and in another currency. */
  readonly ignored?: string;
  /** The file of the next day: one more line in an order that is there, and lines that have changed. */
  readonly nextDay: (file: string) => string;
  readonly next: {
    readonly cancelled: number;
    readonly paid?: number;
    readonly parts: Readonly<Record<string, number>>;
    readonly voided: readonly string[];
    readonly holders: readonly Partial<TicketNow>[];
  };
}

const utf8: Pick<Shop, 'decode' | 'encode'> = {
  decode: (bytes) => Buffer.from(bytes).toString('utf8'),
  encode: (text) => text,
};
/** Every character of these files has the same place in Latin-1, but for these. */
const windows1252: Pick<Shop, 'decode' | 'encode'> = {
  decode: (bytes) => new TextDecoder('windows-1252').decode(bytes),
  encode: (text) =>
    Buffer.from(
      text.replaceAll('€', '\u0080').replaceAll('’', '\u0092').replaceAll('œ', '\u009c'),
      'latin1',
    ),
};
const utf16: Pick<Shop, 'decode' | 'encode'> = {
  decode: (bytes) => Buffer.from(bytes).toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le'),
};

type Edit = readonly [key: string, from: string, to: string];

/** Changes lines that have the key, and adds a line like the one with that key. */
function nextDay(
  edits: readonly Edit[],
  [like, ...texts]: readonly [key: string, ...(readonly [from: string, to: string])[]],
): Shop['nextDay'] {
  return (file) => {
    const changed = edits.reduce((text, [key, from, to]) => {
      const line = lineWith(text, key);
      if (!line.includes(from)) throw new Error(`expected "${from}" in ${line}`);
      return text.replace(line, () => line.replace(from, () => to));
    }, file);
    const added = texts.reduce(
      (line, [from, to]) => line.replace(from, () => to),
      lineWith(file, like),
    );
    return `${changed}${added}\n`;
  };
}

function lineWith(file: string, key: string): string {
  const line = file.split(/\r?\n/).find((text) => text.includes(key));
  if (line === undefined) throw new Error(`expected a line with ${key}`);
  return line;
}

export const shops: readonly Shop[] = [
  {
    name: 'Eventbrite',
    file: 'eventbrite.csv',
    ...utf8,
    event: {
      currency: 'USD',
      timezone: 'America/New_York',
      types: ['General Admission', 'VIP Balcony', 'Student'],
    },
    columns: {
      'Order #': 'order',
      'Attendee #': 'ticket',
      'Barcode #': 'code',
      'Ticket Type': 'ticket_type',
      Quantity: 'quantity',
      'Total Paid': 'price',
      Currency: 'currency',
      Email: 'email',
      'First Name': 'first_name',
      'Last Name': 'last_name',
      'Buyer Email': 'buyer_email',
      'Buyer First Name': 'buyer_first_name',
      'Buyer Last Name': 'buyer_last_name',
      'Attendee Status': 'status',
    },
    first: {
      lines: 51,
      new_tickets: 45,
      new_orders: 27,
      pending_orders: 0,
      checked_in: 7,
      skipped_because: { void: 6 },
    },
    holders: [
      {
        code: '1121221027218441585567001',
        external_id: '18441585567',
        order: '11212210272',
        first_name: 'Leopold',
        last_name: 'Crake',
        email: null,
      },
      // Whom the shop does not name yet holds the buyer's ticket.
      { code: '1121212754818441584952001', email: 'fintan.crake@example.com' },
    ],
    guest: {
      printed: '1121221027218441585567001',
      holder: 'Leopold Crake',
      order: '11212210272',
    },
    ignored: 'Currency',
    nextDay: nextDay(
      [
        ['1121205517618441584093001', 'Attending', 'Refunded'],
        [
          '18441585107',
          'Fintan,Hartnoll,fintan.hartnoll@example.com,1',
          'Odalys,Merrow,odalys.merrow@example.com,1',
        ],
        ['18441586122', 'General Admission', 'VIP Balcony'],
      ],
      [
        '18441583790',
        ['1121205517618441583790001', '9'.repeat(25)],
        ['18441583790', '18441599999'],
      ],
    ),
    next: {
      cancelled: 1,
      parts: { holder: 1, type: 1 },
      voided: ['refunded'],
      holders: [
        { external_id: '18441585107', email: 'odalys.merrow@example.com' },
        { external_id: '18441586122', type: 'VIP Balcony' },
        { code: '9'.repeat(25), order: '11212055176' },
      ],
    },
  },
  {
    name: 'Tito',
    file: 'tito.csv',
    ...utf8,
    event: {
      currency: 'EUR',
      timezone: 'Europe/Dublin',
      types: ['Conference', 'Early Bird', 'Workshop + Conference'],
    },
    flags: ['--map', 'Unique Ticket URL=code'],
    columns: {
      Ticket: 'ticket_type',
      'Ticket Full Name': 'name',
      'Ticket First Name': 'first_name',
      'Ticket Last Name': 'last_name',
      'Ticket Email': 'email',
      'Void Status': 'void',
      Price: 'price',
      'Ticket Reference': 'ticket',
      'Unique Ticket URL': 'code',
      'Order Reference': 'order',
      'Order Name': 'buyer_name',
      'Order Email': 'buyer_email',
    },
    first: {
      lines: 52,
      new_tickets: 45,
      new_orders: 16,
      pending_orders: 0,
      checked_in: 0,
      skipped_because: { void: 7 },
    },
    holders: [
      { external_id: 'XEBG-2', order: 'XEBG', email: 'elowen.tollivar@example.net' },
      { external_id: 'XEBG-3', email: 'fintan.thornquist@example.org', first_name: 'Fintan' },
    ],
    guest: {
      printed: 'https://ti.to/tickets/ti_mhrxGAgnnGggBhmk1yb4',
      holder: 'Fintan Thornquist',
      order: 'XEBG',
    },
    nextDay: nextDay(
      [
        ['ti_mhrxGAgnnGggBhmk1yb4', '2026,,180.00', '2026,true,180.00'],
        [
          'ti_iiA1exbnC4GajDeAruv7',
          'Early Bird,,,,,',
          'Early Bird,Ilse Vane,Ilse,Vane,ilse.vane@example.org,',
        ],
        ['ti_7p5aihG7sb3eym0EwG8E', 'Early Bird', 'Conference'],
      ],
      ['ti_7p5aihG7sb3eym0EwG8E', ['ti_7p5aihG7sb3eym0EwG8E', 'ti_new'], ['6HQW-1', '6HQW-9']],
    ),
    next: {
      cancelled: 1,
      parts: { holder: 1, type: 1 },
      voided: ['cancelled'],
      holders: [
        { external_id: 'XEBG-2', email: 'ilse.vane@example.org' },
        { external_id: '6HQW-1', type: 'Conference' },
        { external_id: '6HQW-9', code: 'https://ti.to/tickets/ti_new', order: '6HQW' },
      ],
    },
  },
  {
    name: 'pretix',
    file: 'pretix.csv',
    ...utf8,
    event: {
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      types: ['Konzertkarte – Parkett', 'Konzertkarte – Rang', 'Begleitperson'],
    },
    columns: {
      'Order code': 'order',
      'Position ID': 'ticket',
      Status: 'status',
      Email: 'buyer_email',
      Product: 'ticket_type',
      Variation: 'ticket_type',
      Price: 'price',
      'Attendee name': 'name',
      'Attendee name: Given name': 'first_name',
      'Attendee name: Family name': 'last_name',
      'Attendee email': 'email',
      'Ticket secret': 'code',
      'Seat name': 'seat',
      'Seat zone': 'section',
      'Seat row': 'row',
      Blocked: 'void',
      'Valid from': 'valid_from',
      'Valid until': 'valid_until',
      'Order comment': 'note',
      'Invoice address name': 'buyer_name',
    },
    first: {
      lines: 51,
      new_tickets: 34,
      new_orders: 18,
      pending_orders: 1,
      checked_in: 0,
      skipped_because: { void: 14 },
    },
    holders: [
      {
        order: 'LUNRW',
        external_id: '1',
        // The shop has no email of the attendee, and of the buyer no name.
        email: null,
        last_name: 'Mühlenhoff',
        seat_label: 'Parkett, Row 1, Seat 2',
      },
      { order: 'FCQ9M', code: 'd6c463iw5rsf7divni27qtxx4wt64xem', last_name: 'Rößling' },
    ],
    guest: {
      printed: 'd6c463iw5rsf7divni27qtxx4wt64xem',
      holder: 'Änne Rößling',
      order: 'FCQ9M',
    },
    nextDay: nextDay(
      [
        ['cdiq64pfhb3xnpx3zrpp4ddmyipj2bf6', '"paid"', '"canceled"'],
        [
          'swwvdwhqmsiv26wsekjj8j57mm7iy29n',
          '"Veit Pfützner","Veit","Pfützner",""',
          '"Mia Frost","Mia","Frost","mia.frost@example.de"',
        ],
        [
          'ufmnbzg3uvnh7nx63dhtghnnxkj8d9tz',
          '"Parkett, Row 1, Seat 2","Parkett","1","2"',
          '"Parkett, Row 9, Seat 9","Parkett","9","9"',
        ],
        ['"FXRHE","1"', '"pending"', '"paid"'],
        ['"FXRHE","2"', '"pending"', '"paid"'],
        ['"FXRHE","3"', '"pending"', '"paid"'],
      ],
      [
        'ufmnbzg3uvnh7nx63dhtghnnxkj8d9tz',
        ['ufmnbzg3uvnh7nx63dhtghnnxkj8d9tz', 'new'],
        ['"LUNRW","1"', '"LUNRW","5"'],
        ['"Parkett, Row 1, Seat 2","Parkett","1","2"', '"","","",""'],
      ],
    ),
    next: {
      cancelled: 1,
      paid: 3,
      parts: { holder: 1, seat: 1 },
      voided: ['cancelled'],
      holders: [
        { code: 'swwvdwhqmsiv26wsekjj8j57mm7iy29n', email: 'mia.frost@example.de' },
        { order: 'LUNRW', external_id: '1', seat_label: 'Parkett, Row 9, Seat 9' },
        { order: 'FXRHE', external_id: '3', status: 'valid' },
      ],
    },
  },
  {
    name: 'Ticket Tailor',
    file: 'ticket-tailor.csv',
    ...utf8,
    event: {
      currency: 'GBP',
      timezone: 'Europe/London',
      types: ['Admission - General Admission', 'Admission - Student', 'Comp'],
      sessions: [
        ['Friday', '2026-12-11T19:30:00Z'],
        ['Saturday', '2026-12-12T19:30:00Z'],
      ],
    },
    columns: {
      'Order ID': 'order',
      'Event start': 'session',
      'Ticket reference': 'ticket',
      Barcode: 'code',
      'Ticket type': 'ticket_type',
      'Ticket price': 'price',
      'Order status': 'status',
      Voided: 'void',
      'Attendee name': 'name',
      'Attendee email': 'email',
      'Buyer name': 'buyer_name',
      'Buyer email': 'buyer_email',
      'Check-in': 'checked_in',
    },
    first: {
      lines: 50,
      new_tickets: 34,
      new_orders: 15,
      pending_orders: 3,
      checked_in: 7,
      skipped_because: { void: 10 },
    },
    holders: [{ code: '0vfJpi5s', external_id: 'it_90017857', last_name: 'Crake' }],
    guest: { printed: '0vfJpi5s', holder: 'Leopold Crake', order: 'or_73322082' },
    ignored: 'Event start',
    nextDay: nextDay(
      [
        ['KhkEbDd', 'Completed,No', 'Completed,Yes'],
        [
          '7wK4Jqq',
          'Tobias Okonjo-Reed,tobias.okonjoreed@example.co.uk,,Tobias',
          'Nell Farrow,nell.farrow@example.co.uk,,Tobias',
        ],
        ['disd3vj', 'Sat 12 Dec', 'Fri 11 Dec'],
      ],
      ['disd3vj', ['disd3vj', '0new123'], ['it_90017784', 'it_99999999']],
    ),
    next: {
      cancelled: 1,
      parts: { holder: 1, session: 1 },
      voided: ['cancelled'],
      holders: [
        { code: '7wK4Jqq', email: 'nell.farrow@example.co.uk' },
        { code: '0new123', order: 'or_73322057' },
      ],
    },
  },
  {
    name: 'WooCommerce with Event Tickets',
    file: 'event-tickets.csv',
    ...utf8,
    event: { currency: 'EUR', timezone: 'Europe/Vienna', types: ['Ballkarte', 'Galadinner'] },
    columns: {
      Ticket: 'ticket_type',
      'Security Code': 'code',
      'Check in': 'checked_in',
      'Order ID': 'order',
      'Order Status': 'status',
      'Ticket ID': 'ticket',
      'Ticket Holder Name': 'name',
      'Ticket Holder Email Address': 'email',
      'Purchaser Name': 'buyer_name',
      'Purchaser Email Address': 'buyer_email',
    },
    first: {
      lines: 52,
      new_tickets: 25,
      new_orders: 18,
      pending_orders: 4,
      checked_in: 2,
      skipped_because: { void: 20 },
    },
    holders: [{ code: '0cefbe9f20f', external_id: '5217', order: '4727', last_name: 'Oßwald' }],
    guest: {
      printed:
        'https://example.at/?event_qr_code=1&ticket_id=5217&event_id=12&security_code=0cefbe9f20f&path=wp-json',
      holder: 'Friederike Oßwald',
      order: '4727',
    },
    nextDay: nextDay(
      [
        ['5afe929d9f', 'Abgeschlossen', 'Rückerstattet'],
        [
          '0cefbe9f20f',
          'Friederike Oßwald,friederike.osswald@example.at,Fri',
          'Nora Kern,nora.kern@example.at,Fri',
        ],
        ['ea5ff129e8', 'Ballkarte', 'Galadinner'],
        ['731a962b3a', 'In Wartestellung', 'In Bearbeitung'],
        ['9cc531b324', 'In Wartestellung', 'In Bearbeitung'],
      ],
      ['ea5ff129e8', ['ea5ff129e8', '00000000aa'], ['5218', '9999']],
    ),
    next: {
      cancelled: 1,
      paid: 2,
      parts: { holder: 1, type: 1 },
      voided: ['refunded'],
      holders: [
        { code: '0cefbe9f20f', email: 'nora.kern@example.at' },
        { code: '00000000aa', order: '4733' },
      ],
    },
  },
  {
    name: 'WooCommerce with FooEvents',
    file: 'fooevents.csv',
    ...utf8,
    event: { currency: 'USD', timezone: 'America/Chicago', types: ['Weekend', 'Day'] },
    flags: ['--map', 'TicketID=code'],
    columns: {
      TicketID: 'code',
      OrderID: 'order',
      'Attendee First Name': 'first_name',
      'Attendee Last Name': 'last_name',
      'Attendee Email': 'email',
      'Ticket Status': 'status',
      'Ticket Type': 'ticket_type',
      Variation: 'ticket_type',
      'Purchaser First Name': 'buyer_first_name',
      'Purchaser Last Name': 'buyer_last_name',
      'Purchaser Email': 'buyer_email',
    },
    first: {
      lines: 50,
      new_tickets: 43,
      new_orders: 26,
      pending_orders: 3,
      checked_in: 3,
      skipped_because: { void: 4 },
    },
    holders: [{ code: '415867653004', order: '882', email: 'rufus.hartnoll@example.com' }],
    guest: { printed: '415867653004', holder: 'Rufus Hartnoll', order: '882' },
    nextDay: nextDay(
      [
        ['911633141116', 'Not Checked In', 'Canceled'],
        [
          '877683762160',
          'Imogen","Quillfeather","imogen.quillfeather@example.org',
          'Ada","Bright","ada.bright@example.org',
        ],
        ['397567395023', 'Weekend', 'Day'],
      ],
      ['507952007827', ['507952007827', '000000000001']],
    ),
    next: {
      cancelled: 1,
      parts: { holder: 1, type: 1 },
      voided: ['cancelled'],
      holders: [
        { code: '877683762160', email: 'ada.bright@example.org' },
        { code: '000000000001', order: '882' },
      ],
    },
  },
  {
    name: 'Tickera',
    file: 'tickera.csv',
    ...utf8,
    event: {
      currency: 'AUD',
      timezone: 'Australia/Hobart',
      types: ['General', 'Concession', 'Front Rows'],
    },
    columns: {
      Name: 'name',
      'Attendee E-mail': 'email',
      'Order Number': 'order',
      'Order Status': 'status',
      'Ticket Code': 'code',
      'Ticket ID': 'ticket',
      'Ticket Type': 'ticket_type',
      'Buyer Name': 'buyer_name',
      'Buyer E-Mail': 'buyer_email',
      'Checked-in': 'checked_in',
      Price: 'price',
    },
    first: {
      lines: 51,
      new_tickets: 40,
      new_orders: 16,
      pending_orders: 2,
      checked_in: 5,
      skipped_because: { void: 8 },
    },
    holders: [
      { code: '8C527202FF-3', external_id: '6066', first_name: 'Leonie', email: null },
      { code: '64F53FC933-2', order: '64F53FC933', email: 'odalys.jarrah@example.com' },
    ],
    guest: { printed: '8C527202FF-3', holder: 'Leonie Pemberley', order: '8C527202FF' },
    nextDay: nextDay(
      [
        ['9416435DF3-1', 'Paid', 'Refunded'],
        ['8C527202FF-3', '"Leonie Pemberley",,', '"Rosalind Vale",rosalind.vale@example.org,'],
        ['ED298ECFB1-1', 'Concession', 'General'],
        ['CB3E0E8E3B-1', '"Received / Pending"', 'Paid'],
        ['CB3E0E8E3B-2', '"Received / Pending"', 'Paid'],
      ],
      ['D4E54D9D26-2', ['D4E54D9D26-2', 'D4E54D9D26-3'], ['6360', '6399']],
    ),
    next: {
      cancelled: 1,
      paid: 2,
      parts: { holder: 1, type: 1 },
      voided: ['refunded'],
      holders: [
        { code: '8C527202FF-3', email: 'rosalind.vale@example.org' },
        { code: 'ED298ECFB1-1', type: 'General' },
        { code: 'D4E54D9D26-3', order: 'D4E54D9D26' },
      ],
    },
  },
  {
    name: 'Weezevent',
    file: 'weezevent.csv',
    ...windows1252,
    event: {
      currency: 'EUR',
      timezone: 'Europe/Paris',
      types: ['Plein tarif', 'Tarif réduit', 'Invitation', 'Pass 2 jours'],
    },
    columns: {
      'Numéro de commande': 'order',
      'Numéro de billet': 'ticket',
      '# Code Barre': 'code',
      Tarif: 'ticket_type',
      'Montant TTC': 'price',
      Statut: 'status',
      'Nom participant': 'last_name',
      'Prénom participant': 'first_name',
      'E-mail Participant': 'email',
      'Nom acheteur': 'buyer_last_name',
      'Prénom acheteur': 'buyer_first_name',
      'E-mail acheteur': 'buyer_email',
      'Contrôlé le': 'checked_in',
    },
    first: {
      lines: 51,
      new_tickets: 40,
      new_orders: 22,
      pending_orders: 1,
      checked_in: 3,
      skipped_because: { void: 10 },
    },
    holders: [
      { code: '0407839214683', first_name: 'Gaël', last_name: 'Hénaff', email: null },
      { code: '1002080154099', last_name: 'D’Estrées', order: '60214277' },
    ],
    guest: { printed: '0407839214683', holder: 'Gaël Hénaff', order: '60213377' },
    nextDay: nextDay(
      [
        ['6341427920363', 'Validé', 'Remboursé'],
        ['0407839214683', 'Hénaff;Gaël;;', 'Hénaff;Gaëlle;gaelle.henaff@example.fr;'],
        ['2694125909887', 'Plein tarif;24,00', 'Tarif réduit;16,50'],
        ['4443035609980', 'En attente', 'Validé'],
      ],
      ['3018641553261', ['3018641553261', '1111111111116'], ['148820310', '149999999']],
    ),
    next: {
      cancelled: 1,
      paid: 1,
      parts: { holder: 1, type: 1 },
      voided: ['refunded'],
      holders: [
        { code: '0407839214683', email: 'gaelle.henaff@example.fr' },
        { code: '1111111111116', order: '60213377' },
      ],
    },
  },
  {
    name: 'A German spreadsheet',
    file: 'tabelle.csv',
    ...windows1252,
    event: {
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      types: ['Loge', 'Sperrsitz', 'Stehplatz'],
    },
    columns: {
      'Bestellnr.': 'order',
      Karte: 'ticket_type',
      Name: 'last_name',
      Vorname: 'first_name',
      'E-Mail': 'email',
      Anzahl: 'quantity',
      Preis: 'price',
      Bereich: 'section',
      Reihe: 'row',
      Platz: 'seat',
      'Gültig ab': 'valid_from',
      'Bezahlt?': 'status',
      'Storniert am': 'void',
      Bemerkung: 'note',
    },
    first: {
      lines: 50,
      new_tickets: 59,
      new_orders: 23,
      pending_orders: 1,
      checked_in: 0,
      skipped_because: { void: 7, waits: 3 },
    },
    holders: [
      { order: '00102', last_name: '=Müller', email: null, seat_label: 'Loge 1 3' },
      { order: '00104', last_name: '-Sander', seat_label: null },
    ],
    guest: { printed: null, holder: 'Veit -Sander', order: '00104' },
    nextDay: nextDay(
      [
        ['ulrike.muhlenhoff', ';ja;;', ';ja;28.11.2026;'],
        [
          '00102;Loge;Brückner-Vahl',
          'Sören;soren.brucknervahl@example.de',
          'Silke;silke.b@example.de',
        ],
        ['00105;Loge', 'Loge;1;5', 'Loge;9;9'],
      ],
      ['=Müller', ['=Müller;Bärbel', 'Neu;Nele'], ['Loge;1;3', 'Loge;9;8']],
    ),
    next: {
      cancelled: 1,
      parts: { holder: 1, seat: 1 },
      // Both of the line.
      voided: ['cancelled', 'cancelled'],
      holders: [
        { order: '00102', email: 'silke.b@example.de', seat_label: 'Loge 1 2' },
        { order: '00102', last_name: 'Neu', seat_label: 'Loge 9 8' },
        { order: '00105', seat_label: 'Loge 9 9' },
      ],
    },
  },
  {
    name: 'A Spanish spreadsheet',
    file: 'hoja-de-calculo.txt',
    ...utf16,
    event: {
      currency: 'EUR',
      timezone: 'Europe/Madrid',
      types: ['Patio de butacas', 'Anfiteatro'],
    },
    columns: {
      Pedido: 'order',
      Entrada: 'ticket_type',
      Nombre: 'first_name',
      Apellidos: 'last_name',
      'Correo electrónico': 'email',
      Asiento: 'seat',
      Precio: 'price',
      Estado: 'status',
      Código: 'code',
      Comprador: 'buyer_name',
      'Correo del comprador': 'buyer_email',
    },
    first: {
      lines: 50,
      new_tickets: 40,
      new_orders: 21,
      pending_orders: 2,
      checked_in: 0,
      skipped_because: { void: 7 },
    },
    holders: [{ code: '27319133', first_name: 'Zaida', last_name: 'Quiñones de la Sota' }],
    guest: { printed: '27319133', holder: 'Zaida Quiñones de la Sota', order: 'P-000502' },
    nextDay: nextDay(
      [
        ['53101486', 'Pagado', 'Reembolsado'],
        ['27319133', 'Zaida\tQuiñones de la Sota\t', 'Aitana\tVega\taitana.vega@example.es'],
        ['84117981', 'A7', 'G9'],
      ],
      ['11343659', ['11343659', '00000001'], ['A8', 'G8']],
    ),
    next: {
      cancelled: 1,
      parts: { holder: 1, seat: 1 },
      voided: ['refunded'],
      holders: [
        { code: '27319133', email: 'aitana.vega@example.es' },
        { code: '84117981', seat_label: 'G9' },
        { code: '00000001', order: 'P-000504' },
      ],
    },
  },
];
