import type { Words } from './words.ts';

export const de: Words = {
  signal: {
    admit: 'Einlass',
    already_in: 'Schon drin',
    wrong_entrance: 'Falscher Eingang',
    not_now: 'Nicht jetzt',
    date_cancelled: 'Termin abgesagt',
    not_valid: 'Nicht gültig',
    unknown: 'Unbekannt',
    unreadable: 'Kein Ticket',
    system: 'Nicht erfasst',
  },
  verdict: {
    readAgain: 'Erneut gelesen',
    waiting: (count) => `${count} weitere folgen`,
    firstIn: 'Zuerst drin',
    ago: (age) => `vor ${age}`,
    fromPeer: 'laut der dortigen Station',
    rightEntrances: 'Gültig an',
    valid: 'Gültig',
    from: 'ab',
    until: 'bis',
    noHolder: 'Kein Name auf diesem Ticket',
    fromCode: 'Nur aus dem Code bekannt: nicht in den Daten dieser Station',
    checking: 'Wird geprüft…',
    nowhere: 'an keinem hier bekannten Eingang',
    firstUnknown: 'wann und wo, ist hier nicht bekannt',
    cancelled: 'Ticket storniert',
    replaced: 'Ticket ersetzt oder zurückgezogen',
    codeReplaced: 'Dieser Code wurde durch einen neueren ersetzt',
    refunded: 'Ticket erstattet',
    notInData: 'Nicht in den Daten dieser Station',
    setsUpStation: 'Richtet eine Station ein',
    trainingCode: 'Übungscode',
    notSaved: 'Der Scan ließ sich nicht speichern',
    notRead: 'Die Ticketdaten waren nicht lesbar',
    checkingNext: 'Der Code wurde gelesen. Einen Moment.',
  },
  next: {
    let_in: 'Bitte einlassen.',
    supervisor: 'Damit niemanden mehr einlassen. Im Zweifel die Einlassleitung rufen.',
    show_the_way: 'Bitte den Weg dorthin zeigen.',
    no_entrance: 'Einlassleitung rufen: Hier ist kein richtiger Eingang bekannt.',
    come_back: 'Bitte dann wiederkommen lassen.',
    box_office: 'Bitte zur Abendkasse schicken.',
    refund: 'Bitte zur Erstattung an die Abendkasse schicken.',
    new_ticket: 'Das neue Ticket zeigen lassen und scannen.',
    new_code: 'Den neuesten Code des Tickets zeigen lassen und scannen.',
    look_up: 'Bestellbestätigung zeigen lassen oder zur Abendkasse schicken.',
    scan_ticket: 'Bitte den Code auf dem Ticket selbst scannen.',
    training: 'Der Scanner funktioniert. Jetzt ein Ticket scannen.',
    other_station: 'Hier niemanden einlassen. Andere Station benutzen.',
    scan_again: 'Noch einmal scannen. Bleibt es dabei, andere Station benutzen.',
  },
  idle: {
    ready: 'Bereit zum Scannen',
    readyNext: 'Ticket unter den Scanner halten oder seinen Code eingeben.',
    loading: 'Tickets werden geladen',
    loadingNext: 'Scannen geht schon. Ein noch nicht geladenes Ticket erscheint als unbekannt.',
    loaded: (applied, total) => (total === null ? `${applied} geladen` : `${applied} von ${total}`),
    remaining: (time) => `noch etwa ${time}`,
    connecting: 'Verbindung zur Station…',
    connectingNext: 'Weiter scannen: Codes werden aufgehoben und geprüft, sobald sie antwortet.',
    awayNext:
      'Weiter scannen: Codes werden aufgehoben und geprüft, sobald sie antwortet. Wurde Gatehouse unter einer anderen Adresse gestartet, die ausgegebene Adresse öffnen.',
    refused: 'Diese Seite hat keinen Zugang',
    refusedNext:
      'Den Startbefehl auf diesem Computer noch einmal ausführen: Er gibt eine Adresse aus, die einmal gilt. In diesem Tab öffnen, dann geht kein aufgehobener Scan verloren.',
    kept: (count) => (count === 1 ? '1 Scan aufgehoben' : `${count} Scans aufgehoben`),
    starting: 'Station startet…',
    startingNext: 'Journal und Ticketdaten werden geöffnet.',
    slowServer:
      'Der Server auf diesem Rechner braucht länger als sonst zum Starten. Bleibt das so, schließen Sie Gatehouse und starten Sie es neu.',
    slowStation:
      'Die Station braucht länger als sonst, um Journal und Ticketdaten zu öffnen. Bleibt das so, schließen Sie Gatehouse und starten Sie es neu.',
    failed: 'Die Station kann nicht arbeiten',
    failedNext: 'Hier niemanden einlassen. App neu starten; wenn es bleibt, Support rufen.',
  },
  counters: {
    title: 'Einlässe',
    inside: 'drin',
    here: 'an dieser Station',
    perMinute: '/min',
    chart: 'Einlässe pro Minute, die letzten 15 Minuten',
  },
  scans: {
    title: 'Letzte Scans',
    empty: 'Noch keine Scans',
    emptyNext: 'Sie erscheinen hier, die neuesten zuerst.',
  },
  status: {
    live: 'Live',
    connecting: 'Verbindung zum Server',
    syncing: 'Abgleich',
    offlineSince: (time) => `Offline seit ${time}`,
    offline: {
      chosen: 'hier gewählt',
      unreachable: 'Server nicht erreichbar',
      certificate_not_trusted: 'Zertifikat nicht vertrauenswürdig',
      certificate_changed: 'anderes Zertifikat',
      not_the_server: 'eine andere Seite antwortet',
      timeout: 'Server zu langsam',
      server_error: 'Fehler am Server',
      store_failed: 'Daten nicht speicherbar',
      unauthorized: 'Zugangsdaten abgelehnt',
      rate_limited: 'Server bittet zu warten',
      forbidden: 'Zugriff entzogen',
      no_secret: 'Client-Secret fehlt',
    },
    noAccess: 'Kein Zugriff',
    access: {
      scope_missing: 'Berechtigung fehlt',
      no_event_granted: 'keine Veranstaltung freigegeben',
      event_not_granted: 'Veranstaltung nicht freigegeben',
    },
    near: (count) =>
      count === 0
        ? 'keine Station in der Nähe'
        : count === 1
          ? '1 Station in der Nähe'
          : `${count} Stationen in der Nähe`,
    dataAge: (age) => `Daten ${age} alt`,
    noData: 'noch keine Daten',
    nothingWaiting: 'nichts wartet',
    waiting: (count) => `${count} noch zu senden`,
    attention: (count) => (count === 1 ? '1 zu klären' : `${count} zu klären`),
    stationAway: 'Verbindung zur Station',
    clockOff: (offset) => `Uhr geht um ${offset} falsch`,
    scannerReady: 'Scanner bereit',
    source: {
      keyboard: 'Tastatur-Scanner',
      hid: 'USB-Scanner',
      serial: 'Serieller Scanner',
      camera: 'Kamera',
      typed: 'Eingegeben',
    },
    lastRead: 'zuletzt',
    muted: 'Ton aus',
    soundBlocked: 'Ton gesperrt: hier klicken',
    open: 'Zustand der Station',
  },
  station: {
    title: 'Zustand der Station',
    server: 'Server',
    organiser: 'Veranstalter',
    scansAge: 'Einlässe anderer Stationen',
    ticketsAge: 'Tickets',
    setupAge: 'Veranstaltung und Eingänge',
    queue: 'Noch zu senden',
    oldest: 'Älteste',
    clock: 'Uhr dieses Geräts',
    clockUnknown: 'noch nicht verglichen',
    clockExact: 'geht richtig',
    never: 'nie',
    old: (age) => `${age} alt`,
    none: 'nichts',
  },
  peers: {
    title: 'Stationen in der Nähe',
    switch: 'Stationen in der Nähe hören',
    purpose:
      'Solange der Server fehlt, sagen sich die Stationen in diesem Netz, wen sie eingelassen haben. So gilt kein Ticket an zwei Eingängen.',
    notAllowed:
      'Für diese Veranstaltung ausgeschaltet. Wer den Server betreibt, kann es einschalten.',
    notYet: 'Beginnt, sobald der Server erreicht wurde.',
    port: 'Port',
    addresses: 'Adressen dieser Station',
    nobody: 'Keine andere Station ist zu hören.',
    heard: (age) => `vor ${age} gehört`,
    known: 'Bekannte Einlässe',
    refused: 'Abgewiesene Verbindungen',
    silent: 'Stumme Verbindungen',
    ignored: 'Übergangene Einlässe',
  },
  actions: {
    help: 'Tasten',
    door: 'Tür',
    boxOffice: 'Abendkasse',
    activity: 'Verlauf',
    typeCode: 'Code eingeben',
    entryPoint: 'Eingang',
    event: 'Veranstaltung',
    station: 'Zustand der Station',
    workOffline: 'Offline arbeiten',
    goOnline: 'Online gehen',
    offlineSwitch: 'Offline arbeiten / online gehen',
    syncNow: 'Jetzt abgleichen',
    attention: 'Zu klären',
    changeServer: 'Server wechseln',
    tryAgain: 'Erneut versuchen',
    sound: 'Ton ein / aus',
    theme: 'Dunkel / hell',
    language: 'Sprache',
    scanners: 'Scanner',
    selfTest: 'Selbsttest',
    settings: 'Einstellungen',
    close: 'Schließen',
    details: 'Einzelheiten',
  },
  help: {
    title: 'Tasten',
    intro: 'Scannen geht überall, auch während das hier offen ist.',
    everywhere: 'Überall',
    list: 'In der Liste der Scans',
    move: 'Scan auswählen',
    open: 'Einzelheiten zeigen',
  },
  scanners: {
    title: 'Scanner',
    intro:
      'Mit jedem Scanner einen Code lesen und hier ankommen sehen. Ein Ticket zählt auch jetzt als Scan.',
    status: {
      off: 'Aus',
      starting: 'Startet',
      ready: 'Bereit',
      missing: 'Nicht gefunden',
      no_library: 'Nicht installiert',
      no_permission: 'Kein Zugriff',
      busy: 'Anderswo in Gebrauch',
      failed: 'Geht nicht',
      denied: 'Nicht erlaubt',
    },
    nothingRead: 'Noch nichts gelesen.',
    kinds: {
      reference: 'Ticket',
      signed: 'Signiertes Ticket',
      enrolment: 'Richtet eine Station ein',
      training: 'Übungscode',
      unrecognised: 'Kein Ticket',
    },
    usb: {
      off: null,
      starting: null,
      ready: null,
      missing:
        'Scanner einstecken. Einer, der wie eine Tastatur schreibt, braucht hier nichts; für den USB-Modus „USB HID POS“ aus seinem Handbuch scannen.',
      no_library:
        'Der Teil, der USB-Scanner liest, fehlt. Gatehouse neu installieren; Tastatur-Scanner gehen weiter.',
      no_permission:
        'Dieser Benutzer darf den Scanner nicht lesen. Unter Linux diese Zeile in die Datei /etc/udev/rules.d/70-gatehouse-scanner.rules schreiben und den Scanner neu einstecken.',
      busy: 'Ein anderes Programm benutzt den Scanner. Bitte schließen.',
      failed: 'Scanner aus- und wieder einstecken.',
    },
    serial: {
      off: null,
      starting: null,
      ready: null,
      missing: 'Scanner einstecken oder einen anderen Anschluss wählen.',
      no_library: 'Der Teil, der serielle Scanner liest, fehlt. Gatehouse neu installieren.',
      no_permission:
        'Dieser Benutzer darf den Anschluss nicht öffnen. Unter Linux: sudo usermod -aG dialout $USER, dann neu anmelden.',
      busy: 'Ein anderes Programm benutzt den Anschluss. Bitte schließen.',
      failed: 'Aus- und wieder einstecken oder einen anderen Anschluss wählen.',
    },
    look: 'Neu suchen',
    port: 'Anschluss',
    noPort: 'Keiner',
    beeps: 'Der Scanner tönt Ja und Nein',
    camera: {
      name: 'Kamera',
      use: 'Codes mit der Kamera lesen',
      which: 'Kamera',
      automatic: 'Automatisch',
      preview: 'Was die Kamera sieht',
      next: {
        off: null,
        starting: null,
        ready: null,
        denied:
          'Die Kamera für diese Seite erlauben, und in den Systemeinstellungen für den Browser.',
        missing: 'Eine Kamera anschließen.',
        busy: 'Ein anderes Programm benutzt die Kamera. Bitte schließen.',
        failed: 'Die Kamera hier aus- und wieder einschalten.',
      },
    },
    layout: {
      next: 'Tastaturbelegung prüfen: diesen Code scannen.',
      qr: 'Übungscode für die Tastatur als QR-Code',
      bars: 'Übungscode für die Tastatur als Strichcode',
      findings: {
        same: 'Jedes Zeichen kommt an, wie es gedruckt ist.',
        caps_lock: 'Die Feststelltaste ist an. Tickets werden trotzdem richtig gelesen.',
        qwertz:
          'Dieser Computer schreibt mit QWERTZ-Belegung. Tickets werden trotzdem richtig gelesen.',
        azerty:
          'Dieser Computer schreibt mit AZERTY-Belegung. Tickets werden trotzdem richtig gelesen.',
        other_layout:
          'Computer und Scanner haben verschiedene Belegungen. Tickets werden trotzdem richtig gelesen.',
        lost: 'Unterwegs gehen Zeichen verloren. Im Scanner eine längere Pause zwischen Zeichen einstellen.',
        unknown:
          'Der Scanner ist auf die Tastatur eines anderen Landes eingestellt. Auf US-Englisch oder die Belegung dieses Computers stellen.',
      },
    },
    soundBlocked:
      'Der Browser hält diese Seite stumm, bis jemand hineinklickt oder eine Taste drückt.',
    short: {
      keyboard: 'Tastatur',
      usb: 'USB',
      serial: 'Seriell',
      camera: 'Kamera',
    },
  },
  selfTest: {
    title: 'Selbsttest vor dem Einlass',
    intro: 'Prüft diese Station, bevor der erste Gast kommt. Gescannt wird währenddessen weiter.',
    start: 'Selbsttest starten',
    again: 'Erneut testen',
    running: 'Die Station wird geprüft …',
    last: (age) => `Getestet vor ${age}`,
    scan: 'Diesen Code mit dem Scanner lesen.',
    code: 'Übungscode für den Selbsttest',
    listen: 'Die Töne abspielen und sagen, ob sie an der Tür zu hören sind.',
    heard: 'Gehört',
    notHeard: 'Nichts gehört',
    print: 'Drucken',
    save: 'Als Text sichern',
    fileName: 'selbsttest',
    grades: {
      passed: 'Bereit für den Einlass',
      open: 'Noch nicht fertig',
      attention: 'Braucht Aufmerksamkeit',
      failed: 'Nicht bereit',
    },
    checks: {
      scanner: 'Scanner',
      sound: 'Ton',
      camera: 'Kamera',
      clock: 'Uhr',
      server: 'Server',
      tickets: 'Ticketdaten',
      scans: 'Scans aller Türen',
      journal: 'Journal',
      disk: 'Datenträger',
    },
    findings: {
      scanner_read: () => 'Der Übungscode ist angekommen.',
      scanner_other_code: () => 'Ein anderer Code ist angekommen. Den Übungscode lesen.',
      scanner_garbled: () =>
        'Der Code kommt anders an, als er gedruckt ist. Unter Scanner (Alt S) das Tastaturlayout testen.',
      scanner_open: () => 'Noch nichts gelesen.',
      sound_heard: () => 'Die Töne waren zu hören.',
      sound_not_heard: () =>
        'Die Töne waren nicht zu hören. Hier, am Gerät und am Lautsprecher lauter stellen.',
      sound_open: () => 'Noch hat niemand gesagt, ob die Töne zu hören sind.',
      camera_ready: () => 'Die Kamera sieht.',
      camera_not_ready: () => 'Die Kamera geht nicht. Unter Scanner (Alt S) steht, warum.',
      clock_right: ({ offset }) => `Höchstens ${offset} neben der des Servers.`,
      clock_off: ({ offset }) =>
        `Die Uhr des Geräts geht ${offset} falsch oder wurde verstellt. Stellen und Gatehouse neu starten.`,
      clock_not_compared: () =>
        'Die Uhr ließ sich nicht mit der des Servers vergleichen. Die Zeit des Geräts von Hand prüfen.',
      server_answers: () => 'Er antwortet.',
      server_away: () =>
        'Er wurde nicht gefragt: Diese Station ist offline oder wartet. Gescannt wird auch ohne ihn; F6 sagt, warum.',
      server_failed: ({ problem }) =>
        `Er hat nicht gesagt, was er hat. Gescannt wird auch ohne ihn. (${problem})`,
      list_same: ({ here }) => `${here} hier und beim Server.`,
      list_differs: ({ here, server }) =>
        `${here} hier, ${server} beim Server. Jetzt abgleichen (F8), eine Minute warten, erneut testen.`,
      list_not_compared: ({ here }) => `${here} hier; der Server wurde nicht gefragt.`,
      tickets_none: () =>
        'Hier ist kein Ticket. Vor dem Einlass Veranstaltung (F4) und Verbindung (F6) prüfen.',
      journal_written: ({ milliseconds }) =>
        `Geschrieben und auf dem Datenträger in ${milliseconds} ms.`,
      journal_slow: ({ milliseconds }) =>
        `Geschrieben, aber der Datenträger brauchte ${milliseconds} ms. Andere Programme schließen; jeder Scan wartet darauf.`,
      journal_full: () =>
        'Nichts kann geschrieben werden: Der Datenträger ist voll. Vor dem Einlass Platz schaffen.',
      journal_failed: ({ problem }) =>
        `Nichts kann geschrieben werden: Hier könnte niemand eingelassen werden. Ein anderes Gerät nehmen. (${problem})`,
      disk_room: ({ free }) => `${free} sind frei.`,
      disk_low: ({ free }) => `Nur ${free} sind frei. Vor dem Einlass Platz schaffen.`,
      disk_full: ({ free }) => `Nur noch ${free} sind frei. Jetzt Platz schaffen.`,
      disk_unknown: () => 'Das System sagt nicht, wie viel Platz ist.',
      not_answered: () =>
        'Die Station hat nicht geantwortet. Erneut testen; hilft das nicht, neu starten.',
    },
  },
  typed: {
    title: 'Code eingeben',
    label: 'Ticket-Code',
    hint: 'Wie unter dem Barcode gedruckt. Groß oder klein ist gleich.',
    check: 'Prüfen',
    empty: 'Bitte den Code eines Tickets eingeben.',
  },
  details: {
    title: 'Scan',
    holder: 'Inhaber',
    ticket: 'Ticket',
    ticketType: 'Art',
    seat: 'Platz',
    session: 'Termin',
    scanned: 'Gescannt',
    entryPoint: 'Eingang',
    source: 'Gelesen mit',
    number: 'Nummer',
    firstAdmission: 'Zuerst drin',
  },
  settings: {
    title: 'Einstellungen',
    volume: 'Lautstärke',
    sound: 'Ton',
    theme: 'Darstellung',
    tryTone: 'Töne abspielen',
    themes: { system: 'System', dark: 'Dunkel', light: 'Hell' },
    connection: 'Verbindung',
    clientId: 'Client-ID',
    version: 'Gatehouse-Version',
    noServer: 'Mit keinem Server verbunden',
  },
  boxOffice: 'Abendkasse',
  places: 'Bereiche',
  search: {
    label: 'Ticket suchen',
    hint: 'Name, E-Mail, Bestellung oder Platz',
    clear: 'Leeren',
    results: 'Gefundene Tickets',
    count: (found, total) => (total === null ? `${found} gefunden` : `${found} von ${total}`),
    begin: 'Wer ist es?',
    beginNext:
      'Ein Teil des Namens, der E-Mail, des Platzes oder das Ende der Bestellnummer genügt. Akzente und Großschreibung sind egal.',
    nothing: (query) => `Nichts gefunden zu „${query}“`,
    nothingNext: 'Weniger Buchstaben versuchen, oder etwas anderes: Platz, E-Mail, Bestellung.',
    more: (shown) => `Die ersten ${shown} werden gezeigt. Mehr eingeben, um genauer zu suchen.`,
    indexing:
      'Neue Tickets werden noch für die Suche erfasst. Die Liste vervollständigt sich gleich.',
    importing: 'Es kommen noch Tickets an: Was fehlt, ist vielleicht noch nicht da.',
    failed: 'Die Tickets sind nicht lesbar',
    failedNext: 'Erneut versuchen. Bleibt es dabei, andere Station benutzen.',
    away: 'Verbindung zur Station…',
    awayNext: 'Die Suche geht weiter, sobald sie antwortet.',
    noHolder: 'Kein Name auf diesem Ticket',
    open: 'Noch nicht drin',
    isIn: 'Drin',
  },
  order: {
    label: 'Bestellung',
    none: 'Kein Ticket ausgewählt',
    noneNext: 'Links eines auswählen: Hier erscheint die Bestellung dazu.',
    back: 'Zurück zur Liste',
    alone: 'Ohne Bestellung',
    status: {
      draft: 'Entwurf',
      pending_payment: 'noch nicht bezahlt',
      awaiting_approval: 'wartet auf Freigabe',
      paid: 'bezahlt',
      free_confirmed: 'kostenlos',
      cancelled: 'storniert',
      refunded: 'erstattet',
    },
    tickets: (count) => (count === 1 ? '1 Ticket' : `${count} Tickets`),
    incomplete: 'Hier fehlen vielleicht Tickets dieser Bestellung: Noch sind nicht alle da.',
    failed: 'Die Bestellung ist nicht lesbar',
    gone: 'Dieses Ticket ist nicht mehr da',
    goneNext: 'Vielleicht gehört es jetzt zu einer anderen Veranstaltung. Bitte neu suchen.',
    checkIn: 'Einlassen',
    entrances: 'Eingang',
    help: {
      is_in: 'Damit niemanden mehr einlassen. Im Zweifel die Einlassleitung rufen.',
      come_later: 'Bitte dann wiederkommen lassen.',
      too_late:
        'Die Zeit ist vorbei. Nur die Einlassleitung oder der Veranstalter kann mit einem anderen Ticket helfen.',
      date_cancelled:
        'Anbieten, was der Veranstalter entschieden hat: Erstattung oder ein anderer Termin.',
      find_new_ticket:
        'Vielleicht gibt es ein neueres Ticket: nach dem Namen oder der Bestellung suchen.',
      cancelled:
        'Es lässt niemanden ein. In der Bestellung nach einem anderen Ticket sehen oder ein neues verkaufen.',
      refunded: 'Das Geld ist zurückgezahlt, es lässt niemanden ein. Ein neues Ticket verkaufen.',
      supervisor: 'Bitte die Einlassleitung rufen.',
    },
  },
  activity: {
    title: 'Diese Station',
    find: 'Name, Platz oder Ticket suchen',
    byResult: 'Was geschah',
    results: {
      admitted: 'Eingelassen',
      denied: 'Abgewiesen',
      unknown: 'Unbekannt',
      redemption: 'Extras',
    },
    byUpload: 'Was der Server weiß',
    uploads: { waiting: 'Wartet', sent: 'Gesendet', refused: 'Abgelehnt', local: 'Nur hier' },
    what: 'Was',
    upload: 'Server',
    export: 'CSV exportieren',
    fileName: 'verlauf',
    older: 'Ältere anzeigen',
    loading: 'Das Journal wird gelesen…',
    failed: 'Das Journal kann nicht gelesen werden',
    empty: 'Noch ist nichts geschehen',
    emptyNext: 'Hier steht jeder Scan und jedes Extra, das an dieser Station ausgegeben wird.',
    nothing: 'So etwas ist hier nicht geschehen',
    nothingNext:
      'Nimm einen Filter weg oder suche nach weniger. Was andere Stationen getan haben, steht hier nicht.',
  },
  conflicts: {
    title: 'Konflikte',
    states: { open: 'Offen', resolved: 'Erledigt' },
    kinds: {
      double_admission: 'Zweimal eingelassen',
      stale_admission: 'Mit einem nicht mehr gültigen Ticket eingelassen',
      rule_admission: 'Entgegen einer Regel eingelassen',
      false_denial: 'Trotz gültigem Ticket abgewiesen',
    },
    expected: 'Der Server hätte gesagt:',
    staff: 'Personal, in der Konsole',
    clock: 'Der Uhr dieser Station ist nicht zu trauen',
    note: 'Was hast du herausgefunden?',
    resolve: 'Erledigen',
    none: { open: 'Keine offenen Konflikte', resolved: 'Noch keiner ist erledigt' },
    noneNext: 'Lassen zwei Türen ohne Verbindung dasselbe Ticket ein, steht es hier.',
    loading: 'Der Server wird gefragt…',
    failed: 'Die Konflikte können nicht gezeigt werden',
    unreachable: 'Der Server ist nicht erreichbar. Nur er weiß, was an den anderen Türen geschah.',
    notOffered: 'Dieser Server vergleicht nicht, was die Türen getan haben.',
    forbidden: 'Diese Station darf Konflikte nicht lesen. Der Veranstalter kann es erlauben.',
    withdrawn: 'Er besteht nicht mehr: Spätere Scans zeigten, dass nichts im Widerspruch stand.',
  },
  addOns: {
    title: 'Zusatzleistungen',
    unnamed: 'Zusatzleistung',
    left: (remaining, of) => `noch ${remaining} von ${of}`,
    redeemed: (count) => `${count} ausgegeben`,
    quantity: (name) => `Anzahl: ${name}`,
    fewer: 'Weniger',
    more: 'Mehr',
    redeem: 'Ausgeben',
    takeBack: '1 zurücknehmen',
    undo: 'Rückgängig',
    handedOut: (quantity, name) => `Ausgegeben: ${quantity} × ${name}`,
    takenBack: (quantity, name) => `Zurückgenommen: ${quantity} × ${name}`,
    refusal: {
      order_ended: 'Nicht ausgeben: Die Bestellung ist nicht bezahlt, storniert oder erstattet.',
      not_enough: 'Nicht ausgeben: So viele sind nicht mehr übrig.',
      nothing_to_undo: 'So viele wurden nicht ausgegeben.',
      not_recorded: 'Nicht ausgeben: Es ließ sich nicht speichern. Andere Station benutzen.',
      unread:
        'Nicht geschehen: Die Zusatzleistungen sind nicht lesbar. Erneut versuchen oder andere Station benutzen.',
      other: 'Nicht geschehen: Diese Zusatzleistung ist hier nicht mehr bekannt. Bitte neu suchen.',
    },
  },
  noEvent: 'Keine Veranstaltung',
  notOffered: 'Für diese Station nicht mehr freigegeben',
  revoked: {
    title: 'Diese Station wurde gesperrt',
    intro: (time) =>
      `Der Veranstalter hat sie am ${time} gesperrt. Ticketdaten und Secret wurden von diesem Gerät entfernt.`,
    nothingKept: 'Alle Scans sind beim Server angekommen.',
    kept: (count) =>
      `${count === 1 ? '1 Scan ist' : `${count} Scans sind`} nicht beim Server angekommen und ${count === 1 ? 'wird' : 'werden'} für den Veranstalter aufbewahrt. Nur dessen Server kann die Datei lesen.`,
    handOver:
      'Diese Datei innerhalb von 24 Stunden an den Veranstalter geben, zum Beispiel auf einem USB-Stick:',
    takeIn: 'Auf dem Server wird sie so eingelesen:',
    notSealed:
      'Die Datei für den Veranstalter konnte nicht geschrieben werden. Beim nächsten Start von Gatehouse wird es erneut versucht.',
    again: 'Dieses Gerät wieder verwenden',
  },
  connect: {
    title: 'Diese Station verbinden',
    intro:
      'Diese drei Angaben kommen vom Veranstalter. Sie gehören zu einem Zugang für diese Station.',
    serverUrl: 'Serveradresse',
    serverHint:
      'Zum Beispiel https://tickets.example.org/v1. Auch ein eingefügter Anmeldecode genügt.',
    codeHasAll: 'Der Anmeldecode enthält alles Weitere.',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    secretHint: 'Bleibt auf diesem Gerät und wird nie wieder gezeigt.',
    connect: 'Verbinden',
    connecting: 'Verbinde…',
    needed: 'Diese Angabe fehlt.',
    badUrl: 'Bitte die ganze Adresse, beginnend mit https://',
    scanHint: 'Oder den Anmeldecode scannen.',
    changeIntro: 'Ein anderer Server, oder andere Zugangsdaten für denselben.',
    unsentKept: (count) =>
      `${count === 1 ? '1 Scan ist' : `${count} Scans sind`} noch nicht gesendet. Sie bleiben auf diesem Gerät und gehen an den neuen Server, wenn er demselben Veranstalter gehört. Der eines anderen wird abgelehnt, bis sie gesendet sind.`,
    journalKept: 'Bisherige Scans bleiben im Journal dieses Geräts.',
    noClient: 'Noch kein Zugang?',
    makeClient: 'Wer den Server betreibt, legt für jede Station einen Client an:',
    makeOrganiser: 'Ein neuer, leerer Server braucht zuerst einen Veranstalter:',
    clientPrinted:
      'Der Befehl zeigt, nur dieses eine Mal, den Anmeldecode, als Text und als QR-Code. Hält der Server seine Daten in einem eigenen Ordner, kommt --data ORDNER dazu.',
  },
  choose: {
    title: 'Für welche Veranstaltung ist diese Tür?',
    intro: 'Das lässt sich später oben auf dem Türbildschirm ändern.',
    asking: 'Der Server wird nach Veranstaltungen gefragt…',
    askingNext: 'Das dauert einen Moment.',
    noList: 'Die Veranstaltungen erscheinen hier, sobald der Server sie zeigt.',
  },
  diagnosis: {
    chosen: () => ({
      what: 'Diese Station arbeitet offline, weil es hier so eingestellt wurde.',
      next: 'Gehen Sie online, wenn sie wieder mit dem Server abgleichen soll.',
    }),
    unreachable: ({ server }) => ({
      what: `Der Server ${server} ist nicht erreichbar.`,
      next: 'Prüfen Sie das Netz dieses Geräts. Geht es, fragen Sie den Veranstalter, ob der Server läuft und die Adresse stimmt.',
    }),
    certificate_not_trusted: ({ server }) => ({
      what: `Dem Zertifikat von ${server} wird nicht vertraut: Es ist abgelaufen, selbst ausgestellt oder gehört zu einer anderen Adresse.`,
      next: 'Prüfen Sie die Adresse und das Datum dieses Geräts. Stimmt beides, muss der Veranstalter das Zertifikat erneuern.',
    }),
    certificate_changed: ({ server }) => ({
      what: `Der Server ${server} zeigt ein anderes Zertifikat, als sein Anmeldecode nennt.`,
      next: 'Hat der Veranstalter den Server neu eingerichtet, verbinden Sie mit einem neuen Anmeldecode. Sonst steht jemand in diesem Netz dazwischen: Nehmen Sie ein anderes Netz, und sagen Sie es dem Veranstalter.',
    }),
    not_the_server: ({ server }) => ({
      what: `Unter ${server} antwortet etwas anderes als der Ticketserver.`,
      next: 'Verlangt dieses Netz eine Anmeldung auf einer Webseite, melden Sie sich dort an. Sonst klären Sie die Adresse mit dem Veranstalter.',
    }),
    timeout: ({ server }) => ({
      what: `Der Server ${server} antwortet nicht rechtzeitig.`,
      next: 'Das Netz ist vielleicht schwach oder der Server überlastet. Versuchen Sie ein anderes Netz; hilft das nicht, sagen Sie es dem Veranstalter.',
    }),
    server_error: ({ server }) => ({
      what: `Der Server ${server} antwortet mit einem Fehler.`,
      next: 'Hier ist nichts zu tun. Bleibt es so, sagen Sie es dem Betreiber des Servers.',
    }),
    store_failed: ({ server }) => ({
      what: `Was der Server ${server} sagt, lässt sich auf diesem Gerät nicht speichern.`,
      next: 'Prüfen Sie, ob der Datenträger voll ist. Wenn nicht, beenden Sie Gatehouse und starten Sie es neu.',
    }),
    unauthorized: () => ({
      what: 'Der Server lehnt die Client-ID oder das Secret dieser Station ab.',
      next: 'Der Zugang wurde vielleicht widerrufen oder ersetzt. Lassen Sie sich vom Veranstalter gültige Zugangsdaten geben und geben Sie sie unter „Server wechseln“ ein.',
    }),
    rate_limited: () => ({
      what: 'Der Server bittet diese Station zu warten, bevor sie mehr sendet.',
      next: 'Es ist nichts zu tun, sie macht von selbst weiter. Kommt es oft vor, bitten Sie den Veranstalter um einen eigenen Client je Station.',
    }),
    forbidden: () => ({
      what: 'Der Server kennt diese Station, aber ihr Veranstalter hat keinen Zugriff.',
      next: 'Bitten Sie den Veranstalter, seinen Tarif zu prüfen.',
    }),
    no_secret: () => ({
      what: 'Das Client-Secret dieser Station ist auf diesem Gerät nicht lesbar.',
      next: 'Geben Sie es unter „Server wechseln“ neu ein. Ist es verloren, legt der Veranstalter einen neuen Client an.',
    }),
    scope_missing: ({ scopes }) => ({
      what: `Dem Client dieser Station fehlt eine Berechtigung: ${scopes}.`,
      next: 'Bitten Sie den Veranstalter, sie zu den Scopes des Clients hinzuzufügen.',
    }),
    no_event_granted: () => ({
      what: 'Der Server hat für den Client dieser Station keine veröffentlichte Veranstaltung.',
      next: 'Bitten Sie den Veranstalter, die Veranstaltung zu veröffentlichen oder diesem Client freizugeben.',
    }),
    event_not_granted: ({ event }) => ({
      what: `${event} ist für diese Station nicht mehr offen: dem Client nicht freigegeben oder nicht veröffentlicht.`,
      next: 'Bitten Sie den Veranstalter um erneute Freigabe, oder wählen Sie eine andere Veranstaltung.',
    }),
    retryIn: (time) => `Nächster Versuch von selbst in ${time}.`,
    retrying: 'Neuer Versuch läuft…',
    noticed: 'Diese Station merkt die Änderung von selbst innerhalb einer Minute.',
    scanningGoesOn: 'Gescannt wird weiter. Scans bleiben hier und werden später gesendet.',
  },
  refusal: {
    unreachable:
      'Unter dieser Adresse antwortet nichts. Prüfen Sie die Adresse und das Netz dieses Geräts.',
    certificate_not_trusted:
      'Dem Zertifikat dieses Servers wird nicht vertraut. Prüfen Sie die Adresse und das Datum dieses Geräts.',
    certificate_changed:
      'Der Server zeigt ein anderes Zertifikat, als der Anmeldecode nennt. Bitten Sie den Veranstalter um einen neuen Code; ist er neu, steht jemand in diesem Netz dazwischen.',
    not_a_server:
      'Unter dieser Adresse ist kein Gatehouse-Server. Prüfen Sie sie bis zum Ende: Die meisten enden auf /v1.',
    refused: 'Der Server nimmt diese ID mit diesem Secret nicht an.',
    forbidden:
      'Der Server kennt diesen Client, aber dessen Veranstalter hat keinen Zugriff. Fragen Sie ihn nach seinem Tarif.',
    server_error:
      'Der Server antwortet mit einem Fehler oder bittet zu warten. Versuchen Sie es in einer Minute noch einmal.',
    unsentScans: (count, organiser) =>
      `${count === 1 ? '1 Scan' : `${count} Scans`} von ${organiser} ${count === 1 ? 'ist' : 'sind'} noch nicht gesendet, und dieser Server gehört einem anderen Veranstalter. Senden Sie sie zuerst.`,
  },
  attention: {
    redemption: 'Zusatz ausgegeben',
    intro: 'Der Server hat diese Scans nicht angenommen. Auf diesem Gerät sind sie sicher.',
    why: {
      'journal.changed':
        'Der Eintrag dieses Scans im Journal dieser Station ist nicht mehr der, der am Einlass geschrieben wurde. Er wird deshalb nie gesendet: bitte die Leitung informieren.',
      'ticket.unknown':
        'Der Server kennt für diese Station kein solches Ticket. Vielleicht wurden die Veranstaltungen ihres Clients geändert.',
      'scan.mismatch':
        'Der Server hat unter dieser Referenz einen anderen Scan. Vielleicht wurde der Datenordner einer Station kopiert.',
      'validation.failed': 'Der Server kann diesen Scan nicht lesen. Sagen Sie es dem Support.',
      too_large: 'Der Server oder etwas auf dem Weg zu ihm lehnt diesen Scan als zu groß ab.',
      refused: 'Der Server hat diesen Scan nicht angenommen.',
      not_found: 'Der Server hat den Ort für diesen Scan nicht gefunden.',
      not_the_server:
        'Geantwortet hat nicht der Ticketserver, sondern eine Seite des Netzes oder ein Proxy.',
      invalid_response: 'Die Antwort des Servers zu diesem Scan war nicht zu verstehen.',
      server_error: 'Der Server scheitert an diesem Scan.',
      conflict: 'Der Server ist mit diesem Scan noch beschäftigt.',
      forbidden: 'Der Server lässt diese Station keine Scans senden.',
      scope_missing: 'Dem Client dieser Station fehlt die Berechtigung, Scans zu senden.',
    },
    whySent: 'Der Server sagt:',
    since: (time) => `Abgelehnt ${time}`,
    sent: (times) => (times === 1 ? 'einmal gesendet' : `${times}-mal gesendet`),
    waiting: 'Wird von selbst neu gesendet',
    setAside: 'Zurückgestellt',
    sendAgain: 'Neu senden',
    sendAll: 'Alle neu senden',
    queued: 'Eingereiht: wird sofort gesendet, oder sobald der Server da ist.',
    export: 'Exportieren',
    exported: (file) => `Gespeichert als ${file}`,
    fileName: 'zu-klaeren',
    shown: (shown, total) => `${shown} von ${total}`,
    showMore: 'Mehr zeigen',
    loading: 'Die Liste wird gelesen…',
    failed: 'Die Liste lässt sich nicht lesen.',
    empty: 'Nichts zu klären',
    emptyNext: 'Scans, die der Server nicht annimmt, stehen hier.',
    show: 'Zeigen, was zu klären ist',
  },
  refused: 'Die Station hat diesen Scan nicht angenommen.',
  warnings: {
    journalReplaced: (carriedOver, keptAs) =>
      `Das Journal war beschädigt. ${carriedOver} Scans wurden in ein neues übernommen; die alte Datei bleibt als ${keptAs} erhalten.`,
    journalEndLost: (scans) =>
      `Scans, die im Journal dieser Station fehlen: ${scans}. Hier bereits eingelassene Tickets könnten noch einmal eingelassen werden: bitte zusätzlich prüfen und die Leitung informieren.`,
    journalEndLostSince: (scans, time) =>
      `Scans, die im Journal dieser Station fehlen: ${scans}, alle nach ${time}. Seitdem hier eingelassene Tickets könnten noch einmal eingelassen werden: bitte zusätzlich prüfen und die Leitung informieren.`,
    journalEndKept: (keptAs) => `Die beschädigten Dateien bleiben als ${keptAs} erhalten.`,
    journalChanged: (scans) =>
      `Scans im Journal dieser Station, die nicht mehr so dastehen, wie sie geschrieben wurden: ${scans}. Noch nicht gesendete werden zurückgehalten: bitte die Leitung informieren.`,
    settingsRestored:
      'Die Einstellungen dieser Station fehlten oder waren beschädigt; die letzte Kopie gilt. Bitte Veranstaltung und Eingang prüfen.',
    settingsLost:
      'Die Einstellungen dieser Station fehlten oder waren beschädigt. Bitte Veranstaltung und Eingang prüfen: Sie sind vielleicht nicht die zuvor gewählten.',
    journalUnwritable: (problem) =>
      `Scans lassen sich nicht speichern (${problem}). Bitte eine andere Station nehmen.`,
    journalUnreadable: (problem) => `Das Journal ist nicht lesbar (${problem}).`,
    overRedeemed: (times) =>
      `Es wurde mehr ausgegeben als gekauft, an zwei Stationen, die nichts voneinander wissen konnten (${times}). Der Veranstalter sieht, bei welchen Bestellungen.`,
    diskFull:
      'Der Datenträger dieses Geräts ist voll. Scans lassen sich nicht speichern: Platz schaffen oder eine andere Station nehmen.',
    replicaRebuilt: 'Die Kopie der Serverdaten war unbrauchbar und wird neu geladen.',
    replicaCarriedOver: (tickets) =>
      `Tickets, die noch lesbar waren und bis dahin gelten: ${tickets}.`,
    replicaMissing:
      'Die Ticketdaten dieser Station fehlen. Sie werden neu geladen, sobald der Server erreichbar ist; ohne sie erscheinen Tickets als unbekannt.',
    replicaUnreadable:
      'Die Serverdaten sind im Moment nicht lesbar. Noch einmal scannen oder eine andere Station nehmen.',
    replicaUnwritable:
      'Was der Server sagt, lässt sich auf diesem Gerät nicht speichern. Platz auf dem Datenträger schaffen: Bis dahin sind neue und geänderte Tickets hier nicht bekannt.',
    foreignPages: (own, other) =>
      `Der Server unter ${own} verweist für weitere Daten auf ${other}: Es wird nichts mehr geladen. Bitte die Adresse hier oder die des Servers berichtigen.`,
    clockOff: (seconds) =>
      `Die Uhr dieses Geräts geht ${seconds} s falsch. Scans tragen die berichtigte Zeit.`,
    clockJumped:
      'Die Uhr dieses Geräts wurde verstellt. Scans tragen die Zeit, die sie sonst gehabt hätten.',
    clockUnconfirmed: (seconds) =>
      `Die Uhr dieses Geräts ging um ${seconds} s falsch, als der Server zuletzt erreicht wurde, und gilt weiter als so falsch. Scans tragen die korrigierte Zeit.`,
    plainHttp: (server) =>
      `Die Verbindung zu ${server} ist nicht verschlüsselt: Andere in diesem Netz können Namen und den Zugang dieser Station mitlesen. Verwenden Sie eine Adresse mit https://.`,
    secretUnprotected:
      'Das Client-Secret liegt in einer Datei, die nur dieser Benutzer lesen kann. Es ist nicht verschlüsselt.',
    secretUnreadable: (problem) =>
      `Das Client-Secret kann nicht gelesen werden (${problem}). Gescannt wird offline weiter, und das Lesen wird wieder versucht. Bleibt das so, geben Sie das Secret in den Einstellungen neu ein.`,
    secretUnanswered:
      'Der Schlüsselbund antwortet nicht, das Client-Secret kann noch nicht gelesen werden. Gescannt wird offline weiter. Entsperren Sie den Schlüsselbund, oder geben Sie das Secret in den Einstellungen neu ein.',
    secretMissing:
      'Das Client-Secret dieser Station ist nicht auf diesem Gerät. Gescannt wird offline weiter. Geben Sie das Secret in den Einstellungen neu ein.',
    settingsNotKept: (problem) =>
      `Die Auswahl kann nicht gespeichert werden (${problem}). Sie gilt, bis Gatehouse geschlossen wird, und muss danach neu getroffen werden.`,
    secretNotKept: (problem) =>
      `Das Client-Secret kann nicht gespeichert werden (${problem}). Es gilt, bis Gatehouse geschlossen wird, und muss danach neu eingegeben werden.`,
  },
};
