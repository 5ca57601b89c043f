import type { Words } from './en.ts';

export const de: Words = {
  signal: {
    admit: 'Einlass',
    already_in: 'Schon drin',
    just_in: 'Eben eingelassen',
    wrong_entrance: 'Falscher Eingang',
    wrong_event: 'Falsches Event',
    not_now: 'Nicht jetzt',
    date_cancelled: 'Termin abgesagt',
    not_valid: 'Nicht gültig',
    unknown: 'Unbekannt',
    unreadable: 'Kein Ticket',
    scan_again: 'Nochmal scannen',
    scanner_works: 'Scanner geht',
    system: 'Nicht erfasst',
  },
  missed: { too_early: 'Zu früh', expired: 'Abgelaufen', wrong_date: 'Falscher Termin' },
  verdict: {
    readAgain: 'Erneut gelesen',
    waiting: (count) => `${count} weitere folgen`,
    firstIn: 'Eingelassen',
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
    anotherEvent: 'Für eine andere Veranstaltung',
    firstUnknown: 'Wann und wo, ist hier nicht bekannt',
    cancelled: 'Ticket storniert',
    replaced: 'Ticket ersetzt oder zurückgezogen',
    codeReplaced: 'Dieser Code wurde durch einen neueren ersetzt',
    refunded: 'Ticket erstattet',
    notInData: 'Nicht in den Daten dieser Station',
    halfCode: 'Nur ein halber Code wurde gelesen',
    severalTickets: 'Kann der Code mehrerer Tickets sein',
    notSaved: 'Der Scan ließ sich nicht speichern',
    notRead: 'Die Ticketdaten waren nicht lesbar',
    checkingNext: 'Der Code wurde gelesen. Einen Moment.',
  },
  next: {
    let_in: 'Bitte einlassen.',
    supervisor: 'Auf dieses Ticket niemanden mehr einlassen. Im Zweifel die Einlassleitung rufen.',
    not_second: 'Keine zweite Person: sonst niemanden mit diesem Ticket einlassen.',
    show_the_way: 'Bitte den Weg dorthin zeigen.',
    other_event: 'Hier nicht einlassen. Den Weg zu jener Veranstaltung zeigen.',
    no_entrance: 'Einlassleitung rufen: Hier ist kein richtiger Eingang bekannt.',
    come_back: 'Bitte dann wiederkommen lassen.',
    box_office: 'Bitte zur Abendkasse schicken.',
    refund: 'Bitte zur Erstattung an die Abendkasse schicken.',
    new_ticket: 'Das neue Ticket zeigen lassen und scannen.',
    new_code: 'Den neuesten Code des Tickets zeigen lassen und scannen.',
    look_up: 'Bestellbestätigung zeigen lassen oder zur Abendkasse schicken.',
    scan_ticket: 'Bitte den Code auf dem Ticket selbst scannen.',
    training: 'Jetzt ein Ticket scannen.',
    other_station: 'Hier niemanden einlassen. Andere Station benutzen.',
    scan_again: 'Noch einmal scannen. Bleibt es dabei, andere Station benutzen.',
    scan_whole: 'Den Code ruhig halten, bis es piept, oder ihn eingeben.',
    type_code: 'Den Code eingeben, wie er gedruckt ist, oder zur Abendkasse schicken.',
  },
  idle: {
    ready: 'Bereit zum Scannen',
    readyNext: 'Ticket unter den Scanner halten oder seinen Code eingeben.',
    noTickets: 'Noch keine Tickets',
    noTicketsNext:
      'Sie kommen aus einer CSV-Datei: Wer den Server betreibt, importiert sie mit diesem Befehl.',
    noTicketsHere:
      'Sie kommen aus der Datei Ihres Ticketshops. Importieren Sie sie in der Konsole, die im Browser aufgeht.',
    importTickets: 'Tickets importieren',
    importOpened: 'Die Konsole ist im Browser offen. Legen Sie die Datei dort ab.',
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
      'Der Server auf diesem Computer braucht länger als sonst zum Starten. Bleibt das so, schließen Sie Gatehouse und starten Sie es neu.',
    slowStation:
      'Die Station braucht länger als sonst, um Journal und Ticketdaten zu öffnen. Bleibt das so, schließen Sie Gatehouse und starten Sie es neu.',
    failed: 'Die Station kann nicht arbeiten',
    failedNext:
      'Hier niemanden einlassen. Gatehouse neu starten; bleibt es dabei, den Support anrufen.',
    screenFailed: 'Diese Anzeige ist ausgefallen',
    screenFailedNext:
      'Sie ist gleich wieder da. Niemanden einlassen, bis das Ergebnis wieder zu sehen ist; Scans werden solange angenommen.',
  },
  samples: {
    title: 'Beispielcodes',
    intro: 'Einen Code vom Bildschirm scannen oder antippen.',
    show: 'Beispielcodes zeigen',
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
      keys_changed: 'andere Schlüssel',
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
    unreadable: (count) => `${count} nicht verstanden`,
    conflicts: (count) => (count === 1 ? '1 Konflikt' : `${count} Konflikte`),
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
    muted: 'Ton aus',
    soundBlocked: 'Ton gesperrt: hier klicken',
  },
  station: {
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
    tonight: 'Heute',
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
    showNames: 'Namen kurz zeigen',
    sound: 'Ton ein / aus',
    theme: 'Dunkel / hell',
    language: 'Sprache',
    scanners: 'Scanner',
    selfTest: 'Selbsttest',
    kiosk: 'Kiosk-Modus',
    settings: 'Einstellungen',
    close: 'Schließen',
    cancel: 'Abbrechen',
    details: 'Einzelheiten',
  },
  help: {
    intro: 'Scannen geht überall, auch während das hier offen ist.',
    everywhere: 'Überall',
    list: 'In der Liste der Scans',
    move: 'Scan auswählen',
    open: 'Einzelheiten zeigen',
  },
  scanners: {
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
      failed: 'Funktioniert nicht',
      denied: 'Nicht erlaubt',
    },
    nothingRead: 'Noch nichts gelesen.',
    kinds: {
      reference: 'Ticket',
      signed: 'Signiertes Ticket',
      enrolment: 'Richtet eine Station ein',
      training: 'Übungscode',
      partial: 'Halber Code',
      unrecognised: 'Kein Ticket',
    },
    usb: {
      off: null,
      starting: null,
      ready: null,
      missing:
        'Scanner einstecken. Einer, der wie eine Tastatur schreibt, braucht hier nichts; für den USB-Modus „USB HID POS“ aus seinem Handbuch scannen.',
      no_library:
        'Der Teil, der USB-Scanner liest, fehlt. Gatehouse neu installieren; Tastatur-Scanner funktionieren weiter.',
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
    line: {
      speed: 'Geschwindigkeit (Bit/s)',
      format: 'Format',
      ending: 'Ein Code endet mit',
      endings: { automatic: 'CR, LF oder Pause', line: 'CR oder LF', pause: 'einer Pause' },
      pause: 'Pause (ms)',
    },
    beeps: 'Der Scanner meldet Ja und Nein mit Tönen',
    camera: {
      name: 'Kamera',
      use: 'Codes mit der Kamera lesen',
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
        slow: 'Alle Zeichen kommen an, aber langsam. Tickets werden nur mit Enter am Ende gelesen, und solange kein Feld benutzt wird. Im Scanner eine kürzere Pause zwischen Zeichen einstellen.',
        num_lock: 'Die Num-Taste ist aus. Tickets werden trotzdem richtig gelesen.',
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
  privacy: {
    hide: 'Namen verbergen',
    hideNote:
      'Anfangsbuchstaben statt Namen, in jedem Bereich dieses Bildschirms. Das Auge oben oder Alt V zeigt die Namen zehn Sekunden lang oder bis zum nächsten Scan.',
    withNames: 'Mit Namen exportieren',
    withoutNames: 'Ohne Namen exportieren',
  },
  kiosk: {
    intro:
      'Zeigt die Tür und sonst nichts: keinen anderen Bereich, keine Einstellungen. Gescannt wird wie zuvor. Dieselbe PIN führt wieder hinaus.',
    choose: 'PIN wählen',
    again: 'Die PIN noch einmal',
    digits: '4 bis 8 Ziffern.',
    differ: 'Die beiden PINs sind nicht gleich.',
    escape:
      'Im Browser verlässt Esc das Vollbild, und keine Seite kann das verhindern; gesperrt bleibt die Station trotzdem.',
    enter: 'Diese Station sperren',
    leave: 'Kiosk-Modus verlassen',
    pin: 'PIN',
    keypad: 'Ziffern',
    delete: 'Letzte Ziffer löschen',
    wait: (time) => `Zu viele falsche PINs. ${time} warten.`,
    forgotten: 'Wenn niemand mehr die PIN weiß: Gatehouse schließen und mit --leave-kiosk starten.',
    fullScreen: 'Vollbild',
    locked: 'Diese Station ist gesperrt',
    lockedNext: 'Sie kann gerade nicht scannen. Bitte an das Team wenden.',
  },
  changeLock: {
    label: 'Veranstaltung, Eingang und Offline ändern',
    note: 'Damit es nicht aus Versehen geschieht. Bei „PIN“ wird als Nächstes eine neue gewählt; dann gilt sie auch für den Kiosk-Modus.',
    options: { at_once: 'Sofort', hold: 'Gedrückt halten', pin: 'PIN' },
    titles: {
      select_event: 'Veranstaltung ändern',
      select_entry_point: 'Eingang ändern',
      set_mode: 'Offline arbeiten',
      set_change_lock: 'Sperre ändern',
    },
    now: 'Jetzt',
    next: 'Dann',
    offline:
      'Diese Station sendet und empfängt dann nichts, bis jemand wieder online geht. Scans bleiben erhalten.',
    holdHint: 'Halten, bis die Taste voll ist. Mit der Tastatur: Enter halten.',
    tooShort: 'Zu früh losgelassen. Taste oder Enter halten, bis sie voll ist.',
    held: 'Fertig. Loslassen.',
    press: 'Stattdessen einmal drücken',
    newPin: 'PIN festlegen',
    newPinIntro:
      'Ohne sie ändert hier niemand Veranstaltung oder Eingang, und niemand arbeitet offline.',
  },
  selfTest: {
    title: 'Selbsttest vor dem Einlass',
    intro: 'Prüft diese Station, bevor der erste Gast kommt. Gescannt wird währenddessen weiter.',
    start: 'Selbsttest starten',
    again: 'Erneut testen',
    running: 'Die Station wird geprüft…',
    last: (age) => `Getestet vor ${age}`,
    never: 'Noch nicht getestet',
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
        'Der Code kommt anders an, als er gedruckt ist. Unter Scanner (Alt S) die Tastaturbelegung prüfen.',
      scanner_open: () => 'Noch nichts gelesen.',
      sound_heard: () => 'Die Töne waren zu hören.',
      sound_not_heard: () =>
        'Die Töne waren nicht zu hören. Hier, am Gerät und am Lautsprecher lauter stellen.',
      sound_open: () => 'Noch hat niemand gesagt, ob die Töne zu hören sind.',
      camera_ready: () => 'Die Kamera funktioniert.',
      camera_not_ready: () => 'Die Kamera funktioniert nicht. Unter Scanner (Alt S) steht, warum.',
      clock_right: ({ offset }) => `Höchstens ${offset} neben der des Servers.`,
      clock_off: ({ offset }) =>
        `Die Uhr des Geräts geht ${offset} falsch oder wurde verstellt. Stellen und Gatehouse neu starten.`,
      clock_not_compared: () =>
        'Die Uhr ließ sich nicht mit der des Servers vergleichen. Die Zeit des Geräts von Hand prüfen.',
      server_answers: () => 'Er antwortet.',
      server_away: () =>
        'Er wurde nicht gefragt: Diese Station ist offline oder wartet. Gescannt wird auch ohne ihn; F6 sagt, warum.',
      server_failed: ({ problem }) =>
        `Er hat seine Zahlen nicht genannt. Gescannt wird auch ohne ihn. (${problem})`,
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
        'Die Station hat nicht geantwortet. Erneut testen; hilft das nicht, Gatehouse neu starten.',
    },
  },
  typed: {
    label: 'Code, Name, Bestellung oder Platz',
    hint: 'Ein Code wird hier geprüft. Alles andere wird an der Abendkasse gesucht.',
    check: 'Prüfen',
    codeLabel: 'Ticketcode',
    codeHint: 'Wie unter dem Strichcode gedruckt. Groß oder klein ist gleich.',
    lookUp: 'Suchen',
    empty: 'Bitte Code, Name, Bestellung oder Platz eingeben.',
  },
  details: {
    title: 'Scan',
    holder: 'Inhaber',
    ticket: 'Ticket',
    ticketType: 'Art',
    seat: 'Platz',
    session: 'Termin',
    scanned: 'Gescannt',
    source: 'Gelesen mit',
    number: 'Nummer',
  },
  settings: {
    volume: 'Lautstärke',
    sound: 'Ton',
    theme: 'Darstellung',
    tryTone: 'Töne abspielen',
    speaks: 'Grund vorlesen',
    speaksNote: 'Nach dem Ton, mit einer Stimme dieses Geräts. Namen werden nie vorgelesen.',
    noVoice: 'Dieses Gerät hat für diese Sprache keine eigene Stimme: Es wird nichts vorgelesen.',
    vibrates: 'Vibrieren',
    themes: { system: 'System', dark: 'Dunkel', light: 'Hell' },
    startAtLogin: 'Beim Anmelden starten',
    startAtLoginNote:
      'Gatehouse öffnet sich, sobald sich dieser Benutzer an diesem Computer anmeldet.',
    connection: 'Verbindung',
    version: 'Gatehouse-Version',
    noServer: 'Mit keinem Server verbunden',
  },
  about: {
    title: 'Über Gatehouse',
    intro:
      'Gatehouse steht unter der MIT-Lizenz. Es enthält Werke anderer, jedes unter seiner eigenen:',
    search: 'Namen und Lizenzen durchsuchen',
    nothing: 'Nichts gefunden.',
    unread: 'Die Lizenzen lassen sich nicht lesen.',
  },
  places: 'Bereiche',
  search: {
    label: 'Ticket suchen',
    hint: (hasEmails) => (hasEmails ? 'Code, Name oder E-Mail' : 'Code, Name oder Platz'),
    clear: 'Leeren',
    results: 'Gefundene Tickets',
    count: (found, total) => (total === null ? `${found} gefunden` : `${found} von ${total}`),
    begin: 'Wer ist es?',
    beginNext: (hasEmails) =>
      hasEmails
        ? 'Ein Teil des Namens, der E-Mail oder des Platzes genügt, oder das Ende des Codes oder der Bestellnummer. Akzente und Großschreibung sind egal.'
        : 'Ein Teil des Namens oder des Platzes genügt, oder das Ende des Codes oder der Bestellnummer. Akzente und Großschreibung sind egal.',
    nothing: (query) => `Nichts gefunden zu „${query}“`,
    nothingNext: (hasEmails) =>
      hasEmails
        ? 'Weniger Buchstaben versuchen, oder etwas anderes: Platz, E-Mail, Bestellung.'
        : 'Weniger Buchstaben versuchen, oder etwas anderes: Platz, Bestellung.',
    noEmails: 'Diese Station hat keine E-Mail-Adressen. Nach Name, Bestellung oder Platz suchen.',
    noPhones: 'Stationen haben keine Telefonnummern. Nach Name, Bestellung oder Platz suchen.',
    ordered: (day) => `Bestellt am ${day}`,
    more: (shown) => `Die ersten ${shown} werden gezeigt. Mehr eingeben, um genauer zu suchen.`,
    indexing:
      'Neue Tickets werden noch für die Suche erfasst. Die Liste vervollständigt sich gleich.',
    importing: 'Es kommen noch Tickets an: Was fehlt, ist vielleicht noch nicht da.',
    failed: 'Die Tickets sind nicht lesbar',
    failedNext: 'Erneut versuchen. Bleibt es dabei, andere Station benutzen.',
    awayNext: 'Die Suche geht weiter, sobald sie antwortet.',
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
      unknown: 'in unbekanntem Zustand',
    },
    tickets: (count) => (count === 1 ? '1 Ticket' : `${count} Tickets`),
    incomplete: 'Hier fehlen vielleicht Tickets dieser Bestellung: Noch sind nicht alle da.',
    failed: 'Die Bestellung ist nicht lesbar',
    gone: 'Dieses Ticket ist nicht mehr da',
    goneNext: 'Vielleicht gehört es jetzt zu einer anderen Veranstaltung. Bitte neu suchen.',
    checkIn: 'Einlassen',
    justNow: 'Eben eingelassen',
    entrances: 'Eingang',
    help: {
      is_in: 'Niemanden mehr einlassen. Im Zweifel die Einlassleitung rufen.',
      come_later: 'Bitte dann wiederkommen lassen.',
      too_late:
        'Die Zeit ist vorbei. Nur die Einlassleitung oder der Veranstalter kann mit einem anderen Ticket helfen.',
      date_cancelled:
        'Anbieten, was der Veranstalter entschieden hat: Erstattung oder ein anderer Termin.',
      find_new_ticket:
        'Vielleicht gibt es ein neueres Ticket: nach dem Namen oder der Bestellung suchen.',
      cancelled:
        'Niemanden einlassen. In der Bestellung nach einem anderen Ticket sehen oder ein neues verkaufen.',
      refunded: 'Das Geld ist zurückgezahlt: niemanden einlassen. Ein neues Ticket verkaufen.',
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
    export: 'CSV exportieren',
    fileName: 'verlauf',
    older: 'Ältere anzeigen',
    loading: 'Das Journal wird gelesen…',
    failed: 'Das Journal kann nicht gelesen werden',
    empty: 'Noch ist nichts geschehen',
    emptyNext: 'Hier steht jeder Scan und jedes Extra, das an dieser Station ausgegeben wird.',
    nothing: 'So etwas ist hier nicht geschehen',
    nothingNext:
      'Entfernen Sie einen Filter, oder suchen Sie nach weniger. Was andere Stationen getan haben, steht hier nicht.',
  },
  conflicts: {
    first: 'Erster Einlass',
    second: 'Zweiter Einlass',
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
    note: 'Was haben Sie herausgefunden?',
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
  tonight: {
    of: (tickets) => `von ${tickets} Tickets`,
    countedAt: (time) => `Gezählt um ${time}`,
    counting: 'Es wird gezählt…',
    importing: 'Noch kommen Tickets an: Die Zahlen sind vollständig, wenn alle da sind.',
    offlineSince: (time) =>
      `Der Server ist nicht da. Was andere Türen seit ${time} getan haben, ist hier noch nicht gezählt.`,
    failed: 'Die Zahlen können nicht ermittelt werden',
    arrivals: 'Ankünfte je fünf Minuten',
    noArrivals: 'Noch ist niemand hereingekommen',
    noArrivalsNext: 'Wer an irgendeiner Tür eingelassen wird, wird hier gezählt.',
    lastDay: 'Das Diagramm zeigt die letzten 24 Stunden. Die Tabelle hat alle Ankünfte.',
    running: 'Die letzten fünf Minuten laufen noch.',
    types: 'Ticketarten',
    noTypes: 'Noch keine Tickets',
    noType: 'Ohne Art',
    noDenials: 'Niemand wurde abgewiesen',
    otherReason: 'Anderer Grund',
    others: (count) => `${count} andere`,
    asTable: 'Als Tabelle',
    columns: {
      from: 'Ab',
      total: 'Gesamt',
      type: 'Ticketart',
      tickets: 'Tickets',
      share: 'Anteil',
      reason: 'Grund',
      scans: 'Scans',
    },
  },
  fleet: {
    title: 'Stationen',
    receivedAt: (time) => `Wie der Server sie um ${time} kannte`,
    well: 'Keine Station hat ein Problem',
    inTrouble: (count) =>
      count === 1 ? '1 Station braucht Hilfe' : `${count} Stationen brauchen Hilfe`,
    none: 'Der Server kennt noch keine Station',
    failed: 'Die Stationen können nicht gezeigt werden',
    unreachable: 'Der Server ist nicht erreichbar. Nur er hört alle Stationen.',
    notOffered: 'Dieser Server verfolgt nicht, wie es den Stationen geht.',
    forbidden: 'Diese Station darf die anderen nicht sehen. Der Veranstalter kann es erlauben.',
    elsewhere: 'Andere Veranstaltung',
    noEvent: 'Keine Veranstaltung gewählt',
    columns: {
      station: 'Station',
      heard: 'Zuletzt gehört',
      queue: 'Zu senden',
      data: 'Alter der Daten',
      clock: 'Uhr falsch um',
      version: 'Version',
    },
    unheard: (age) => `Seit ${age} nicht gehört`,
    unsent: (count, age) =>
      count === 1
        ? `1 nicht gesendet, seit ${age}`
        : `${count} nicht gesendet, der älteste seit ${age}`,
    refused: (count) => `${count} vom Server abgelehnt`,
    noData: 'Hat noch keine Tickets',
    oldData: (age) => `Ihre Daten sind ${age} alt`,
    clockOff: (offset) => `Ihre Uhr geht um ${offset} falsch`,
    warns: {
      journal: 'Mit ihrem Journal stimmt etwas nicht',
      store: 'Ihre Ticketdaten oder ihr Datenträger haben ein Problem',
      settings: 'Ihre Einstellungen gingen verloren oder lassen sich nicht speichern',
      clock: 'Ihrer Uhr ist nicht zu trauen',
      secret: 'Ihr Client-Secret fehlt oder lässt sich nicht lesen',
      server: 'Der Server schickt sie an eine andere Adresse',
      add_ons: 'Es wurden mehr Extras ausgegeben als gekauft',
      entry_point: 'Ihr Eingang wurde archiviert',
      rows: 'Sie kann nicht alle Daten des Servers lesen',
    },
    warnsOf: (code) => `Sie warnt vor ${code}`,
  },
  addOns: {
    title: 'Extras',
    unnamed: 'Extra',
    left: (remaining, of) => `noch ${remaining} von ${of}`,
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
        'Nicht geschehen: Die Extras sind nicht lesbar. Erneut versuchen oder andere Station benutzen.',
      other: 'Nicht geschehen: Dieses Extra ist hier nicht mehr bekannt. Bitte neu suchen.',
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
  firstRun: {
    title: 'Willkommen bei Gatehouse',
    intro: 'Wofür wird dieses Gerät gebraucht?',
    cards: {
      demo: {
        title: 'Ausprobieren',
        text: 'Eine Beispielveranstaltung mit 2.000 erfundenen Tickets, nur auf diesem Gerät.',
      },
      here: {
        title: 'Server hier betreiben',
        text: 'Ihre eigene Veranstaltung. Dieser Computer hält Tickets und Scans; er braucht kein Internet.',
      },
      connect: {
        title: 'Verbinden',
        text: 'Ihr Veranstalter hat Ihnen einen Anmeldecode oder die Adresse eines Servers gegeben.',
      },
    },
    questions: {
      organiser: {
        title: 'Wie heißt Ihre Organisation?',
        intro: 'Ihr gehören Ihre Veranstaltungen.',
        label: 'Organisation',
      },
      event: {
        title: 'Wie heißt Ihre erste Veranstaltung?',
        intro: 'Weitere können Sie später anlegen.',
        label: 'Veranstaltung',
      },
      entryPoints: {
        title: 'Wo gehen die Leute hinein?',
        intro:
          'Namen mit Kommas dazwischen, etwa Nordtor, Südtor. Gibt es nur einen Eingang, lassen Sie das Feld leer.',
        label: 'Eingänge',
      },
    },
    entrance: 'Eingang',
    needed: 'Das wird gebraucht.',
    starting: 'Der Server startet…',
    startingNext: 'Das dauert einige Sekunden.',
    place: 'Wo steht dieses Gerät?',
    placeIntro:
      'Tickets werden für diesen Eingang geprüft. Sie können ihn später oben auf dem Türbildschirm ändern.',
    boxOfficeNote: 'Findet Leute nach Namen und lässt für jeden Eingang ein.',
    reading: 'Die Veranstaltung wird gelesen…',
    back: 'Zurück',
    next: 'Weiter',
    toTheDoor: 'Zur Tür',
  },
  server: {
    title: 'Server auf diesem Gerät',
    address: 'Adresse',
    health: 'Zustand',
    healths: {
      ready: 'Läuft',
      unready: 'Läuft, kann aber seine Datenbank nicht nutzen',
      away: 'Wird neu gestartet',
    },
    size: 'Datenbank',
    folder: 'Datenordner',
    lastBackup: 'Letzte Sicherung',
    never: 'Noch keine',
    backUp: 'Jetzt sichern',
    backingUp: 'Wird kopiert…',
    backedUp: 'Die Datenbank wurde kopiert.',
    bringIn: 'Tickets kommen aus einer CSV-Datei. gatehouse event list nennt die EVT:',
  },
  network: {
    switch: 'Andere Stationen dürfen sich verbinden',
    purpose:
      'Computer in diesem Netz können dann mit einem Code beitreten, den Sie hier erstellen. Alles, was sie senden, ist verschlüsselt.',
    demo: 'Auf diesem Server liegen Beispieldaten. Ihre Zugangsdaten wurden beim Start ausgegeben und stehen in demo.json: Wer sie hat, kommt aus diesem Netz an die erfundenen Gäste des Beispiels.',
    openDemo: 'Trotzdem erlauben',
    opening: 'Wird gestartet…',
    addresses: 'Im Netz',
    noAddress: 'Dieser Computer ist gerade in keinem lokalen Netz. Verbinden Sie ihn mit einem.',
    lostHost: (host) =>
      `Dieser Computer hat die Adresse ${host} nicht mehr, zu der der letzte Code führte. Geben Sie sie ihm im Router wieder, oder erstellen Sie neue Codes für die Stationen.`,
    expires: 'Zertifikat bis',
    portTaken: (port) =>
      `Ein anderes Programm belegt Port ${port}. Beenden Sie es; Sekunden später können sich Stationen wieder verbinden.`,
    moveMeans: 'An einem anderen Port braucht jede beigetretene Station einen neuen Code.',
    move: 'Anderen Port nehmen',
    certificate: {
      certificate_lost: 'Das Zertifikat, server-tls.pem, fehlt oder ist beschädigt.',
      certificate_expired: 'Das Zertifikat ist abgelaufen.',
    },
    renewMeans:
      'Stationen vertrauen nur dem Zertifikat, mit dem sie beigetreten sind. Mit einem neuen bleibt jede offline, bis sie einen neuen Code bekommt; ihre Scans behält sie und sendet sie dann.',
    renew: 'Neues Zertifikat erstellen',
    failed: 'Der Server ist aus dem Netz nicht zu erreichen.',
  },
  join: {
    begin: 'Eine Station beitreten lassen',
    name: 'Name der Station',
    nameNeeded: 'Geben Sie ihr einen Namen.',
    allEvents: (organiser) => `Alle Veranstaltungen von ${organiser}`,
    anyEntryPoint: 'Wird an der Station gewählt',
    address: 'Adresse für die Station',
    make: 'Code erstellen',
    making: 'Wird erstellt…',
    made: (name) => `Code für ${name}`,
    how: 'Wählen Sie am anderen Computer „Verbinden“ und scannen Sie dort diesen Code, oder fügen Sie seinen Text ein.',
    qr: 'Anmeldecode als QR-Code',
    text: 'Als Text',
    once: (until) =>
      `Der Code erscheint nur dieses eine Mal. Er verbindet eine Station, einmal, bis ${until}. Zeigen Sie ihn bis dahin sonst niemandem.`,
    revoke:
      'Sobald die Station verbunden war, steht sie unter „Heute“. So wird sie gesperrt, an diesem Computer:',
    done: 'Fertig',
  },
  connect: {
    title: 'Diese Station verbinden',
    intro:
      'Diese drei Angaben oder einen Anmeldecode bekommen Sie vom Veranstalter, der für diese Station einen Client anlegt.',
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
    noClient: 'Noch kein Client?',
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
    keys_changed: ({ server }) => ({
      what: `Der Server ${server} spricht nicht mit den Schlüsseln des Veranstalters, denen diese Station vertraut. Es wird nichts an ihn gesendet.`,
      next: 'Vielleicht steht jemand in diesem Netz dazwischen: Nehmen Sie ein anderes Netz, und sagen Sie es dem Veranstalter. Hat er den Server neu eingerichtet, verbinden Sie mit einem neuen Anmeldecode.',
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
      next: 'Prüfen Sie, ob der Datenträger voll ist. Wenn nicht, schließen Sie Gatehouse und starten Sie es neu.',
    }),
    unauthorized: () => ({
      what: 'Der Server lehnt die Client-ID oder das Secret dieser Station ab.',
      next: 'Der Client wurde vielleicht gesperrt oder ersetzt. Lassen Sie sich vom Veranstalter gültige Zugangsdaten geben und geben Sie sie unter „Server wechseln“ ein.',
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
      next: 'Geben Sie es unter „Server wechseln“ neu ein, oder einen neuen Anmeldecode des Veranstalters.',
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
    'pin.wrong': 'Das ist nicht die PIN.',
    'pin.wait': 'Die PIN wurde nicht geprüft. Einen Moment warten und noch einmal versuchen.',
    'connect.no_code':
      'Das ist kein Anmeldecode oder nur ein Teil davon. Bitte scannen oder ganz einfügen.',
    'pin.required': 'Dafür ist die PIN dieser Station nötig.',
    'connect.location_without_event':
      'Der Anmeldecode nennt einen Eingang ohne Veranstaltung. Bitten Sie den Veranstalter um einen neuen Code.',
    'connect.code_ended':
      'Der Anmeldecode ist abgelaufen oder schon verwendet. Bitten Sie den Veranstalter um einen neuen Code.',
    'connect.unreachable':
      'Unter dieser Adresse antwortet nichts. Prüfen Sie die Adresse und das Netz dieses Geräts.',
    'connect.certificate_not_trusted':
      'Dem Zertifikat dieses Servers wird nicht vertraut. Prüfen Sie die Adresse und das Datum dieses Geräts.',
    'connect.certificate_changed':
      'Der Server zeigt ein anderes Zertifikat, als der Anmeldecode nennt. Bitten Sie den Veranstalter um einen neuen Code; ist er neu, steht jemand in diesem Netz dazwischen.',
    'connect.keys_changed':
      'Der Server spricht nicht mit den Schlüsseln des Veranstalters, denen diese Station vertraut. Bitten Sie den Veranstalter um einen neuen Anmeldecode; ist er neu, steht jemand in diesem Netz dazwischen.',
    'connect.not_a_server':
      'Unter dieser Adresse ist kein Gatehouse-Server. Prüfen Sie sie bis zum Ende: Die meisten enden auf /v1.',
    'connect.refused': 'Der Server nimmt diese ID mit diesem Secret nicht an.',
    'connect.forbidden':
      'Der Server kennt diesen Client, aber dessen Veranstalter hat keinen Zugriff. Fragen Sie ihn nach seinem Tarif.',
    'connect.server_error':
      'Der Server antwortet mit einem Fehler oder bittet zu warten. Versuchen Sie es in einer Minute noch einmal.',
    'server.port_taken':
      'Ein anderes Programm hat den Port des Servers belegt. Beenden Sie es, und versuchen Sie es noch einmal.',
    'server.disk_full':
      'Der Datenträger dieses Geräts ist voll. Schaffen Sie Platz, und versuchen Sie es noch einmal.',
    'server.not_empty':
      'Der Server hier hat eigene Daten, darum kommen keine Beispieldaten dazu. Nehmen Sie zum Ausprobieren einen anderen Datenordner.',
    'server.demo_closed':
      'Bestätigen Sie zuerst, dass die Beispieldaten im Netz offen sein dürfen.',
    'server.not_here': 'Dieses Gerät kann keinen Server betreiben.',
    'server.failed': 'Das ist dem Server nicht gelungen.',
    'start_at_login.failed': 'Das ließ sich auf diesem Computer nicht ändern.',
    'kiosk.locked':
      'Der Kiosk-Modus ist an und lässt nur die Tür offen. Zuerst mit der PIN verlassen.',
    'connect.unsent_scans': (count, organiser) =>
      `${count === 1 ? '1 Scan' : `${count} Scans`} von ${organiser} ${count === 1 ? 'ist' : 'sind'} noch nicht gesendet, und dieser Server gehört einem anderen Veranstalter. Senden Sie sie zuerst.`,
  },
  offlineChosen: {
    ask: (age) => `Seit ${age} offline, wie gewählt. Soll das so bleiben?`,
    stay: 'Offline bleiben',
    goOnline: 'Online gehen',
  },
  unreadable: {
    title: 'Nicht verstanden',
    intro:
      'Diese Einträge des Servers kann die Station nicht oder nicht ganz lesen. Jeder wird erneut geholt, wenn er sich ändert. Aktualisieren Sie Gatehouse, oder zeigen Sie die Liste dem, der den Server betreibt.',
    lists: {
      tickets: 'Ticket',
      scans: 'Scan',
      releases: 'Ausgang',
      order_lines: 'Extra',
      events: 'Veranstaltung',
      setup: 'Einrichtung der Veranstaltung',
    },
    noReference: 'ohne Referenz',
  },
  attention: {
    redemption: 'Extra ausgegeben',
    intro: 'Der Server hat diese Scans nicht angenommen. Auf diesem Gerät sind sie sicher.',
    why: {
      'journal.changed':
        'Der Eintrag dieses Scans im Journal dieser Station ist nicht mehr der, der an der Tür geschrieben wurde. Er wird deshalb nie gesendet: bitte die Einlassleitung informieren.',
      'ticket.unknown':
        'Der Server kennt für diese Station kein solches Ticket. Vielleicht wurden die Veranstaltungen ihres Clients geändert.',
      'scan.mismatch':
        'Der Server hat unter dieser Referenz einen anderen Scan. Vielleicht wurde der Datenordner einer Station kopiert.',
      'validation.failed': 'Der Server kann diesen Scan nicht lesen. Sagen Sie es dem Support.',
      too_large: 'Der Server oder etwas auf dem Weg zu ihm lehnt diesen Scan als zu groß ab.',
      refused: 'Der Server hat diesen Scan nicht angenommen.',
      not_found: 'Der Server hat keine Adresse, die Scans annimmt.',
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
    rowsUnreadable: (count) =>
      `Einträge des Servers, die diese Version nicht oder nicht ganz lesen kann: ${count}. Der Verlauf nennt sie: Aktualisieren Sie Gatehouse, oder sagen Sie es dem, der den Server betreibt.`,
    journalReplaced: (carriedOver, keptAs) =>
      `Das Journal war beschädigt. In ein neues übernommene Scans: ${carriedOver}; die alte Datei bleibt als ${keptAs} erhalten.`,
    journalEndLost: (scans) =>
      `Scans, die im Journal dieser Station fehlen: ${scans}. Hier bereits eingelassene Tickets könnten noch einmal eingelassen werden: bitte zusätzlich prüfen und die Einlassleitung informieren.`,
    journalEndLostSince: (scans, time) =>
      `Scans, die im Journal dieser Station fehlen: ${scans}, alle nach ${time}. Seitdem hier eingelassene Tickets könnten noch einmal eingelassen werden: bitte zusätzlich prüfen und die Einlassleitung informieren.`,
    journalEndKept: (keptAs) => `Die beschädigten Dateien bleiben als ${keptAs} erhalten.`,
    journalChanged: (scans) =>
      `Scans im Journal dieser Station, die nicht mehr so dastehen, wie sie geschrieben wurden: ${scans}. Noch nicht gesendete werden zurückgehalten: bitte die Einlassleitung informieren.`,
    settingsRestored:
      'Die Einstellungen dieser Station fehlten oder waren beschädigt; die letzte Kopie gilt. Bitte Veranstaltung und Eingang prüfen.',
    settingsLost:
      'Die Einstellungen dieser Station fehlten oder waren beschädigt. Bitte Veranstaltung und Eingang prüfen: Sie sind vielleicht nicht die zuvor gewählten.',
    journalUnwritable: (problem) =>
      `Scans lassen sich nicht speichern (${problem}). Bitte eine andere Station nehmen.`,
    journalUnreadable: (problem) => `Das Journal ist nicht lesbar (${problem}).`,
    entryPointArchived: (name) =>
      `Der Eingang ${name} wurde archiviert. Scans werden hier weiter gespeichert, doch Tickets gelten dort vielleicht nicht mehr: Bitte einen anderen Eingang wählen.`,
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
    clockOff: (offset) =>
      `Die Uhr dieses Geräts geht ${offset} falsch. Scans tragen die berichtigte Zeit.`,
    clockJumped:
      'Die Uhr dieses Geräts wurde verstellt. Für Scans gilt die Zeit von vor der Umstellung weiter.',
    clockUnconfirmed: (offset) =>
      `Die Uhr dieses Geräts ging um ${offset} falsch, als der Server zuletzt erreicht wurde, und tut es wahrscheinlich noch. Scans tragen die berichtigte Zeit.`,
    plainHttp: (server) =>
      `Die Verbindung zu ${server} ist nicht verschlüsselt: Andere in diesem Netz können Namen und die Zugangsdaten dieser Station mitlesen. Verwenden Sie eine Adresse mit https://.`,
    secretUnprotected:
      'Das Client-Secret liegt in einer Datei, die nur dieser Benutzer lesen kann. Es ist nicht verschlüsselt.',
    secretUnreadable: (problem) =>
      `Das Client-Secret kann nicht gelesen werden (${problem}). Gescannt wird offline weiter, und das Lesen wird wieder versucht. Bleibt das so, geben Sie in den Einstellungen das Secret oder einen neuen Anmeldecode ein.`,
    secretUnanswered:
      'Der Schlüsselbund antwortet nicht, das Client-Secret kann noch nicht gelesen werden. Gescannt wird offline weiter. Entsperren Sie den Schlüsselbund, oder geben Sie in den Einstellungen das Secret oder einen neuen Anmeldecode ein.',
    secretMissing:
      'Das Client-Secret dieser Station ist nicht auf diesem Gerät. Gescannt wird offline weiter. Geben Sie in den Einstellungen das Secret oder einen neuen Anmeldecode ein.',
    settingsNotKept: (problem) =>
      `Die Auswahl kann nicht gespeichert werden (${problem}). Sie gilt, bis Gatehouse geschlossen wird, und muss danach neu getroffen werden.`,
    secretNotKept: (problem) =>
      `Das Client-Secret kann nicht gespeichert werden (${problem}). Es gilt, bis Gatehouse geschlossen wird. Danach braucht die Station es erneut, oder einen neuen Anmeldecode.`,
  },
};
