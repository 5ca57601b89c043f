/** A problem and its remedy. */
export interface Advice {
  /** What is wrong, in one sentence. */
  readonly what: string;
  /** What to do, and who can do it. */
  readonly next: string;
}

/** The values in a self-test sentence; each is empty if it could not be determined. */
export interface SelfTestFacts {
  readonly offset: string;
  readonly here: string;
  readonly server: string;
  readonly milliseconds: string;
  readonly free: string;
  /** The system's own message. */
  readonly problem: string;
}

/** The values in the advice on a connection, formatted for people. */
interface DiagnosisFacts {
  readonly server: string;
  readonly scopes: string;
  readonly event: string;
}

/** Sentences with the same values, of which a language may leave some out. */
const sentences =
  <Facts, Sentence>() =>
  <Key extends string>(all: Readonly<Record<Key, (facts: Facts) => Sentence>>) =>
    all;

/** Every text of the screens except the verdicts' sentences, in English. What is missing in another language does not compile. */
export const en = {
  signal: {
    check_id: 'Check ID',
    admit: 'Admit',
    already_in: 'Already in',
    just_in: 'Just let in here',
    wrong_entrance: 'Wrong entrance',
    wrong_event: 'Wrong event',
    not_now: 'Not now',
    full: 'Full',
    left: 'Out',
    undone: 'Undone',
    date_cancelled: 'Date cancelled',
    not_valid: 'Not valid',
    unknown: 'Unknown',
    unreadable: 'Not a ticket',
    scan_again: 'Scan again',
    scanner_works: 'Scanner works',
    system: 'Not saved',
  },
  /** In place of `signal.not_now`, where it is known. */
  missed: { too_early: 'Too early', expired: 'Expired', wrong_date: 'Wrong date' },
  verdict: {
    readAgain: 'Read again',
    waiting: (count: number) => `${count} more to show`,
    firstIn: 'Let in',
    /** Of an admission: had gone out before. */
    returning: 'Returning guest',
    ago: (age: string) => `${age} ago`,
    /** Next to a first admission that only another station knows of. */
    fromPeer: 'reported by that station',
    rightEntrances: 'Valid at',
    valid: 'Valid',
    from: 'from',
    until: 'until',
    noHolder: 'No name on this ticket',
    /** Instead of the holder, whom a code does not name. */
    fromCode: 'Judged by its code alone: not in this station’s data',
    checking: 'Checking…',
    nowhere: 'at no entrance known here',
    /** In place of the event's name, if it is not known here. */
    anotherEvent: 'For another event',
    firstUnknown: 'When and where is not known here',
    cancelled: 'Ticket cancelled',
    replaced: 'Ticket replaced or withdrawn',
    codeReplaced: 'This code was replaced by a newer one',
    refunded: 'Ticket refunded',
    notInData: 'Not in this station’s data',
    halfCode: 'Only half of a code was read',
    severalTickets: 'May be the code of several tickets',
    notSaved: 'The scan could not be saved',
    notRead: 'The ticket data could not be read',
    checkingNext: 'The code was read. One moment.',
  },
  /** What to do next: one sentence, which repeats nothing shown above it. */
  next: {
    let_in: 'Let the holder in.',
    ask_supervisor: 'Let nobody else in before a supervisor says so.',
    check_name: 'Let the holder in if the ID has this name.',
    let_back: 'Scan the ticket if the holder returns.',
    let_out: 'Let the holder out.',
    admits_again: 'Nobody is in by this scan: the ticket admits again.',
    refused_again: 'Nobody is in by this scan, and the ticket is refused as before.',
    supervisor: 'Do not let anyone else in on this ticket. If in doubt, call a supervisor.',
    not_second: 'Not a second person: do not let anyone else in on this ticket.',
    show_the_way: 'Show the holder the way there.',
    other_event: 'Do not let the holder in here. Show them the way to that event.',
    no_entrance: 'Call a supervisor: this station does not know the right entrance.',
    come_back: 'Ask the holder to come back then.',
    box_office: 'Send the holder to the box office.',
    refund: 'Send the holder to the box office for a refund.',
    new_ticket: 'Ask for the new ticket and scan that one.',
    new_code: 'Ask for the newest code of the ticket and scan that one.',
    look_up: 'Ask for the order confirmation, or send the holder to the box office.',
    scan_ticket: 'Scan the code on the ticket itself.',
    training: 'Now scan a ticket.',
    other_station: 'Do not let anyone in here. Use another station.',
    scan_again: 'Scan again. If that does not help, use another station.',
    scan_whole: 'Hold the code still until it beeps, or type it.',
    type_code: 'Type the code as it is printed, or send the holder to the box office.',
  },
  idle: {
    ready: 'Ready to scan',
    readyNext: 'Hold a ticket under the scanner, or type its code.',
    /** A whole event without a ticket, and the command that imports them. */
    noTickets: 'No tickets yet',
    noTicketsNext:
      'They come from a CSV file: import it in the server’s console, or let whoever runs the server do it with this command.',
    noTicketsHere:
      'They come from the file of your shop. Import it in the console, which opens in your browser.',
    importTickets: 'Import tickets',
    importOpened: 'The console is open in your browser. Drop the file there.',
    loading: 'Loading tickets',
    loadingNext: 'You can scan already. A ticket that has not arrived yet shows as unknown.',
    loaded: (applied: string, total: string | null) =>
      total === null ? `${applied} loaded` : `${applied} of ${total}`,
    remaining: (time: string) => `about ${time} left`,
    connecting: 'Connecting to the station…',
    connectingNext: 'Keep scanning: codes are kept and checked as soon as it answers.',
    /** The connection to the station was lost. */
    awayNext:
      'Keep scanning: codes are kept and checked as soon as it answers. If Gatehouse was restarted at another address, open the address it printed.',
    /** The station does not let this page in: it was not opened with a launch address, or that had already been used. */
    refused: 'This page has no access',
    refusedNext:
      'Run the start command again on this computer: it prints an address that works once. Open it in this tab, and no kept scan is lost.',
    kept: (count: number) => (count === 1 ? '1 scan kept' : `${count} scans kept`),
    starting: 'Starting the station…',
    startingNext: 'Opening the journal and the ticket data.',
    slowServer:
      'The server on this computer is taking longer than usual to start. If this continues, restart Gatehouse.',
    slowStation:
      'The station is taking longer than usual to open its journal and ticket data. If this continues, restart Gatehouse.',
    failed: 'The station cannot work',
    failedNext: 'Do not admit anyone here. Restart Gatehouse; if that does not help, call support.',
    /** An error in the page itself. */
    screenFailed: 'This screen failed',
    screenFailedNext:
      'It will be back in a moment. Admit nobody until you see verdicts again; scans are still recorded.',
  },
  /** Codes of the demo. */
  samples: {
    title: 'Sample codes',
    intro: 'Scan one from this screen, or press it.',
    show: 'Show sample codes',
  },
  /** What staff do about a verdict. */
  corrections: {
    undo: 'Undo',
    admitAgain: 'Admit again',
    overrule: 'Overrule',
    admitHeld: 'Admit anyway',
    admitAll: (count: number) => `Admit all ${count}`,
    inOrder: (count: number) => `${count} more in this order`,
    ofOrder: (admitted: number, all: number) => `${admitted} of ${all} more admitted`,
    overruled: 'Overruled',
    reason: 'Reason',
    reasonHint: 'At least three letters.',
    noPin: 'This takes a supervisor’s PIN, and this station has none yet.',
    kept: 'This server takes no releases: it stays on this station.',
    outTitle: 'Way out',
    outNext: 'Scan tickets of guests who leave.',
    nameChecked: 'Name checked',
    notThisPerson: 'Not this person',
    turnOut: 'Let guests out here',
    turnIn: 'Back to the way in',
    meantIn: 'This is meant to be the way in.',
    meantOut: 'This is meant to be the way out.',
    outBefore: 'Had left before',
    notIn: 'No admission known here',
    inside: 'inside',
    insideOf: (inside: string, capacity: string) => `${inside} of ${capacity} inside`,
    asOf: (time: string) => `as of ${time}`,
  },
  /** Printed for admissions. */
  labels: {
    label: 'Label at check-in, mm',
    off: 'Off',
    note: 'Printed for each guest who is admitted: name, ticket type, seat and code.',
    dialog:
      'The browser asks before it prints, and while it asks this page takes no scan. Chrome started with --kiosk-printing does not ask.',
    printer: 'Printer',
    defaultPrinter: 'The system’s default printer',
    sample: 'Print a sample',
    print: 'Print label',
  },
  flags: {
    vip: 'VIP',
    accessible: 'Accessible',
    guest: 'Guest',
    check_id: 'Check ID',
    under_age: 'Under age',
  },
  counters: {
    title: 'Admissions',
    inside: 'admitted',
    here: 'at this station',
    perMinute: '/min',
    chart: 'Admissions per minute, the last 15 minutes',
  },
  scans: {
    title: 'Last scans',
    empty: 'No scans yet',
    emptyNext: 'They will be listed here, newest first.',
  },
  status: {
    live: 'Live',
    connecting: 'Connecting to the server',
    syncing: 'Syncing',
    offlineSince: (time: string) => `Offline since ${time}`,
    offline: {
      chosen: 'chosen here',
      unreachable: 'server unreachable',
      certificate_not_trusted: 'certificate not trusted',
      certificate_changed: 'different certificate',
      keys_changed: 'other keys',
      not_the_server: 'not the ticket server',
      timeout: 'server too slow',
      server_error: 'server error',
      store_failed: 'cannot store data',
      unauthorized: 'credentials refused',
      rate_limited: 'server asks to wait',
      forbidden: 'access withdrawn',
      no_secret: 'client secret missing',
    },
    /** Instead of `live`, if the server answers but withholds access. */
    noAccess: 'No access',
    access: {
      scope_missing: 'permission missing',
      no_event_granted: 'no event granted',
      event_not_granted: 'event not granted',
    },
    /** Stations nearby, while the server cannot be reached. */
    near: (count: number) =>
      count === 0
        ? 'no stations nearby'
        : count === 1
          ? '1 station nearby'
          : `${count} stations nearby`,
    dataAge: (age: string) => `data ${age} old`,
    noData: 'no data yet',
    nothingWaiting: 'nothing waiting',
    waiting: (count: number) => `${count} waiting to be sent`,
    unreadable: (count: number) => `${count} not understood`,
    /** Open ones of the event, at all doors. */
    conflicts: (count: number) => (count === 1 ? '1 conflict' : `${count} conflicts`),
    attention: (count: number) => (count === 1 ? '1 needs attention' : `${count} need attention`),
    stationAway: 'Connecting to the station',
    clockOff: (offset: string) => `clock off by ${offset}`,
    scannerReady: 'Scanner ready',
    source: {
      keyboard: 'Keyboard scanner',
      hid: 'USB scanner',
      serial: 'Serial scanner',
      camera: 'Camera',
      typed: 'Typed',
    },
    muted: 'Sound off',
    soundBlocked: 'Sound blocked: click here',
  },
  station: {
    server: 'Server',
    organiser: 'Organiser',
    scansAge: 'Admissions at other stations',
    ticketsAge: 'Tickets',
    setupAge: 'Event and entry points',
    queue: 'Waiting to be sent',
    oldest: 'Oldest',
    clock: 'Device clock',
    clockUnknown: 'not compared yet',
    clockExact: 'correct',
    never: 'never',
    old: (age: string) => `${age} old`,
    none: 'nothing',
  },
  /** Stations that share admissions. */
  peers: {
    title: 'Stations nearby',
    switch: 'Share admissions with stations nearby',
    purpose:
      'While the server cannot be reached, stations on this network share their admissions, so that no ticket is used at two gates.',
    /** Why no station is connected although the switch is on. */
    notAllowed: 'Off for this event. Whoever runs the server can turn it on.',
    notYet: 'Starts once the server has been reached.',
    port: 'Port',
    addresses: 'Addresses of this station',
    nobody: 'No other stations found.',
    heard: (age: string) => `heard from ${age} ago`,
    known: 'Admissions known',
    refused: 'Connections refused',
    silent: 'Silent connections',
    ignored: 'Admissions ignored',
  },
  actions: {
    help: 'Keys',
    door: 'Door',
    boxOffice: 'Box office',
    addGuest: 'Add a guest',
    activity: 'Activity',
    tonight: 'Tonight',
    typeCode: 'Type a code',
    undo: 'Undo the admission shown',
    admitOrder: 'Admit the rest of the order',
    direction: 'In / out',
    entryPoint: 'Entry point',
    event: 'Event',
    station: 'Station status',
    workOffline: 'Work offline',
    goOnline: 'Go online',
    offlineSwitch: 'Work offline / go online',
    syncNow: 'Sync now',
    attention: 'Needs attention',
    changeServer: 'Change server',
    tryAgain: 'Try again',
    showNames: 'Show names for a moment',
    sound: 'Sound on / off',
    theme: 'Dark / light',
    language: 'Language',
    scanners: 'Scanners',
    selfTest: 'Self-test',
    kiosk: 'Kiosk mode',
    settings: 'Settings',
    close: 'Close',
    cancel: 'Cancel',
    details: 'Details',
  },
  help: {
    intro: 'Scanning works everywhere, even while this is open.',
    everywhere: 'Everywhere',
    list: 'In the list of scans',
    move: 'Choose a scan',
    open: 'Show its details',
  },
  scanners: {
    intro:
      'Scan a code with each scanner and see it arrive here. Tickets still count as scans while this is open.',
    status: {
      off: 'Off',
      starting: 'Starting',
      ready: 'Ready',
      missing: 'Not found',
      no_library: 'Not installed',
      no_permission: 'No permission',
      busy: 'In use elsewhere',
      failed: 'Not working',
      denied: 'Not allowed',
    },
    nothingRead: 'Nothing read yet.',
    kinds: {
      reference: 'Ticket',
      signed: 'Signed ticket',
      enrolment: 'Sets up a station',
      training: 'Training code',
      partial: 'Half a code',
      unrecognised: 'Not a ticket',
    },
    /** What to do; null if nothing is wrong. */
    usb: {
      off: null,
      starting: null,
      ready: null,
      missing:
        'Plug in a scanner. One that types like a keyboard needs no set-up; for USB mode, scan “USB HID POS” in its manual.',
      no_library:
        'The library that reads USB scanners is missing. Reinstall Gatehouse; keyboard scanners still work.',
      no_permission:
        'This user may not read the scanner. On Linux, add this line to /etc/udev/rules.d/70-gatehouse-scanner.rules, then plug the scanner in again.',
      busy: 'Another program is using the scanner. Close it.',
      failed: 'Unplug the scanner and plug it in again.',
    },
    serial: {
      off: null,
      starting: null,
      ready: null,
      missing: 'Plug in the scanner, or choose another port.',
      no_library: 'The library that reads serial scanners is missing. Reinstall Gatehouse.',
      no_permission:
        'This user may not open the port. On Linux: sudo usermod -aG dialout $USER, then log in again.',
      busy: 'Another program is using the port. Close it.',
      failed: 'Unplug the scanner and plug it in again, or choose another port.',
    },
    look: 'Look again',
    port: 'Port',
    noPort: 'None',
    /** How the scanner at a serial port is set. */
    line: {
      speed: 'Speed (bits a second)',
      format: 'Format',
      ending: 'A code ends with',
      endings: { automatic: 'CR, LF or a pause', line: 'CR or LF', pause: 'a pause' },
      pause: 'Pause (ms)',
    },
    beeps: 'The scanner beeps for yes and no',
    camera: {
      name: 'Camera',
      use: 'Read codes with the camera',
      automatic: 'Automatic',
      preview: 'What the camera sees',
      next: {
        off: null,
        starting: null,
        ready: null,
        denied: 'Allow the camera for this page, and for the browser in the system’s settings.',
        missing: 'Plug in a camera.',
        busy: 'Another program is using the camera. Close it.',
        failed: 'Switch the camera off and on again here.',
      },
    },
    layout: {
      next: 'Test the keyboard layout: scan this code.',
      qr: 'Training code for the keyboard test, as a QR code',
      bars: 'Training code for the keyboard test, as a barcode',
      findings: {
        same: 'Every character arrives as printed.',
        slow: 'Every character arrives, but slowly. Tickets are read only with Enter at their end and while no field is in use. Set a shorter delay between characters in the scanner.',
        num_lock: 'Num Lock is off. Tickets still read correctly.',
        caps_lock: 'Caps Lock is on. Tickets still read correctly.',
        qwertz: 'This computer uses a QWERTZ layout. Tickets still read correctly.',
        azerty: 'This computer uses an AZERTY layout. Tickets still read correctly.',
        other_layout:
          'This computer and the scanner use different layouts. Tickets still read correctly.',
        lost: 'Some characters are lost. Set a longer delay between characters in the scanner.',
        unknown:
          'The scanner is set to another country’s keyboard. Set it to US English, or to this computer’s layout.',
      },
    },
    soundBlocked: 'The browser keeps this page silent until someone clicks on it or presses a key.',
    /** Short names for the status bar's list of ready sources. */
    short: {
      keyboard: 'Keyboard',
      usb: 'USB',
      serial: 'Serial',
      camera: 'Camera',
    },
  },
  /** Hiding names from people near the screen. */
  privacy: {
    hide: 'Hide names',
    hideNote:
      'Shows initials instead of names on every screen here. The eye above, or Alt V, shows names for ten seconds or until the next scan.',
    withNames: 'Export with names',
    withoutNames: 'Export without names',
  },
  /** Kiosk mode: only the door, until somebody enters the PIN. */
  kiosk: {
    intro:
      'Shows the door and nothing else: no other screens, no settings. Scanning works as before. The same PIN unlocks it.',
    choose: 'Choose a PIN',
    again: 'Repeat the PIN',
    digits: '4 to 8 digits.',
    differ: 'The PINs do not match.',
    escape:
      'In a browser, Esc leaves full screen, and no page can prevent that; the station stays locked.',
    enter: 'Lock this station',
    leave: 'Leave kiosk mode',
    pin: 'PIN',
    keypad: 'Digits',
    delete: 'Delete the last digit',
    wait: (time: string) => `Too many wrong PINs. Wait ${time}.`,
    forgotten: 'Forgotten the PIN? Close Gatehouse and start it with --leave-kiosk.',
    fullScreen: 'Full screen',
    locked: 'This station is locked',
    lockedNext: 'It cannot scan at the moment. Please ask the team.',
  },
  /** What it takes to change what the door is about. */
  changeLock: {
    label: 'Change event, entry point, work offline',
    note: 'So that no accidental press does it. “PIN” asks for a new one next; kiosk mode then uses it too.',
    options: { at_once: 'At once', hold: 'Press and hold', pin: 'PIN' },
    titles: {
      select_event: 'Change the event',
      select_entry_point: 'Change the entry point',
      set_mode: 'Work offline',
      set_change_lock: 'Change the lock',
    },
    /** Before the names of the present and the future event, entry point or lock. */
    now: 'Now',
    next: 'Then',
    offline:
      'This station then sends and receives nothing until someone goes online again. Scans are kept.',
    holdHint: 'Hold it until it is full. On a keyboard, hold Enter.',
    tooShort: 'Let go too soon. Hold it, or Enter, until it is full.',
    held: 'Done. Let go.',
    /** For people who cannot hold anything down. */
    press: 'Press once instead',
    newPin: 'Set the PIN',
    newPinIntro:
      'The supervisor’s: without it, nobody here overrules a denial, changes the event or the entry point, or works offline.',
  },
  /** The self-test before doors. */
  selfTest: {
    title: 'Self-test before doors',
    intro: 'Checks this station before the first guest arrives. Scanning still works.',
    start: 'Start the self-test',
    again: 'Test again',
    running: 'Testing the station…',
    /** Above an earlier result. */
    last: (age: string) => `Tested ${age} ago`,
    /** Instead of a result. */
    never: 'Not tested yet',
    scan: 'Scan this code with the scanner.',
    code: 'Training code for the self-test',
    listen: 'Play the tones and say whether they can be heard at the door.',
    heard: 'Heard them',
    notHeard: 'Heard nothing',
    print: 'Print',
    save: 'Save as text',
    fileName: 'self-test',
    grades: {
      passed: 'Ready for doors',
      open: 'Not finished yet',
      attention: 'Needs attention',
      failed: 'Not ready',
    },
    checks: {
      scanner: 'Scanner',
      sound: 'Sound',
      camera: 'Camera',
      clock: 'Clock',
      server: 'Server',
      tickets: 'Ticket data',
      scans: 'Scans of all doors',
      journal: 'Journal',
      disk: 'Disk',
    },
    /** What was found, and what to do about it. */
    findings: sentences<SelfTestFacts, string>()({
      scanner_read: () => 'The training code arrived.',
      scanner_other_code: () => 'A different code arrived. Scan the training code.',
      scanner_garbled: () =>
        'The code does not arrive as printed. Open Scanners (Alt S) and test the keyboard layout.',
      scanner_open: () => 'Nothing read yet.',
      sound_heard: () => 'The tones were heard.',
      sound_not_heard: () =>
        'The tones were not heard. Turn up the volume here, on the device and on the loudspeaker.',
      sound_open: () => 'Nobody has confirmed yet that the tones can be heard.',
      camera_ready: () => 'The camera works.',
      camera_not_ready: () => 'The camera does not work. Open Scanners (Alt S) to see why.',
      clock_right: ({ offset }) => `Within ${offset} of the server’s.`,
      clock_off: ({ offset }) =>
        `The device’s clock is ${offset} off, or was changed. Set it and restart Gatehouse.`,
      clock_not_compared: () =>
        'The clock could not be compared with the server’s. Check the device’s time by hand.',
      server_answers: () => 'It answers.',
      server_away: () =>
        'Not asked: this station is offline or waiting. Scanning works without it; F6 says why.',
      server_failed: ({ problem }) =>
        `It did not send its counts. Scanning works without it. (${problem})`,
      list_same: ({ here }) => `${here} here and on the server.`,
      list_differs: ({ here, server }) =>
        `${here} here, ${server} on the server. Sync now (F8), wait a minute, and test again.`,
      list_not_compared: ({ here }) => `${here} here; the server was not asked.`,
      tickets_none: () =>
        'There are no tickets here. Check the event (F4) and the connection (F6) before doors.',
      journal_written: ({ milliseconds }) => `Written to disk in ${milliseconds} ms.`,
      journal_slow: ({ milliseconds }) =>
        `Written, but the disk took ${milliseconds} ms. Close other programs; every scan waits for the disk.`,
      journal_full: () => 'Nothing can be written: the disk is full. Free up space before doors.',
      journal_failed: ({ problem }) =>
        `Nothing can be written: nobody could be admitted here. Use another device. (${problem})`,
      disk_room: ({ free }) => `${free} free.`,
      disk_low: ({ free }) => `Only ${free} free. Free up space before doors.`,
      disk_full: ({ free }) => `Only ${free} left. Free up space now.`,
      disk_unknown: () => 'The system does not report its free space.',
      not_answered: () =>
        'The station did not answer. Test again; if that does not help, restart Gatehouse.',
    }),
  },
  /** The one field at the door. `code…`: in a kiosk, where there is no box office. `lookUp`: to the box office. */
  typed: {
    label: 'Code, name, order or seat',
    hint: 'A code is checked here. Anything else is looked up in the box office.',
    check: 'Check',
    codeLabel: 'Ticket code',
    codeHint: 'As printed under the barcode. Upper or lower case does not matter.',
    lookUp: 'Look up',
    empty: 'Type a code, a name, an order or a seat.',
  },
  details: {
    title: 'Scan',
    holder: 'Holder',
    ticket: 'Ticket',
    ticketType: 'Type',
    seat: 'Seat',
    session: 'Date',
    scanned: 'Scanned',
    source: 'Read by',
    number: 'Number',
  },
  settings: {
    volume: 'Volume',
    sound: 'Sound',
    theme: 'Appearance',
    tryTone: 'Play the tones',
    speaks: 'Speak the reason',
    speaksNote: 'After the tone, with one of this device’s voices. Names are never spoken.',
    noVoice: 'This device has no built-in voice for this language, so nothing is spoken.',
    vibrates: 'Vibrate',
    themes: { system: 'System', dark: 'Dark', light: 'Light' },
    startAtLogin: 'Start at login',
    startAtLoginNote: 'Gatehouse opens as soon as this user logs in to this computer.',
    connection: 'Connection',
    version: 'Gatehouse version',
    noServer: 'Not connected to a server',
  },
  /** Version and licences. */
  about: {
    title: 'About Gatehouse',
    /** Before the licences of others. */
    intro:
      'Gatehouse is under the MIT licence. It contains the work of others, each under its own:',
    search: 'Search names and licences',
    nothing: 'Nothing matches.',
    unread: 'The licences cannot be read.',
  },
  /** The rail of places. */
  places: 'Places',
  /** The box office's search. */
  search: {
    label: 'Find a ticket',
    /** `hasEmails`: tickets have email addresses here. */
    hint: (hasEmails: boolean): string =>
      hasEmails ? 'Code, name, email or order' : 'Code, name, order or seat',
    clear: 'Clear',
    results: 'Tickets found',
    /** Next to the field: how many were found of how many tickets; `total` is null while it grows. */
    count: (found: string, total: string | null) =>
      total === null ? `${found} found` : `${found} of ${total}`,
    begin: 'Who is it?',
    beginNext: (hasEmails: boolean): string =>
      hasEmails
        ? 'Any part of a name, email or seat, or the end of a code or an order reference. Accents and case do not matter.'
        : 'Any part of a name or seat, or the end of a code or an order reference. Accents and case do not matter.',
    nothing: (query: string) => `Nothing found for “${query}”`,
    nothingNext: (hasEmails: boolean): string =>
      hasEmails
        ? 'Try fewer letters, or something else the guest knows: seat, email, order.'
        : 'Try fewer letters, or something else the guest knows: seat, order.',
    /** Why an email address, or a phone number, finds nothing. */
    noEmails: 'This station has no email addresses. Search by name, order or seat.',
    noPhones: 'Stations have no phone numbers. Search by name, order or seat.',
    ordered: (day: string) => `Ordered ${day}`,
    /** Below the last shown result. */
    more: (shown: string) => `Showing the first ${shown}. Type more to find the right one.`,
    indexing: 'New tickets are still being indexed. The list will be complete in a moment.',
    importing: 'Tickets are still loading: one you cannot find may be among them.',
    failed: 'The tickets cannot be read',
    failedNext: 'Try again. If that does not help, use another station.',
    awayNext: 'Search continues as soon as it answers.',
    open: 'Not inside',
    isIn: 'In',
  },
  order: {
    label: 'Order',
    none: 'No ticket chosen',
    noneNext: 'Choose one on the left to see its order here.',
    back: 'Back to the list',
    alone: 'No order',
    status: {
      draft: 'draft',
      pending_payment: 'not paid yet',
      awaiting_approval: 'awaiting approval',
      paid: 'paid',
      free_confirmed: 'free',
      cancelled: 'cancelled',
      refunded: 'refunded',
      unknown: 'in an unknown state',
    },
    tickets: (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`),
    incomplete: 'Tickets of this order may be missing: not all have loaded yet.',
    failed: 'The order cannot be read',
    gone: 'This ticket is no longer here',
    goneNext: 'It may have been moved to another event. Search again.',
    checkIn: 'Check in',
    /** Instead of when and where, after this station's own check-in. */
    justNow: 'Checked in just now',
    entrances: 'Entrance',
    reEntry: 'May go out and come in again',
    help: {
      is_in: 'Do not let anyone else in. If in doubt, call a supervisor.',
      come_later: 'Ask the holder to come back then.',
      too_late:
        'The time has passed. Only a supervisor or the organiser can help with another ticket.',
      date_cancelled: 'Offer what the organiser has decided: a refund, or another date.',
      find_new_ticket: 'There may be a newer ticket: search by name or order.',
      cancelled:
        'Do not let anyone in. Check whether the order has another ticket, or sell a new one.',
      refunded: 'The money was refunded: do not let anyone in. Sell a new ticket.',
      supervisor: 'Call a supervisor.',
    },
  },
  /** What happened at this station. */
  activity: {
    title: 'This station',
    find: 'Find a name, seat or ticket',
    byResult: 'What happened',
    results: {
      admitted: 'Admitted',
      denied: 'Turned away',
      unknown: 'Unknown',
      redemption: 'Add-ons',
      release: 'Undone or out',
    },
    byUpload: 'What the server knows',
    /** The upload state of a row. */
    uploads: { waiting: 'Waiting', sent: 'Sent', refused: 'Refused', local: 'Only here' },
    what: 'What',
    export: 'Export CSV',
    fileName: 'activity',
    older: 'Show older',
    loading: 'Reading the journal…',
    failed: 'The journal cannot be read',
    empty: 'Nothing has happened yet',
    emptyNext: 'Every scan and every add-on handed out at this station is listed here.',
    nothing: 'No matches',
    nothingNext:
      'Remove a filter, or shorten the search. Activity at other stations is not listed here.',
  },
  /** Verdicts at doors that differ from the server's. */
  conflicts: {
    /** Which of two admissions. */
    first: 'First admission',
    second: 'Second admission',
    title: 'Conflicts',
    states: { open: 'Open', resolved: 'Resolved' },
    kinds: {
      double_admission: 'Admitted twice',
      stale_admission: 'Admitted on a ticket that was no longer valid',
      rule_admission: 'Admitted against a rule',
      false_denial: 'Turned away although the ticket was valid',
      other: 'Decided otherwise than the server would have',
    },
    expected: 'The server would have said:',
    staff: 'Staff, in the console',
    clock: 'This station’s clock cannot be trusted',
    note: 'What did you find out?',
    resolve: 'Resolve',
    none: { open: 'No open conflicts', resolved: 'None resolved yet' },
    noneNext: 'If two doors admit the same ticket while offline, it appears here.',
    loading: 'Asking the server…',
    failed: 'The conflicts cannot be shown',
    unreachable: 'The server cannot be reached. Only it knows what happened at the other doors.',
    notOffered: 'This server does not detect conflicts between doors.',
    forbidden: 'This station may not read conflicts. The organiser can allow it.',
    withdrawn: 'It is gone: later scans showed that there was no conflict.',
  },
  /** How the evening is going, at all doors. */
  tonight: {
    /** Follows the number of admissions. */
    of: (tickets: string) => `of ${tickets} tickets`,
    countedAt: (time: string) => `Counted at ${time}`,
    counting: 'Counting…',
    importing: 'Tickets are still loading: the figures will be complete once all have arrived.',
    offlineSince: (time: string) =>
      `The server cannot be reached. Admissions at other doors since ${time} are not counted yet.`,
    failed: 'The figures cannot be shown',
    arrivals: 'Arrivals per five minutes',
    noArrivals: 'Nobody has come in yet',
    noArrivalsNext: 'Admissions at every door are counted here.',
    lastDay: 'The chart shows the last 24 hours. The table has all arrivals.',
    running: 'The latest five minutes are not over yet.',
    types: 'Ticket types',
    noTypes: 'No tickets yet',
    noType: 'Without a type',
    noDenials: 'Nobody was turned away',
    otherReason: 'Another reason',
    presence: 'Inside over time',
    most: (count: string, time: string) => `Most: ${count} at ${time}`,
    atMost: (capacity: string) => `At most ${capacity}`,
    insideNow: 'Inside now',
    passed: 'In and out',
    inAndOut: (admitted: string, exits: string) => `${admitted} in · ${exits} out`,
    corrections: 'Undone and overruled',
    noCorrections: 'Nothing so far',
    others: (count: string) => `${count} others`,
    asTable: 'As a table',
    columns: {
      in: 'In',
      from: 'From',
      total: 'Total',
      type: 'Ticket type',
      tickets: 'Tickets',
      share: 'Share',
      reason: 'Reason',
      scans: 'Scans',
    },
  },
  /** The organiser's stations. */
  fleet: {
    title: 'Stations',
    receivedAt: (time: string) => `As last reported by the server at ${time}`,
    well: 'No station needs attention',
    inTrouble: (count: number) =>
      count === 1 ? '1 station needs attention' : `${count} stations need attention`,
    none: 'No stations yet',
    failed: 'The stations cannot be shown',
    unreachable: 'The server cannot be reached. Only it hears from all stations.',
    notOffered: 'This server does not keep track of stations.',
    forbidden: 'This station may not see the others. The organiser can allow it.',
    elsewhere: 'Another event',
    noEvent: 'No event chosen',
    columns: {
      station: 'Station',
      heard: 'Last heard',
      queue: 'To be sent',
      data: 'Age of its data',
      clock: 'Clock off by',
      version: 'Version',
    },
    unheard: (age: string) => `Silent for ${age}`,
    unsent: (count: number, age: string) =>
      count === 1 ? `1 not sent, for ${age}` : `${count} not sent, the oldest for ${age}`,
    refused: (count: number) => `${count} refused by the server`,
    noData: 'Has no tickets yet',
    oldData: (age: string) => `Its data is ${age} old`,
    clockOff: (offset: string) => `Its clock is ${offset} off`,
    warns: {
      journal: 'Something is wrong with its journal',
      store: 'Its ticket data or its disk has a problem',
      settings: 'Its settings were lost or cannot be kept',
      clock: 'Its clock cannot be trusted',
      secret: 'Its client secret is missing or cannot be read',
      server: 'The server sends it to another address',
      add_ons: 'More add-ons were handed out than bought',
      entry_point: 'Its entry point was archived',
      rows: 'It cannot read all of the server’s data',
    },
    warnsOf: (code: string) => `Warning: ${code}`,
  },
  addOns: {
    title: 'Add-ons',
    unnamed: 'Add-on',
    left: (remaining: string, of: string) => `${remaining} of ${of} left`,
    quantity: (name: string) => `Quantity: ${name}`,
    fewer: 'Fewer',
    more: 'More',
    redeem: 'Redeem',
    takeBack: 'Take back 1',
    undo: 'Undo',
    handedOut: (quantity: string, name: string) => `Handed out: ${quantity} × ${name}`,
    takenBack: (quantity: string, name: string) => `Taken back: ${quantity} × ${name}`,
    refusal: {
      order_ended: 'Do not hand it out: the order is not paid, or was cancelled or refunded.',
      not_enough: 'Do not hand it out: not enough are left.',
      nothing_to_undo: 'Fewer than that were handed out.',
      not_recorded: 'Do not hand it out: it could not be saved. Use another station.',
      unread: 'Not done: the add-ons cannot be read. Try again, or use another station.',
      other: 'Not done: this station no longer knows this add-on. Search again.',
    },
  },
  noEvent: 'No event',
  /** Next to the door's event, if the station's list of events no longer contains it. */
  notOffered: 'No longer offered to this station',
  /** The organiser has revoked this station. */
  revoked: {
    title: 'This station was revoked',
    intro: (time: string) =>
      `The organiser revoked it on ${time}. Ticket data and the secret were removed from this device.`,
    nothingKept: 'Every scan has reached the server.',
    kept: (count: number) =>
      `${count === 1 ? '1 scan has' : `${count} scans have`} not reached the server, and ${count === 1 ? 'is' : 'are'} kept for the organiser. Only their server can read the file.`,
    handOver: 'Give this file to the organiser within 24 hours, for example on a USB stick:',
    takeIn: 'They import it on their server with:',
    notSealed: 'The file for the organiser could not be written. Restart Gatehouse to try again.',
    again: 'Use this device again',
  },
  /** Setting up a device, one decision per screen. */
  firstRun: {
    title: 'Welcome to Gatehouse',
    intro: 'How will this device be used?',
    cards: {
      demo: {
        title: 'Try it',
        text: 'A sample event with 2,000 made-up tickets, on this device alone.',
      },
      here: {
        title: 'Run the server here',
        text: 'Your own event. This computer keeps its tickets and scans; it needs no internet.',
      },
      connect: {
        title: 'Connect',
        text: 'Your organiser gave you an enrolment code, or the address of a server.',
      },
    },
    questions: {
      organiser: {
        title: 'What is your organisation called?',
        intro: 'Your events belong to it.',
        label: 'Organisation',
      },
      event: {
        title: 'What is your first event called?',
        intro: 'You can add more events later.',
        label: 'Event',
      },
      entryPoints: {
        title: 'Where do people go in?',
        intro:
          'Names separated by commas, such as North Gate, South Gate. Leave it empty if there is only one entrance.',
        label: 'Entry points',
      },
    },
    /** The name of the only entry point of an event for which none was entered. */
    entrance: 'Entrance',
    needed: 'Required.',
    starting: 'Starting the server…',
    startingNext: 'This takes a few seconds.',
    place: 'Where is this device?',
    placeIntro:
      'Tickets are checked for this entrance. You can change it later at the top of the door screen.',
    boxOfficeNote: 'Find people by name, and check them in for any entrance.',
    reading: 'Reading the event…',
    back: 'Back',
    next: 'Continue',
    toTheDoor: 'Go to the door',
  },
  /** The embedded server. */
  server: {
    title: 'Server on this device',
    address: 'Address',
    health: 'State',
    healths: {
      ready: 'Running',
      unready: 'Running, but its database cannot be used',
      away: 'Restarting',
    },
    size: 'Database',
    folder: 'Data folder',
    lastBackup: 'Last backup',
    never: 'None yet',
    backUp: 'Back up now',
    backingUp: 'Copying…',
    backedUp: 'The database was copied.',
    bringIn: 'Import tickets from a CSV file. gatehouse event list prints the EVT to use:',
  },
  /** Opening the embedded server to other computers. */
  network: {
    switch: 'Other stations may connect',
    purpose:
      'Computers on this network can then join with a code that you create here. Everything they send is encrypted.',
    demo: 'This server holds demo data. Its credentials were printed at start-up and are in demo.json: anyone who has them can read the demo’s invented guests from this network.',
    openDemo: 'Allow it anyway',
    opening: 'Starting…',
    addresses: 'On the network',
    noAddress: 'This computer is not on a local network at the moment. Connect it to one.',
    lostHost: (host: string) =>
      `This computer no longer has the address ${host}, which the last code led to. Give it that address again in the router, or make new codes for the stations.`,
    expires: 'Certificate expires',
    portTaken: (port: string) =>
      `Another program is using port ${port}. Close it, and stations can reconnect within seconds.`,
    moveMeans: 'If the port changes, each station that has joined needs a new code.',
    move: 'Use another port',
    certificate: {
      certificate_lost: 'The certificate, server-tls.pem, is missing or damaged.',
      certificate_expired: 'The certificate has expired.',
    },
    renewMeans:
      'Stations trust only the certificate that they joined with. After a new one, each stays offline until it gets a new code; it keeps its scans and sends them then.',
    renew: 'Create a new certificate',
    failed: 'The server cannot be reached from the network.',
  },
  /** Adding another computer as a station of the embedded server. */
  join: {
    begin: 'Let a station join',
    name: 'Name of the station',
    nameNeeded: 'Enter a name.',
    allEvents: (organiser: string) => `All events of ${organiser}`,
    anyEntryPoint: 'Chosen at the station',
    address: 'Address for the station to use',
    make: 'Create the code',
    making: 'Creating…',
    made: (name: string) => `Code for ${name}`,
    how: 'On the other computer choose Connect, then scan this code or paste its text.',
    qr: 'Enrolment code as a QR code',
    text: 'As text',
    once: (until: string) =>
      `The code is shown only once. It connects one station, once, until ${until}; until then, show it to nobody else.`,
    revoke:
      'Once it has connected, the station is listed under Tonight. To revoke it, run this on this computer:',
    done: 'Done',
  },
  connect: {
    title: 'Connect this station',
    intro:
      'Ask your organiser for these three, or for an enrolment code. They are shown when a client is created for this station.',
    serverUrl: 'Server address',
    serverHint: 'For example https://tickets.example.org/v1. You can also paste an enrolment code.',
    /** Next to an enrolment code entered instead of an address. */
    codeHasAll: 'The enrolment code contains the rest.',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretHint: 'Kept on this device, never shown again.',
    connect: 'Connect',
    connecting: 'Connecting…',
    needed: 'Required.',
    badUrl: 'Enter the full address, starting with https://',
    scanHint: 'Or scan the enrolment code.',
    /** Above the form of a station that already has a server. */
    changeIntro: 'Enter another server, or other credentials for the same one.',
    /** What happens to scans that are waiting to be sent, and to those already sent. */
    unsentKept: (count: number) =>
      `${count === 1 ? '1 scan is waiting to be sent. It stays' : `${count} scans are waiting to be sent. They stay`} on this device until the same organiser’s server has received them. A server of another organiser is refused until then.`,
    journalKept: 'Scans made so far stay in this device’s journal.',
    /** For an operator whose server has no client for this station yet. */
    noClient: 'No client yet?',
    makeClient: 'Whoever runs the server creates one client for each station:',
    makeOrganiser: 'A new, empty server needs an organiser first:',
    clientPrinted:
      'The command prints the enrolment code, only once, as text and as a QR code. If the server keeps its data in a folder of its own, add --data FOLDER.',
  },
  choose: {
    title: 'Which event is this door for?',
    intro: 'You can change it later at the top of the door screen.',
    asking: 'Asking the server for its events…',
    askingNext: 'This takes a moment.',
    noList: 'The events appear here as soon as the server lists them.',
  },
  /** Problems between the station and its server. */
  diagnosis: {
    ...sentences<DiagnosisFacts, Advice>()({
      chosen: () => ({
        what: 'This station is offline because someone chose that here.',
        next: 'Go online to exchange scans with the server again.',
      }),
      unreachable: ({ server }) => ({
        what: `The server ${server} cannot be reached.`,
        next: 'Check the network of this device. If it works, ask the organiser whether the server is running and the address is right.',
      }),
      certificate_not_trusted: ({ server }) => ({
        what: `The certificate of ${server} is not trusted: it has expired, is self-signed, or belongs to another address.`,
        next: 'Check the address, and the date of this device. If both are right, the organiser has to renew the certificate.',
      }),
      certificate_changed: ({ server }) => ({
        what: `The server ${server} presents a different certificate from the one in its enrolment code.`,
        next: 'If the organiser has set up the server again, connect with a new enrolment code. Otherwise someone on this network is intercepting the connection: use another network, and tell the organiser.',
      }),
      keys_changed: ({ server }) => ({
        what: `The server ${server} does not speak with the keys of the organiser that this station trusts. Nothing is sent to it.`,
        next: 'Someone on this network may be intercepting the connection: use another network, and tell the organiser. If the organiser has set up the server again, connect with a new enrolment code.',
      }),
      not_the_server: ({ server }) => ({
        what: `Something answers at ${server}, but it is not the ticket server.`,
        next: 'If this network asks people to sign in on a web page, sign in there. Otherwise check the address with the organiser.',
      }),
      timeout: ({ server }) => ({
        what: `The server ${server} does not answer in time.`,
        next: 'The network may be weak, or the server busy. Try another network; if that changes nothing, tell the organiser.',
      }),
      server_error: ({ server }) => ({
        what: `The server ${server} answers with an error.`,
        next: 'There is nothing to do here. If it continues, tell whoever runs the server.',
      }),
      store_failed: ({ server }) => ({
        what: `Data from the server ${server} cannot be stored on this device.`,
        next: 'Check whether the disk is full. If it is not, restart Gatehouse.',
      }),
      unauthorized: () => ({
        what: 'The server does not accept this station’s client ID or secret.',
        next: 'The client may have been revoked or replaced. Ask the organiser for valid credentials, then choose Change server to enter them.',
      }),
      rate_limited: () => ({
        what: 'The server asks this station to wait before it sends more.',
        next: 'There is nothing to do: it continues automatically. If it happens often, ask the organiser to give each station a client of its own.',
      }),
      forbidden: () => ({
        what: 'The server knows this station, but its organiser has no access.',
        next: 'Ask the organiser to check their plan.',
      }),
      no_secret: () => ({
        what: 'The client secret of this station cannot be read on this device.',
        next: 'Choose Change server and enter it again, or a new enrolment code from the organiser.',
      }),
      scope_missing: ({ scopes }) => ({
        what: `The client of this station lacks a permission: ${scopes}.`,
        next: 'Ask the organiser to add it to the client’s scopes.',
      }),
      no_event_granted: () => ({
        what: 'The server has no published event for the client of this station.',
        next: 'Ask the organiser to publish the event, or to grant it to this client.',
      }),
      event_not_granted: ({ event }) => ({
        what: `${event} is no longer open to this station: it is not granted to its client, or not published.`,
        next: 'Ask the organiser to grant it again, or choose another event.',
      }),
    }),
    retryIn: (time: string) => `Trying again in ${time}.`,
    retrying: 'Trying now…',
    noticed: 'This station notices the change within a minute.',
    scanningGoesOn: 'Scanning continues. Scans are kept here and sent later.',
  },
  refusal: {
    'pin.wrong': 'Wrong PIN.',
    'pin.wait': 'The PIN was not checked. Wait a moment and try again.',
    'connect.no_code':
      'This is not an enrolment code, or only part of one. Scan it, or paste all of it.',
    'pin.required': 'This takes the PIN of this station.',
    'pin.not_set': 'This station has no supervisor’s PIN yet. Settings set one.',
    'undo.unknown': 'This station knows of no such admission.',
    'undo.ended': 'It was undone already, or the guest is out.',
    'overrule.unknown': 'This denial cannot be overruled any more.',
    'overrule.not_allowed': 'The organiser does not allow this to be overruled.',
    'held.unknown': 'Scan the ticket again first.',
    'release.not_recorded': 'It could not be saved, so it has not happened. Use another station.',
    'connect.location_without_event':
      'The enrolment code names an entry point without its event. Ask the organiser for a new code.',
    'connect.code_ended':
      'The enrolment code has expired or was used already. Ask the organiser for a new code.',
    'connect.unreachable': (server: string) =>
      `Nothing answers at ${server}. Check this address, and the network of this device.`,
    'connect.certificate_not_trusted':
      'The certificate of this server is not trusted. Check the address and the date of this device.',
    'connect.certificate_changed':
      'The server presents a different certificate from the one in the enrolment code. Ask the organiser for a new code; if this one is new, someone on this network is intercepting the connection.',
    'connect.keys_changed':
      'The server does not speak with the keys of the organiser that this station trusts. Ask the organiser for a new enrolment code; if this one is new, someone on this network is intercepting the connection.',
    'connect.not_a_server':
      'There is no Gatehouse server at this address. Check the whole address: most end in /v1.',
    'connect.refused': 'The server does not accept this ID with this secret.',
    'connect.forbidden':
      'The server knows this client, but its organiser has no access. Ask them about their plan.',
    'connect.server_error':
      'The server returned an error, or asked to wait. Try again in a minute.',
    'server.port_taken':
      'Another program is using the server’s port. Close that program and try again.',
    'server.disk_full': 'This device’s disk is full. Free up space and try again.',
    'server.not_empty':
      'This server already has data, so no demo data is added. Use another data folder to try the demo.',
    'server.demo_closed': 'First confirm that the demo data may be open to the network.',
    'server.not_here': 'This device cannot run a server.',
    'server.failed': 'The server could not do this.',
    'start_at_login.failed': 'This could not be changed on this computer.',
    'printing.failed':
      'The label was not printed. Look at the printer, then print it again from Last scans.',
    'kiosk.locked': 'Kiosk mode is on, and only the door works. Leave it with its PIN first.',
    'connect.unsent_scans': (count: number, organiser: string) =>
      `${count === 1 ? '1 scan' : `${count} scans`} of ${organiser} ${count === 1 ? 'has' : 'have'} not been sent yet, and this server belongs to another organiser. Send ${count === 1 ? 'it' : 'them'} first.`,
  },
  /** Asked once a quarter of an hour while a person has switched the station offline. */
  offlineChosen: {
    ask: (age: string) => `Working offline, as chosen, for ${age}. Is that still meant?`,
    stay: 'Stay offline',
    goOnline: 'Go online',
  },
  /** Rows of the server that this version cannot read. */
  unreadable: {
    title: 'Not understood',
    intro:
      'This station cannot read these entries of the server, or not completely. Each is asked for again when it changes. Update Gatehouse, or show the list to whoever runs the server.',
    lists: {
      tickets: 'Ticket',
      scans: 'Scan',
      releases: 'Release',
      order_lines: 'Add-on',
      answers: 'Answer',
      events: 'Event',
      setup: 'Set-up of the event',
    },
    noReference: 'without a reference',
  },
  attention: {
    /** Instead of a verdict, for an add-on that was handed out. */
    redemption: 'Add-on handed out',
    intro: 'The server did not accept these scans. They are safe on this device.',
    /** Why the server refused a scan, by code; other codes are explained by the server's own message. */
    why: {
      'journal.changed':
        'This scan’s entry in the station’s journal is not what was written at the door, so it is never sent. Tell the supervisor.',
      'ticket.unknown':
        'The server knows no such ticket for this station. Its client may have been granted other events.',
      'scan.mismatch':
        'The server has a different scan under this reference. A station’s data folder may have been copied.',
      'validation.failed': 'The server cannot read this scan. Tell support.',
      too_large: 'The server, or a proxy in front of it, refuses this scan as too large.',
      refused: 'The server refused this scan.',
      not_found: 'The server has no endpoint for scans.',
      not_the_server:
        'The answer came from a login page or a proxy of the network, not from the ticket server.',
      invalid_response: 'The server’s answer about this scan could not be understood.',
      server_error: 'The server failed on this scan.',
      conflict: 'The server is still busy with this scan.',
      forbidden: 'The server does not let this station send scans.',
      scope_missing: 'The client of this station lacks the permission to send scans.',
    },
    whySent: 'The server says:',
    since: (time: string) => `Refused ${time}`,
    sent: (times: number) => (times === 1 ? 'sent once' : `sent ${times} times`),
    waiting: 'Resent automatically',
    setAside: 'Set aside',
    sendAgain: 'Send again',
    sendAll: 'Send all again',
    queued: 'Queued: sent now, or as soon as the server can be reached.',
    export: 'Export',
    exported: (file: string) => `Saved as ${file}`,
    fileName: 'needs-attention',
    shown: (shown: string, total: string) => `${shown} of ${total}`,
    showMore: 'Show more',
    loading: 'Reading the list…',
    failed: 'The list cannot be read.',
    empty: 'Nothing needs attention',
    emptyNext: 'Scans that the server does not accept are listed here.',
    show: 'Show what needs attention',
  },
  refused: 'Scan not accepted. Try again.',
  /** The station's warnings; numbers are already formatted. */
  warnings: {
    rowsUnreadable: (count: string) =>
      `Entries of the server that this version cannot read, or not completely: ${count}. Activity lists them: update Gatehouse, or tell whoever runs the server.`,
    journalReplaced: (carriedOver: string, keptAs: string) =>
      `The journal was damaged. Scans carried over into a new one: ${carriedOver}; the old file is kept as ${keptAs}.`,
    journalEndLost: (scans: string) =>
      `Scans missing from this station’s journal: ${scans}. Tickets that were admitted here before may be admitted again: check names as well, and tell the supervisor.`,
    journalEndLostSince: (scans: string, time: string) =>
      `Scans missing from this station’s journal: ${scans}, all made after ${time}. Tickets that were admitted here since then may be admitted again: check names as well, and tell the supervisor.`,
    journalEndKept: (keptAs: string) => `The damaged files are kept as ${keptAs}.`,
    journalChanged: (scans: string) =>
      `Scans in this station’s journal that were changed or damaged after they were written: ${scans}. Those not sent yet are held back: tell the supervisor.`,
    settingsRestored:
      'The settings of this station were missing or damaged; the last copy is in use. Check the event and the entry point.',
    settingsLost:
      'The settings of this station were missing or damaged. Check the event and the entry point: they may not be the ones chosen before.',
    journalUnwritable: (problem: string) =>
      `Scans cannot be saved (${problem}). Use another station.`,
    journalUnreadable: (problem: string) => `The journal cannot be read (${problem}).`,
    entryPointArchived: (name: string) =>
      `The entry point ${name} was archived. Scans here are still recorded, but tickets may no longer be valid here: choose another entry point.`,
    overRedeemed: (times: string) =>
      `More add-ons were handed out than bought, at stations that could not reach each other (${times}). The organiser can see which orders.`,
    diskFull:
      'This device’s disk is full. Scans cannot be saved: free up space, or use another station.',
    replicaRebuilt:
      'This station’s copy of the server’s data was unusable and is being loaded again.',
    replicaCarriedOver: (tickets: string) => `Tickets recovered and used meanwhile: ${tickets}.`,
    replicaMissing:
      'The ticket data of this station is missing. It is loaded again as soon as the server can be reached; without it, tickets show as unknown.',
    replicaUnreadable:
      'The server’s data cannot be read at the moment. Scan again, or use another station.',
    replicaUnwritable:
      'Data from the server cannot be saved on this device. Free up disk space: until then, new and changed tickets are not known here.',
    foreignPages: (own: string, other: string) =>
      `The server at ${own} says that its data continues at ${other}, so nothing more is loaded. Correct the address here, or the server’s own.`,
    clockOff: (offset: string) =>
      `This device’s clock is ${offset} off. Scans use the corrected time.`,
    clockJumped:
      'This device’s clock was changed. Scans keep using the time from before the change.',
    clockUnconfirmed: (offset: string) =>
      `This device’s clock was ${offset} off when the server was last reached, and probably still is. Scans use the corrected time.`,
    plainHttp: (server: string) =>
      `The connection to ${server} is not encrypted: others on this network can read names and this station’s credentials. Use an https:// address.`,
    secretUnprotected:
      'The client secret is kept in a file that only this user can read. It is not encrypted.',
    secretUnreadable: (problem: string) =>
      `The client secret cannot be read (${problem}). Scanning continues offline, and Gatehouse keeps trying. If this continues, enter the secret, or a new enrolment code, in the settings.`,
    secretUnanswered:
      'The keychain does not answer, so the client secret cannot be read yet. Scanning continues offline. Unlock the keychain, or enter the secret, or a new enrolment code, in the settings.',
    secretMissing:
      'This station’s client secret is not on this device. Scanning continues offline. Enter the secret, or a new enrolment code, in the settings.',
    settingsNotKept: (problem: string) =>
      `Settings cannot be saved (${problem}). They last until Gatehouse is closed, and must be chosen again after that.`,
    secretNotKept: (problem: string) =>
      `The client secret cannot be saved (${problem}). It works until Gatehouse is closed. After that the station needs it again, or a new enrolment code.`,
  },
};

export type Words = typeof en;
