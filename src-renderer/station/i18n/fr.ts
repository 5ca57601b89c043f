import type { Words } from './en.ts';

export const fr: Words = {
  signal: {
    admit: 'Passez',
    already_in: 'Déjà entré',
    just_in: 'Vient d’entrer ici',
    wrong_entrance: 'Mauvaise entrée',
    wrong_event: 'Mauvais événement',
    not_now: 'Hors horaire',
    date_cancelled: 'Date annulée',
    not_valid: 'Non valable',
    unknown: 'Inconnu',
    unreadable: 'Pas un billet',
    scan_again: 'Scannez encore',
    scanner_works: 'Lecteur prêt',
    system: 'Non enregistré',
  },
  missed: { too_early: 'Trop tôt', expired: 'Expiré', wrong_date: 'Mauvaise date' },
  verdict: {
    readAgain: 'Relu',
    waiting: (count) => `${count} à suivre`,
    firstIn: 'Première entrée',
    ago: (age) => `il y a ${age}`,
    fromPeer: 'selon cet autre poste',
    rightEntrances: 'Valable à',
    valid: 'Valable',
    from: 'à partir de',
    until: 'jusqu’à',
    noHolder: 'Pas de nom sur ce billet',
    fromCode: 'Connu par son seul code : absent des données de ce poste',
    checking: 'Vérification…',
    nowhere: 'aucune entrée connue ici',
    anotherEvent: 'Pour un autre événement',
    firstUnknown: 'Heure et lieu inconnus ici',
    cancelled: 'Billet annulé',
    replaced: 'Billet remplacé ou retiré',
    codeReplaced: 'Ce code a été remplacé par un plus récent',
    refunded: 'Billet remboursé',
    notInData: 'Absent des données de ce poste',
    halfCode: 'Une moitié de code seulement a été lue',
    severalTickets: 'Peut être le code de plusieurs billets',
    notSaved: 'Le scan n’a pas pu être enregistré',
    notRead: 'Les données des billets sont illisibles',
    checkingNext: 'Le code a été lu. Un instant.',
  },
  next: {
    let_in: 'Laissez entrer.',
    supervisor: 'Ne laissez plus entrer avec ce billet. En cas de doute, appelez un responsable.',
    not_second: 'Pas une deuxième personne : ne laissez entrer personne d’autre avec ce billet.',
    show_the_way: 'Indiquez le chemin.',
    other_event: 'Ne laissez pas entrer ici. Indiquez le chemin vers cet autre événement.',
    no_entrance: 'Appelez un responsable : la bonne entrée n’est pas connue ici.',
    come_back: 'Demandez de revenir à ce moment-là.',
    box_office: 'Orientez la personne vers la billetterie.',
    refund: 'Orientez la personne vers la billetterie pour un remboursement.',
    new_ticket: 'Demandez le nouveau billet et scannez-le.',
    new_code: 'Demandez le dernier code du billet et scannez-le.',
    look_up: 'Demandez la confirmation de commande, ou orientez la personne vers la billetterie.',
    scan_ticket: 'Scannez le code qui figure sur le billet.',
    training: 'Scannez maintenant un billet.',
    other_station: 'N’admettez personne ici. Utilisez un autre poste.',
    scan_again: 'Scannez de nouveau. Si rien ne change, utilisez un autre poste.',
    scan_whole: 'Tenez le code immobile jusqu’au bip, ou tapez-le.',
    type_code: 'Tapez le code tel qu’il est imprimé, ou orientez la personne vers la billetterie.',
  },
  idle: {
    ready: 'Prêt à scanner',
    readyNext: 'Présentez un billet au lecteur, ou tapez son code.',
    noTickets: 'Pas encore de billets',
    noTicketsNext:
      'Ils viennent d’un fichier CSV : la personne qui gère le serveur l’importe avec cette commande.',
    noTicketsHere:
      'Ils viennent du fichier de votre billetterie. Importez-le dans la console, qui s’ouvre dans le navigateur.',
    importTickets: 'Importer des billets',
    importOpened: 'La console est ouverte dans le navigateur. Déposez-y le fichier.',
    loading: 'Chargement des billets',
    loadingNext: 'Vous pouvez déjà scanner. Un billet pas encore chargé s’affiche comme inconnu.',
    loaded: (applied, total) => (total === null ? `${applied} chargés` : `${applied} sur ${total}`),
    remaining: (time) => `encore ${time} environ`,
    connecting: 'Connexion au poste…',
    connectingNext: 'Continuez à scanner : les codes sont gardés et vérifiés dès qu’il répond.',
    awayNext:
      'Continuez à scanner : les codes sont gardés et vérifiés dès qu’il répond. Si Gatehouse a redémarré à une autre adresse, ouvrez l’adresse affichée au démarrage.',
    refused: 'Cette page n’a pas accès',
    refusedNext:
      'Exécutez encore une fois la commande de démarrage sur cet ordinateur : elle affiche une adresse valable une fois. Ouvrez-la dans cet onglet pour ne perdre aucun scan gardé.',
    kept: (count) => (count === 1 ? '1 scan gardé' : `${count} scans gardés`),
    starting: 'Démarrage du poste…',
    startingNext: 'Ouverture du journal et des billets.',
    slowServer:
      'Le serveur de cet ordinateur met plus de temps que d’habitude à démarrer. Si cela dure, fermez Gatehouse et relancez-le.',
    slowStation:
      'Le poste met plus de temps que d’habitude à ouvrir le journal et les billets. Si cela dure, fermez Gatehouse et relancez-le.',
    failed: 'Le poste ne peut pas travailler',
    failedNext: 'N’admettez personne ici. Relancez l’application, sinon appelez l’assistance.',
    screenFailed: 'Cet écran a eu une panne',
    screenFailedNext:
      'Il revient dans un instant. N’admettez personne avant de revoir le verdict. Les scans sont pris en compte entre-temps.',
  },
  samples: {
    title: 'Codes d’exemple',
    intro: 'Scannez-en un à l’écran, ou appuyez dessus.',
    show: 'Afficher des codes d’exemple',
  },
  counters: {
    title: 'Admissions',
    inside: 'entrés',
    here: 'à ce poste',
    perMinute: '/min',
    chart: 'Admissions par minute, les 15 dernières minutes',
  },
  scans: {
    title: 'Derniers scans',
    empty: 'Aucun scan',
    emptyNext: 'Ils apparaîtront ici, les plus récents d’abord.',
  },
  status: {
    live: 'En direct',
    connecting: 'Connexion au serveur',
    syncing: 'Synchronisation',
    offlineSince: (time) => `Hors ligne depuis ${time}`,
    offline: {
      chosen: 'choisi ici',
      unreachable: 'serveur injoignable',
      certificate_not_trusted: 'certificat non fiable',
      certificate_changed: 'autre certificat',
      keys_changed: 'autres clés',
      not_the_server: 'une autre page répond',
      timeout: 'serveur trop lent',
      server_error: 'erreur du serveur',
      store_failed: 'données non enregistrables',
      unauthorized: 'identifiants refusés',
      rate_limited: 'le serveur demande d’attendre',
      forbidden: 'accès retiré',
      no_secret: 'secret client manquant',
    },
    noAccess: 'Accès refusé',
    access: {
      scope_missing: 'autorisation manquante',
      no_event_granted: 'aucun événement accordé',
      event_not_granted: 'événement non accordé',
    },
    near: (count) =>
      count === 0
        ? 'aucun poste proche'
        : count === 1
          ? '1 poste proche'
          : `${count} postes proches`,
    dataAge: (age) => `données : ${age}`,
    noData: 'pas encore de données',
    nothingWaiting: 'rien en attente',
    waiting: (count) => `${count} à envoyer`,
    unreadable: (count) => `${count} non compris`,
    conflicts: (count) => (count === 1 ? '1 conflit' : `${count} conflits`),
    attention: (count) => `${count} à examiner`,
    stationAway: 'Connexion au poste',
    clockOff: (offset) => `horloge décalée de ${offset}`,
    scannerReady: 'Lecteur prêt',
    source: {
      keyboard: 'Lecteur clavier',
      hid: 'Lecteur USB',
      serial: 'Lecteur série',
      camera: 'Caméra',
      typed: 'Saisi',
    },
    muted: 'Son coupé',
    soundBlocked: 'Son bloqué : cliquez ici',
  },
  station: {
    server: 'Serveur',
    organiser: 'Organisateur',
    scansAge: 'Admissions des autres postes',
    ticketsAge: 'Billets',
    setupAge: 'Événement et entrées',
    queue: 'À envoyer',
    oldest: 'Le plus ancien',
    clock: 'Horloge de cet appareil',
    clockUnknown: 'pas encore comparée',
    clockExact: 'juste',
    never: 'jamais',
    old: (age) => `il y a ${age}`,
    none: 'rien',
  },
  peers: {
    title: 'Postes proches',
    switch: 'Écouter les postes proches',
    purpose:
      'Quand le serveur manque, les postes de ce réseau se disent qui ils ont laissé entrer : aucun billet ne sert à deux entrées.',
    notAllowed: 'Désactivé pour cet événement. La personne qui gère le serveur peut l’activer.',
    notYet: 'Commence dès que le serveur a répondu.',
    port: 'Port',
    addresses: 'Adresses de ce poste',
    nobody: 'Aucun autre poste ne se fait entendre.',
    heard: (age) => `entendu il y a ${age}`,
    known: 'Admissions connues',
    refused: 'Connexions refusées',
    silent: 'Connexions muettes',
    ignored: 'Admissions ignorées',
  },
  actions: {
    help: 'Touches',
    door: 'Porte',
    boxOffice: 'Billetterie',
    activity: 'Activité',
    tonight: 'Ce soir',
    typeCode: 'Taper un code',
    entryPoint: 'Point d’entrée',
    event: 'Événement',
    station: 'État du poste',
    workOffline: 'Travailler hors ligne',
    goOnline: 'Se connecter',
    offlineSwitch: 'Hors ligne / en ligne',
    syncNow: 'Synchroniser',
    attention: 'À examiner',
    changeServer: 'Changer de serveur',
    tryAgain: 'Réessayer',
    showNames: 'Afficher les noms un instant',
    sound: 'Son oui / non',
    theme: 'Sombre / clair',
    language: 'Langue',
    scanners: 'Lecteurs',
    selfTest: 'Autotest',
    kiosk: 'Mode kiosque',
    settings: 'Réglages',
    close: 'Fermer',
    cancel: 'Annuler',
    details: 'Détails',
  },
  help: {
    intro: 'On peut scanner partout, même quand ceci est ouvert.',
    everywhere: 'Partout',
    list: 'Dans la liste des scans',
    move: 'Choisir un scan',
    open: 'Voir ses détails',
  },
  scanners: {
    intro:
      'Lisez un code avec chaque lecteur et voyez-le arriver ici. Un billet compte comme un scan même maintenant.',
    status: {
      off: 'Désactivé',
      starting: 'Démarrage',
      ready: 'Prêt',
      missing: 'Introuvable',
      no_library: 'Non installé',
      no_permission: 'Accès refusé',
      busy: 'Utilisé ailleurs',
      failed: 'Ne marche pas',
      denied: 'Non autorisée',
    },
    nothingRead: 'Rien de lu pour le moment.',
    kinds: {
      reference: 'Billet',
      signed: 'Billet signé',
      enrolment: 'Configure un poste',
      training: 'Code d’essai',
      partial: 'Moitié de code',
      unrecognised: 'Pas un billet',
    },
    usb: {
      off: null,
      starting: null,
      ready: null,
      missing:
        'Branchez un lecteur. Un lecteur qui écrit comme un clavier n’a besoin de rien ici ; pour le mode USB, scannez « USB HID POS » dans son manuel.',
      no_library:
        'Le composant qui lit les lecteurs USB manque. Réinstallez Gatehouse ; les lecteurs clavier continuent.',
      no_permission:
        'Cet utilisateur ne peut pas lire le lecteur. Sous Linux, copiez cette ligne dans /etc/udev/rules.d/70-gatehouse-scanner.rules, puis rebranchez le lecteur.',
      busy: 'Un autre programme utilise le lecteur. Fermez-le.',
      failed: 'Débranchez puis rebranchez le lecteur.',
    },
    serial: {
      off: null,
      starting: null,
      ready: null,
      missing: 'Branchez le lecteur ou choisissez un autre port.',
      no_library: 'Le composant qui lit les lecteurs série manque. Réinstallez Gatehouse.',
      no_permission:
        'Cet utilisateur ne peut pas ouvrir le port. Sous Linux : sudo usermod -aG dialout $USER, puis reconnectez-vous.',
      busy: 'Un autre programme utilise le port. Fermez-le.',
      failed: 'Débranchez puis rebranchez, ou choisissez un autre port.',
    },
    look: 'Chercher encore',
    port: 'Port',
    noPort: 'Aucun',
    line: {
      speed: 'Vitesse (bit/s)',
      format: 'Format',
      ending: 'Un code se termine par',
      endings: { automatic: 'CR, LF ou une pause', line: 'CR ou LF', pause: 'une pause' },
      pause: 'Pause (ms)',
    },
    beeps: 'Le lecteur indique oui et non par des sons',
    camera: {
      name: 'Caméra',
      use: 'Lire les codes avec la caméra',
      automatic: 'Automatique',
      preview: 'Ce que voit la caméra',
      next: {
        off: null,
        starting: null,
        ready: null,
        denied:
          'Autorisez la caméra pour cette page, et pour le navigateur dans les réglages du système.',
        missing: 'Branchez une caméra.',
        busy: 'Un autre programme utilise la caméra. Fermez-le.',
        failed: 'Désactivez puis réactivez la caméra ici.',
      },
    },
    layout: {
      next: 'Vérifiez la disposition du clavier : scannez ce code.',
      qr: 'Code d’essai du clavier, en QR',
      bars: 'Code d’essai du clavier, en code-barres',
      findings: {
        same: 'Chaque caractère arrive comme il est imprimé.',
        slow: 'Tous les caractères arrivent, mais lentement. Les billets ne sont lus qu’avec Entrée à la fin et quand aucun champ n’est utilisé. Réglez un délai plus court entre les caractères dans le lecteur.',
        num_lock: 'Verr. Num est désactivé. Les billets sont lus correctement malgré tout.',
        caps_lock: 'Verr. Maj est activé. Les billets sont lus correctement malgré tout.',
        qwertz: 'Cet ordinateur écrit en QWERTZ. Les billets sont lus correctement malgré tout.',
        azerty: 'Cet ordinateur écrit en AZERTY. Les billets sont lus correctement malgré tout.',
        other_layout:
          'L’ordinateur et le lecteur ont des dispositions différentes. Les billets sont lus correctement malgré tout.',
        lost: 'Des caractères se perdent en route. Réglez un délai plus long entre les caractères dans le lecteur.',
        unknown:
          'Le lecteur est réglé sur le clavier d’un autre pays. Réglez-le sur anglais (US) ou sur la disposition de cet ordinateur.',
      },
    },
    soundBlocked: 'Le navigateur garde cette page muette jusqu’à un clic ou une touche.',
    short: {
      keyboard: 'Clavier',
      usb: 'USB',
      serial: 'Série',
      camera: 'Caméra',
    },
  },
  privacy: {
    hide: 'Masquer les noms',
    hideNote:
      'Des initiales à la place des noms, partout sur cet écran. L’œil en haut, ou Alt V, affiche les noms pendant dix secondes ou jusqu’au prochain scan.',
    withNames: 'Exporter avec les noms',
    withoutNames: 'Exporter sans les noms',
  },
  kiosk: {
    intro:
      'N’affiche que la porte : aucun autre espace, aucun réglage. Le contrôle continue comme avant. Le même code PIN permet d’en sortir.',
    choose: 'Choisissez un code PIN',
    again: 'Le code PIN encore une fois',
    digits: 'De 4 à 8 chiffres.',
    differ: 'Les deux codes PIN sont différents.',
    escape:
      'Dans un navigateur, Échap quitte le plein écran, et aucune page ne peut l’empêcher ; le poste reste verrouillé malgré tout.',
    enter: 'Verrouiller ce poste',
    leave: 'Quitter le mode kiosque',
    pin: 'Code PIN',
    keypad: 'Chiffres',
    delete: 'Effacer le dernier chiffre',
    wait: (time) => `Trop de codes PIN erronés. Attendez ${time}.`,
    forgotten:
      'Si plus personne ne connaît le code PIN : fermez Gatehouse et démarrez-le avec --leave-kiosk.',
    fullScreen: 'Plein écran',
    locked: 'Ce poste est verrouillé',
    lockedNext: 'Il ne peut pas lire de billets pour le moment. Adressez-vous à l’équipe.',
  },
  changeLock: {
    label: 'Changer l’événement, le point d’entrée, passer hors ligne',
    note: 'Pour que rien ne change par mégarde. « Code PIN » en demande un nouveau ; il sert alors aussi au mode kiosque.',
    options: { at_once: 'Aussitôt', hold: 'Appui long', pin: 'Code PIN' },
    titles: {
      select_event: 'Changer l’événement',
      select_entry_point: 'Changer le point d’entrée',
      set_mode: 'Travailler hors ligne',
      set_change_lock: 'Changer le verrouillage',
    },
    now: 'Maintenant',
    next: 'Ensuite',
    offline:
      'Ce poste n’envoie et ne reçoit alors plus rien jusqu’à ce que quelqu’un le remette en ligne. Les contrôles sont conservés.',
    holdHint: 'Maintenez jusqu’à ce que le bouton soit plein. Au clavier, maintenez Entrée.',
    tooShort: 'Relâché trop tôt. Maintenez le bouton, ou Entrée, jusqu’à ce qu’il soit plein.',
    held: 'C’est fait. Relâchez.',
    press: 'Appuyer une seule fois',
    newPin: 'Définir le code PIN',
    newPinIntro:
      'Sans lui, personne ici ne change l’événement ni le point d’entrée, ni ne passe hors ligne.',
  },
  selfTest: {
    title: 'Autotest avant l’ouverture',
    intro:
      'Vérifie ce poste avant l’arrivée du premier invité. Le contrôle continue pendant ce temps.',
    start: 'Lancer l’autotest',
    again: 'Tester de nouveau',
    running: 'Vérification du poste…',
    last: (age) => `Testé il y a ${age}`,
    never: 'Pas encore testé',
    scan: 'Lisez ce code avec le lecteur.',
    code: 'Code d’essai pour l’autotest',
    listen: 'Jouez les sons et dites si on les entend à la porte.',
    heard: 'Je les entends',
    notHeard: 'Je n’entends rien',
    print: 'Imprimer',
    save: 'Enregistrer en texte',
    fileName: 'autotest',
    grades: {
      passed: 'Prêt pour l’ouverture',
      open: 'Pas encore terminé',
      attention: 'À vérifier',
      failed: 'Pas prêt',
    },
    checks: {
      scanner: 'Lecteur',
      sound: 'Son',
      camera: 'Caméra',
      clock: 'Horloge',
      server: 'Serveur',
      tickets: 'Données des billets',
      scans: 'Scans de toutes les portes',
      journal: 'Journal',
      disk: 'Disque',
    },
    findings: {
      scanner_read: () => 'Le code d’essai est arrivé.',
      scanner_other_code: () => 'Un autre code est arrivé. Lisez le code d’essai.',
      scanner_garbled: () =>
        'Le code n’arrive pas tel qu’il est imprimé. Ouvrez Lecteurs (Alt S) et testez la disposition du clavier.',
      scanner_open: () => 'Rien n’a encore été lu.',
      sound_heard: () => 'Les sons ont été entendus.',
      sound_not_heard: () =>
        'Les sons n’ont pas été entendus. Montez le volume ici, sur l’appareil et sur le haut-parleur.',
      sound_open: () => 'Personne n’a encore dit si on entend les sons.',
      camera_ready: () => 'La caméra fonctionne.',
      camera_not_ready: () =>
        'La caméra ne fonctionne pas. Ouvrez Lecteurs (Alt S) pour voir pourquoi.',
      clock_right: ({ offset }) => `À ${offset} au plus de celle du serveur.`,
      clock_off: ({ offset }) =>
        `L’horloge de l’appareil est décalée de ${offset}, ou a été changée. Réglez-la et redémarrez Gatehouse.`,
      clock_not_compared: () =>
        'L’horloge n’a pas pu être comparée à celle du serveur. Vérifiez l’heure de l’appareil à la main.',
      server_answers: () => 'Il répond.',
      server_away: () =>
        'Il n’a pas été interrogé : ce poste est hors ligne, ou attend. Le contrôle fonctionne sans lui ; F6 dit pourquoi.',
      server_failed: ({ problem }) =>
        `Il n’a pas donné ses chiffres. Le contrôle fonctionne sans lui. (${problem})`,
      list_same: ({ here }) => `${here} ici et sur le serveur.`,
      list_differs: ({ here, server }) =>
        `${here} ici, ${server} sur le serveur. Synchronisez (F8), attendez une minute et testez de nouveau.`,
      list_not_compared: ({ here }) => `${here} ici ; le serveur n’a pas été interrogé.`,
      tickets_none: () =>
        'Il n’y a aucun billet ici. Vérifiez l’événement (F4) et la connexion (F6) avant l’ouverture.',
      journal_written: ({ milliseconds }) => `Écrit et sur le disque en ${milliseconds} ms.`,
      journal_slow: ({ milliseconds }) =>
        `Écrit, mais le disque a mis ${milliseconds} ms. Fermez les autres programmes ; chaque scan l’attend.`,
      journal_full: () =>
        'Rien ne peut être écrit : le disque est plein. Faites de la place avant l’ouverture.',
      journal_failed: ({ problem }) =>
        `Rien ne peut être écrit : personne ne pourrait entrer ici. Prenez un autre appareil. (${problem})`,
      disk_room: ({ free }) => `${free} sont libres.`,
      disk_low: ({ free }) =>
        `Seulement ${free} sont libres. Faites de la place avant l’ouverture.`,
      disk_full: ({ free }) => `Il ne reste que ${free}. Faites de la place maintenant.`,
      disk_unknown: () => 'Le système ne dit pas combien de place il reste.',
      not_answered: () =>
        'Le poste n’a pas répondu. Testez de nouveau ; si cela n’aide pas, redémarrez Gatehouse.',
    },
  },
  typed: {
    label: 'Code, nom, commande ou place',
    hint: 'Un code est vérifié ici. Tout le reste est cherché à la billetterie.',
    check: 'Vérifier',
    codeLabel: 'Code du billet',
    codeHint: 'Comme imprimé sous le code-barres. Majuscules ou minuscules.',
    lookUp: 'Chercher',
    empty: 'Tapez un code, un nom, une commande ou une place.',
  },
  details: {
    title: 'Scan',
    holder: 'Titulaire',
    ticket: 'Billet',
    ticketType: 'Type',
    seat: 'Place',
    session: 'Date',
    scanned: 'Scanné',
    source: 'Lu par',
    number: 'Numéro',
  },
  settings: {
    volume: 'Volume',
    sound: 'Son',
    theme: 'Apparence',
    tryTone: 'Écouter les sons',
    speaks: 'Dire le motif à voix haute',
    speaksNote: 'Après le son, avec une voix de cet appareil. Les noms ne sont jamais prononcés.',
    noVoice: 'Cet appareil n’a pas de voix propre pour cette langue : rien n’est prononcé.',
    vibrates: 'Vibrer',
    themes: { system: 'Système', dark: 'Sombre', light: 'Clair' },
    startAtLogin: 'Lancer à l’ouverture de session',
    startAtLoginNote:
      'Gatehouse s’ouvre dès que cet utilisateur ouvre sa session sur cet ordinateur.',
    connection: 'Connexion',
    version: 'Version de Gatehouse',
    noServer: 'Connecté à aucun serveur',
  },
  about: {
    title: 'À propos de Gatehouse',
    intro:
      'Gatehouse est sous licence MIT. Il contient l’œuvre d’autres personnes, chacune sous sa propre licence :',
    search: 'Chercher dans les noms et les licences',
    nothing: 'Aucun résultat.',
    unread: 'Les licences ne peuvent pas être lues.',
  },
  places: 'Espaces',
  search: {
    label: 'Chercher un billet',
    hint: (hasEmails) => (hasEmails ? 'Code, nom, e-mail ou place' : 'Code, nom ou place'),
    clear: 'Effacer',
    results: 'Billets trouvés',
    count: (found, total) => (total === null ? `${found} trouvés` : `${found} sur ${total}`),
    begin: 'Qui est-ce ?',
    beginNext: (hasEmails) =>
      hasEmails
        ? 'Une partie du nom, de l’e-mail ou de la place suffit, ou la fin du code ou de la commande. Accents et majuscules sont sans importance.'
        : 'Une partie du nom ou de la place suffit, ou la fin du code ou de la commande. Accents et majuscules sont sans importance.',
    nothing: (query) => `Aucun résultat pour « ${query} »`,
    nothingNext: (hasEmails) =>
      hasEmails
        ? 'Essayez moins de lettres, ou autre chose : place, e-mail, commande.'
        : 'Essayez moins de lettres, ou autre chose : place, commande.',
    noEmails: 'Ce poste n’a pas les adresses e-mail. Cherchez par nom, commande ou place.',
    noPhones: 'Les postes n’ont pas les numéros de téléphone. Cherchez par nom, commande ou place.',
    ordered: (day) => `Commandé le ${day}`,
    more: (shown) => `Les ${shown} premiers sont affichés. Précisez pour trouver le bon.`,
    indexing: 'De nouveaux billets sont en cours d’indexation. La liste se complète toute seule.',
    importing: 'Des billets arrivent encore : celui qui manque en fait peut-être partie.',
    failed: 'Les billets sont illisibles',
    failedNext: 'Réessayez. Si rien ne change, utilisez un autre poste.',
    awayNext: 'La recherche reprend dès qu’il répond.',
    open: 'Pas encore entré',
    isIn: 'Entré',
  },
  order: {
    label: 'Commande',
    none: 'Aucun billet choisi',
    noneNext: 'Choisissez-en un à gauche : sa commande s’affiche ici.',
    back: 'Retour à la liste',
    alone: 'Sans commande',
    status: {
      draft: 'brouillon',
      pending_payment: 'non payée',
      awaiting_approval: 'en attente d’accord',
      paid: 'payée',
      free_confirmed: 'gratuite',
      cancelled: 'annulée',
      refunded: 'remboursée',
      unknown: 'dans un état inconnu',
    },
    tickets: (count) => (count === 1 ? '1 billet' : `${count} billets`),
    incomplete: 'Il manque peut-être des billets de cette commande : tous ne sont pas encore là.',
    failed: 'La commande est illisible',
    gone: 'Ce billet n’est plus ici',
    goneNext: 'Il a peut-être changé d’événement. Cherchez de nouveau.',
    checkIn: 'Faire entrer',
    justNow: 'Vient d’entrer',
    entrances: 'Entrée',
    help: {
      is_in: 'Ne laissez plus entrer personne. En cas de doute, appelez un responsable.',
      come_later: 'Demandez de revenir à ce moment-là.',
      too_late:
        'L’heure est passée. Seul un responsable ou l’organisateur peut aider avec un autre billet.',
      date_cancelled:
        'Proposez ce que l’organisateur a décidé : un remboursement ou une autre date.',
      find_new_ticket: 'Il y a peut-être un billet plus récent : cherchez par nom ou par commande.',
      cancelled:
        'Ne laissez pas entrer. Voyez si la commande a un autre billet, ou vendez-en un nouveau.',
      refunded: 'Le montant a été remboursé : ne laissez pas entrer. Vendez un nouveau billet.',
      supervisor: 'Appelez un responsable.',
    },
  },
  activity: {
    title: 'Ce poste',
    find: 'Chercher un nom, une place ou un billet',
    byResult: 'Ce qui s’est passé',
    results: {
      admitted: 'Admis',
      denied: 'Refusés',
      unknown: 'Inconnus',
      redemption: 'Suppléments',
    },
    byUpload: 'Ce que sait le serveur',
    uploads: { waiting: 'En attente', sent: 'Envoyé', refused: 'Rejeté', local: 'Ici seulement' },
    what: 'Quoi',
    export: 'Exporter en CSV',
    fileName: 'activite',
    older: 'Afficher les plus anciens',
    loading: 'Lecture du journal…',
    failed: 'Le journal ne peut pas être lu',
    empty: 'Rien ne s’est encore passé',
    emptyNext: 'Chaque scan et chaque supplément remis à ce poste apparaît ici.',
    nothing: 'Rien de tel ne s’est passé ici',
    nothingNext:
      'Retirez un filtre ou cherchez moins de mots. Ce qu’ont fait les autres postes n’apparaît pas ici.',
  },
  conflicts: {
    first: 'Première admission',
    second: 'Deuxième admission',
    title: 'Conflits',
    states: { open: 'Ouverts', resolved: 'Réglés' },
    kinds: {
      double_admission: 'Admis deux fois',
      stale_admission: 'Admis avec un billet qui n’était plus valable',
      rule_admission: 'Admis contre une règle',
      false_denial: 'Refusé avec un billet valable',
    },
    expected: 'Le serveur aurait dit :',
    staff: 'Personnel, dans la console',
    clock: 'L’horloge de ce poste n’est pas fiable',
    note: 'Qu’avez-vous constaté ?',
    resolve: 'Régler',
    none: { open: 'Aucun conflit ouvert', resolved: 'Aucun n’a encore été réglé' },
    noneNext: 'Quand deux portes hors ligne admettent le même billet, cela apparaît ici.',
    loading: 'Interrogation du serveur…',
    failed: 'Les conflits ne peuvent pas être affichés',
    unreachable: 'Le serveur est injoignable. Lui seul sait ce qui s’est passé aux autres portes.',
    notOffered: 'Ce serveur ne compare pas ce qu’ont fait les portes.',
    forbidden: 'Ce poste ne peut pas lire les conflits. L’organisateur peut l’autoriser.',
    withdrawn: 'Il n’existe plus : des scans ultérieurs ont montré qu’il n’y avait pas de conflit.',
  },
  tonight: {
    of: (tickets) => `sur ${tickets} billets`,
    countedAt: (time) => `Compté à ${time}`,
    counting: 'Comptage…',
    importing: 'Des billets arrivent encore : les chiffres seront complets quand tous seront là.',
    offlineSince: (time) =>
      `Le serveur est absent. Ce qu’ont fait les autres portes depuis ${time} n’est pas encore compté ici.`,
    failed: 'Les chiffres ne peuvent pas être calculés',
    arrivals: 'Arrivées par cinq minutes',
    noArrivals: 'Personne n’est encore entré',
    noArrivalsNext: 'Chaque personne admise à une porte, quelle qu’elle soit, est comptée ici.',
    lastDay:
      'Le graphique montre les dernières 24 heures. Le tableau contient toutes les arrivées.',
    running: 'Les cinq dernières minutes sont en cours.',
    types: 'Types de billets',
    noTypes: 'Pas encore de billets',
    noType: 'Sans type',
    noDenials: 'Personne n’a été refusé',
    otherReason: 'Autre motif',
    others: (count) => `${count} autres`,
    asTable: 'En tableau',
    columns: {
      from: 'À partir de',
      total: 'Total',
      type: 'Type de billet',
      tickets: 'Billets',
      share: 'Part',
      reason: 'Motif',
      scans: 'Scans',
    },
  },
  fleet: {
    title: 'Postes',
    receivedAt: (time) => `Tels que le serveur les connaissait à ${time}`,
    well: 'Aucun poste n’a de problème',
    inTrouble: (count) => (count === 1 ? '1 poste à vérifier' : `${count} postes à vérifier`),
    none: 'Le serveur ne connaît encore aucun poste',
    failed: 'Les postes ne peuvent pas être affichés',
    unreachable: 'Le serveur est injoignable. Lui seul entend tous les postes.',
    notOffered: 'Ce serveur ne suit pas l’état des postes.',
    forbidden: 'Ce poste ne peut pas voir les autres. L’organisateur peut l’autoriser.',
    elsewhere: 'Autre événement',
    noEvent: 'Aucun événement choisi',
    columns: {
      station: 'Poste',
      heard: 'Entendu',
      queue: 'À envoyer',
      data: 'Âge des données',
      clock: 'Écart d’horloge',
      version: 'Version',
    },
    unheard: (age) => `Pas entendu depuis ${age}`,
    unsent: (count, age) =>
      count === 1
        ? `1 non envoyé, depuis ${age}`
        : `${count} non envoyés, le plus ancien depuis ${age}`,
    refused: (count) =>
      count === 1 ? '1 rejeté par le serveur' : `${count} rejetés par le serveur`,
    noData: 'N’a pas encore de billets',
    oldData: (age) => `Ses données ont ${age}`,
    clockOff: (offset) => `Son horloge est décalée de ${offset}`,
    warns: {
      journal: 'Son journal a un problème',
      store: 'Ses données de billets ou son disque ont un problème',
      settings: 'Ses réglages sont perdus ou ne peuvent pas être gardés',
      clock: 'Son horloge n’est pas fiable',
      secret: 'Son secret client manque ou ne peut pas être lu',
      server: 'Le serveur l’envoie à une autre adresse',
      add_ons: 'Plus de suppléments ont été remis qu’achetés',
      entry_point: 'Son entrée a été archivée',
      rows: 'Il ne peut pas lire toutes les données du serveur',
    },
    warnsOf: (code) => `Il avertit de ${code}`,
  },
  addOns: {
    title: 'Suppléments',
    unnamed: 'Supplément',
    left: (remaining, of) => `reste ${remaining} sur ${of}`,
    quantity: (name) => `Quantité : ${name}`,
    fewer: 'Moins',
    more: 'Plus',
    redeem: 'Remettre',
    takeBack: 'Reprendre 1',
    undo: 'Annuler',
    handedOut: (quantity, name) => `Remis : ${quantity} × ${name}`,
    takenBack: (quantity, name) => `Repris : ${quantity} × ${name}`,
    refusal: {
      order_ended:
        'Ne remettez rien : la commande n’est pas payée, ou elle est annulée ou remboursée.',
      not_enough: 'Ne remettez rien : il n’en reste pas autant.',
      nothing_to_undo: 'Il n’en a pas été remis autant.',
      not_recorded: 'Ne remettez rien : l’enregistrement a échoué. Utilisez un autre poste.',
      unread:
        'Rien n’a été fait : les suppléments sont illisibles. Réessayez, ou utilisez un autre poste.',
      other: 'Rien n’a été fait : ce supplément n’est plus connu ici. Cherchez de nouveau.',
    },
  },
  noEvent: 'Aucun événement',
  notOffered: 'N’est plus proposé à ce poste',
  revoked: {
    title: 'Ce poste a été révoqué',
    intro: (time) =>
      `L’organisateur y a mis fin le ${time}. Les données des billets et le secret ont été effacés de cet appareil.`,
    nothingKept: 'Tous les scans sont arrivés au serveur.',
    kept: (count) =>
      `${count === 1 ? '1 scan n’est pas arrivé au serveur et est gardé' : `${count} scans ne sont pas arrivés au serveur et sont gardés`} pour l’organisateur. Seul son serveur peut lire le fichier.`,
    handOver:
      'Remettez ce fichier à l’organisateur dans les 24 heures, par exemple sur une clé USB :',
    takeIn: 'Sur le serveur, il est importé avec :',
    notSealed:
      'Le fichier pour l’organisateur n’a pas pu être écrit. Un nouvel essai aura lieu au redémarrage de Gatehouse sur cet appareil.',
    again: 'Utiliser de nouveau cet appareil',
  },
  firstRun: {
    title: 'Bienvenue dans Gatehouse',
    intro: 'À quoi servira cet appareil ?',
    cards: {
      demo: {
        title: 'Essayer',
        text: 'Un événement d’exemple avec 2 000 billets inventés, sur cet appareil seulement.',
      },
      here: {
        title: 'Héberger le serveur ici',
        text: 'Votre propre événement. Cet ordinateur garde les billets et les scans ; il n’a pas besoin d’internet.',
      },
      connect: {
        title: 'Se connecter',
        text: 'Votre organisateur vous a donné un code d’inscription ou l’adresse d’un serveur.',
      },
    },
    questions: {
      organiser: {
        title: 'Comment s’appelle votre organisation ?',
        intro: 'Vos événements lui appartiennent.',
        label: 'Organisation',
      },
      event: {
        title: 'Comment s’appelle votre premier événement ?',
        intro: 'Vous pourrez en ajouter d’autres plus tard.',
        label: 'Événement',
      },
      entryPoints: {
        title: 'Par où entre-t-on ?',
        intro:
          'Des noms séparés par des virgules, par exemple Porte nord, Porte sud. Laissez vide s’il n’y a qu’une entrée.',
        label: 'Entrées',
      },
    },
    entrance: 'Entrée',
    needed: 'Ce champ est nécessaire.',
    starting: 'Le serveur démarre…',
    startingNext: 'Cela prend quelques secondes.',
    place: 'Où se trouve cet appareil ?',
    placeIntro:
      'Les billets sont contrôlés pour cette entrée. Vous pourrez la changer en haut de l’écran de la porte.',
    boxOfficeNote: 'Trouve les gens par leur nom et les fait entrer, quelle que soit l’entrée.',
    reading: 'Lecture de l’événement…',
    back: 'Retour',
    next: 'Continuer',
    toTheDoor: 'Aller à la porte',
  },
  server: {
    title: 'Serveur sur cet appareil',
    address: 'Adresse',
    health: 'État',
    healths: {
      ready: 'En marche',
      unready: 'En marche, mais sa base de données est inutilisable',
      away: 'En cours de redémarrage',
    },
    size: 'Base de données',
    folder: 'Dossier des données',
    lastBackup: 'Dernière sauvegarde',
    never: 'Aucune',
    backUp: 'Sauvegarder maintenant',
    backingUp: 'Copie en cours…',
    backedUp: 'La base de données a été copiée.',
    bringIn: 'Les billets viennent d’un fichier CSV. gatehouse event list donne l’EVT :',
  },
  network: {
    switch: 'D’autres postes peuvent se connecter',
    purpose:
      'Les ordinateurs de ce réseau peuvent alors se joindre avec un code créé ici. Tout ce qu’ils envoient est chiffré.',
    demo: 'Ce serveur contient les données d’exemple. Leurs identifiants ont été affichés au démarrage et se trouvent dans demo.json : qui les possède peut lire, depuis ce réseau, les invités fictifs de l’exemple.',
    openDemo: 'Autoriser quand même',
    opening: 'Démarrage…',
    addresses: 'Dans le réseau',
    noAddress: 'Cet appareil n’est actuellement dans aucun réseau local. Connectez-le à un réseau.',
    lostHost: (host) =>
      `Cet appareil n’a plus l’adresse ${host}, à laquelle menait le dernier code. Redonnez-lui cette adresse dans le routeur, ou créez de nouveaux codes pour les postes.`,
    expires: 'Certificat jusqu’au',
    portTaken: (port) =>
      `Un autre programme occupe le port ${port}. Fermez-le : les postes pourront se reconnecter en quelques secondes.`,
    moveMeans: 'Sur un autre port, chaque poste déjà joint a besoin d’un nouveau code.',
    move: 'Prendre un autre port',
    certificate: {
      certificate_lost: 'Le certificat, server-tls.pem, manque ou est endommagé.',
      certificate_expired: 'Le certificat a expiré.',
    },
    renewMeans:
      'Les postes ne font confiance qu’au certificat avec lequel ils se sont joints. Avec un nouveau, chacun reste hors ligne jusqu’à ce qu’il reçoive un nouveau code ; il garde ses scans et les envoie alors.',
    renew: 'Créer un nouveau certificat',
    failed: 'Le serveur n’est pas accessible depuis le réseau.',
  },
  join: {
    begin: 'Ajouter un poste',
    name: 'Nom du poste',
    nameNeeded: 'Donnez-lui un nom.',
    allEvents: (organiser) => `Tous les événements de ${organiser}`,
    anyEntryPoint: 'Choisi sur le poste',
    address: 'Adresse pour le poste',
    make: 'Créer le code',
    making: 'Création…',
    made: (name) => `Code pour ${name}`,
    how: 'Sur l’autre ordinateur, choisissez « Se connecter », puis scannez ce code ou collez son texte.',
    qr: 'Code d’inscription sous forme de QR code',
    text: 'En texte',
    once: (until) =>
      `Le code n’est affiché qu’une fois. Il connecte un seul poste, une seule fois, jusqu’au ${until}. D’ici là, ne le montrez à personne d’autre.`,
    revoke:
      'Une fois connecté, le poste figure sous « Ce soir ». Cette commande le révoque, sur cet appareil :',
    done: 'Terminé',
  },
  connect: {
    title: 'Connecter ce poste',
    intro:
      'L’organisateur vous donne ces trois informations, propres à ce poste, ou un code d’inscription.',
    serverUrl: 'Adresse du serveur',
    serverHint:
      'Par exemple https://tickets.example.org/v1. Un code d’inscription collé suffit aussi.',
    codeHasAll: 'Le code d’inscription contient le reste.',
    clientId: 'ID client',
    clientSecret: 'Secret client',
    secretHint: 'Gardé sur cet appareil, jamais réaffiché.',
    connect: 'Connecter',
    connecting: 'Connexion…',
    needed: 'Ce champ est nécessaire.',
    badUrl: 'Écrivez l’adresse entière, à partir de https://',
    scanHint: 'Ou scannez le code d’inscription.',
    changeIntro: 'Un autre serveur, ou d’autres identifiants pour le même.',
    unsentKept: (count) =>
      `${count === 1 ? '1 scan reste' : `${count} scans restent`} à envoyer. Ils sont gardés sur cet appareil et iront au nouveau serveur s’il est celui du même organisateur. Celui d’un autre est refusé tant qu’ils ne sont pas envoyés.`,
    journalKept: 'Les scans déjà faits restent dans le journal de cet appareil.',
    noClient: 'Pas encore de client ?',
    makeClient: 'La personne qui gère le serveur crée un client par poste :',
    makeOrganiser: 'Un serveur neuf et vide a d’abord besoin d’un organisateur :',
    clientPrinted:
      'La commande affiche, cette seule fois, le code d’inscription, en texte et en code QR. Si le serveur garde ses données dans un dossier à part, ajoutez --data DOSSIER.',
  },
  choose: {
    title: 'Pour quel événement est cette porte ?',
    intro: 'Vous pourrez le changer plus tard, en haut de l’écran.',
    asking: 'Demande des événements au serveur…',
    askingNext: 'Un instant.',
    noList: 'Les événements apparaîtront ici dès que le serveur les montrera.',
  },
  diagnosis: {
    chosen: () => ({
      what: 'Ce poste travaille hors ligne parce qu’on l’a choisi ici.',
      next: 'Repassez en ligne quand il doit de nouveau échanger avec le serveur.',
    }),
    unreachable: ({ server }) => ({
      what: `Le serveur ${server} est injoignable.`,
      next: 'Vérifiez le réseau de cet appareil. S’il fonctionne, demandez à l’organisateur si le serveur tourne et si l’adresse est juste.',
    }),
    certificate_not_trusted: ({ server }) => ({
      what: `Le certificat de ${server} n’est pas fiable : il a expiré, est auto-signé ou appartient à une autre adresse.`,
      next: 'Vérifiez l’adresse et la date de cet appareil. Si les deux sont justes, l’organisateur doit renouveler le certificat.',
    }),
    certificate_changed: ({ server }) => ({
      what: `Le serveur ${server} présente un autre certificat que celui de son code d’inscription.`,
      next: 'Si l’organisateur a réinstallé le serveur, connectez-vous avec un nouveau code d’inscription. Sinon, quelqu’un s’interpose sur ce réseau : utilisez un autre réseau et prévenez l’organisateur.',
    }),
    keys_changed: ({ server }) => ({
      what: `Le serveur ${server} n’utilise pas les clés de l’organisateur auxquelles ce poste fait confiance. Rien ne lui est envoyé.`,
      next: 'Quelqu’un s’interpose peut-être sur ce réseau : utilisez un autre réseau et prévenez l’organisateur. S’il a réinstallé le serveur, connectez-vous avec un nouveau code d’inscription.',
    }),
    not_the_server: ({ server }) => ({
      what: `Quelque chose répond à ${server}, mais ce n’est pas le serveur de billetterie.`,
      next: 'Si ce réseau demande de s’identifier sur une page web, faites-le. Sinon, vérifiez l’adresse avec l’organisateur.',
    }),
    timeout: ({ server }) => ({
      what: `Le serveur ${server} ne répond pas à temps.`,
      next: 'Le réseau est peut-être faible, ou le serveur surchargé. Essayez un autre réseau ; si rien ne change, prévenez l’organisateur.',
    }),
    server_error: ({ server }) => ({
      what: `Le serveur ${server} répond par une erreur.`,
      next: 'Il n’y a rien à faire ici. Si cela dure, prévenez la personne qui gère le serveur.',
    }),
    store_failed: ({ server }) => ({
      what: `Ce que dit le serveur ${server} ne peut pas être enregistré sur cet appareil.`,
      next: 'Vérifiez si le disque est plein. Sinon, fermez Gatehouse et relancez-le.',
    }),
    unauthorized: () => ({
      what: 'Le serveur refuse l’ID client ou le secret de ce poste.',
      next: 'Le client a peut-être été révoqué ou remplacé. Demandez des identifiants valables à l’organisateur, puis saisissez-les avec « Changer de serveur ».',
    }),
    rate_limited: () => ({
      what: 'Le serveur demande à ce poste d’attendre avant d’envoyer la suite.',
      next: 'Il n’y a rien à faire : il reprend de lui-même. Si c’est fréquent, demandez à l’organisateur un client par poste.',
    }),
    forbidden: () => ({
      what: 'Le serveur connaît ce poste, mais son organisateur n’a pas d’accès.',
      next: 'Demandez à l’organisateur de vérifier son abonnement.',
    }),
    no_secret: () => ({
      what: 'Le secret client de ce poste est illisible sur cet appareil.',
      next: 'Saisissez-le de nouveau avec « Changer de serveur ». S’il est perdu, l’organisateur crée un nouveau code d’inscription.',
    }),
    scope_missing: ({ scopes }) => ({
      what: `Il manque une autorisation au client de ce poste : ${scopes}.`,
      next: 'Demandez à l’organisateur de l’ajouter aux autorisations (scopes) du client.',
    }),
    no_event_granted: () => ({
      what: 'Le serveur n’a aucun événement publié pour le client de ce poste.',
      next: 'Demandez à l’organisateur de publier l’événement, ou de l’accorder à ce client.',
    }),
    event_not_granted: ({ event }) => ({
      what: `${event} n’est plus ouvert à ce poste : il n’est pas accordé à son client, ou pas publié.`,
      next: 'Demandez à l’organisateur de l’accorder de nouveau, ou choisissez un autre événement.',
    }),
    retryIn: (time) => `Nouvel essai automatique dans ${time}.`,
    retrying: 'Essai en cours…',
    noticed: 'Ce poste remarque le changement de lui-même en moins d’une minute.',
    scanningGoesOn: 'Le contrôle continue. Les scans sont gardés ici et envoyés plus tard.',
  },
  refusal: {
    'pin.wrong': 'Ce n’est pas le code PIN.',
    'pin.wait': 'Le code PIN n’a pas été vérifié. Attendez un instant et réessayez.',
    'connect.no_code':
      'Ce n’est pas un code d’inscription, ou seulement une partie. Scannez-le ou collez-le en entier.',
    'pin.required': 'Il faut pour cela le code PIN de ce poste.',
    'connect.location_without_event':
      'Le code d’inscription indique une entrée sans son événement. Demandez un nouveau code à l’organisateur.',
    'connect.code_ended':
      'Le code d’inscription a expiré ou a déjà servi. Demandez un nouveau code à l’organisateur.',
    'connect.unreachable':
      'Rien ne répond à cette adresse. Vérifiez-la, ainsi que le réseau de cet appareil.',
    'connect.certificate_not_trusted':
      'Le certificat de ce serveur n’est pas fiable. Vérifiez l’adresse et la date de cet appareil.',
    'connect.certificate_changed':
      'Le serveur présente un autre certificat que celui du code d’inscription. Demandez un nouveau code à l’organisateur ; s’il est récent, quelqu’un s’interpose sur ce réseau.',
    'connect.keys_changed':
      'Le serveur n’utilise pas les clés de l’organisateur auxquelles ce poste fait confiance. Demandez un nouveau code d’inscription à l’organisateur ; s’il est récent, quelqu’un s’interpose sur ce réseau.',
    'connect.not_a_server':
      'Il n’y a pas de serveur Gatehouse à cette adresse. Vérifiez-la jusqu’au bout : la plupart finissent par /v1.',
    'connect.refused': 'Le serveur n’accepte pas cet ID avec ce secret.',
    'connect.forbidden':
      'Le serveur connaît ce client, mais son organisateur n’a pas d’accès. Demandez-lui où en est son abonnement.',
    'connect.server_error':
      'Le serveur répond par une erreur, ou demande d’attendre. Réessayez dans une minute.',
    'server.port_taken': 'Un autre programme a pris le port du serveur. Fermez-le et réessayez.',
    'server.disk_full': 'Le disque de cet appareil est plein. Faites de la place et réessayez.',
    'server.not_empty':
      'Le serveur a ici ses propres données : aucune donnée d’exemple n’est ajoutée. Prenez un autre dossier pour essayer.',
    'server.demo_closed':
      'Confirmez d’abord que les données d’exemple peuvent être ouvertes au réseau.',
    'server.not_here': 'Cet appareil ne peut pas héberger de serveur.',
    'server.failed': 'Le serveur n’y est pas parvenu.',
    'start_at_login.failed': 'Impossible de modifier ce réglage sur cet ordinateur.',
    'kiosk.locked':
      'Le mode kiosque est actif et ne laisse que l’entrée ouverte. Quittez-le d’abord avec son code PIN.',
    'connect.unsent_scans': (count, organiser) =>
      `${count === 1 ? '1 scan' : `${count} scans`} de ${organiser} ${count === 1 ? 'n’est pas encore envoyé' : 'ne sont pas encore envoyés'}, et ce serveur est celui d’un autre organisateur. Envoyez-les d’abord.`,
  },
  offlineChosen: {
    ask: (age) => `Hors ligne depuis ${age}, par choix. Est-ce toujours voulu ?`,
    stay: 'Rester hors ligne',
    goOnline: 'Passer en ligne',
  },
  unreadable: {
    title: 'Non compris',
    intro:
      'Ce poste ne peut pas lire ces entrées du serveur, ou pas entièrement. Chacune est redemandée quand elle change. Mettez Gatehouse à jour, ou montrez la liste à qui gère le serveur.',
    lists: {
      tickets: 'Billet',
      scans: 'Scan',
      order_lines: 'Supplément',
      events: 'Événement',
      setup: 'Réglages de l’événement',
    },
    noReference: 'sans référence',
  },
  attention: {
    redemption: 'Supplément remis',
    intro: 'Le serveur n’a pas pris ces scans. Ils sont en sûreté sur cet appareil.',
    why: {
      'journal.changed':
        'L’entrée de ce scan dans le journal de ce poste n’est plus telle qu’elle a été écrite. Elle n’est donc jamais envoyée : prévenez le responsable.',
      'ticket.unknown':
        'Le serveur ne connaît pas ce billet pour ce poste. Les événements de son client ont peut-être changé.',
      'scan.mismatch':
        'Le serveur a un autre scan sous cette référence. Le dossier de données d’un poste a peut-être été copié.',
      'validation.failed': 'Le serveur ne peut pas lire ce scan. Prévenez l’assistance.',
      too_large:
        'Le serveur, ou un intermédiaire sur le chemin, refuse ce scan comme trop volumineux.',
      refused: 'Le serveur a refusé de prendre ce scan.',
      not_found: 'Le serveur n’a aucune adresse qui prenne les scans.',
      not_the_server:
        'Ce qui a répondu n’est pas le serveur de billetterie : une page du réseau ou un proxy.',
      invalid_response: 'La réponse du serveur sur ce scan était incompréhensible.',
      server_error: 'Le serveur échoue sur ce scan.',
      conflict: 'Le serveur est encore occupé par ce scan.',
      forbidden: 'Le serveur ne laisse pas ce poste envoyer de scans.',
      scope_missing: 'Il manque au client de ce poste l’autorisation d’envoyer des scans.',
    },
    whySent: 'Le serveur dit :',
    since: (time) => `Refusé ${time}`,
    sent: (times) => (times === 1 ? 'envoyé une fois' : `envoyé ${times} fois`),
    waiting: 'Renvoyé automatiquement',
    setAside: 'Mis de côté',
    sendAgain: 'Renvoyer',
    sendAll: 'Tout renvoyer',
    queued: 'En file : envoyé tout de suite, ou dès que le serveur répond.',
    export: 'Exporter',
    exported: (file) => `Enregistré sous ${file}`,
    fileName: 'a-examiner',
    shown: (shown, total) => `${shown} sur ${total}`,
    showMore: 'Voir la suite',
    loading: 'Lecture de la liste…',
    failed: 'La liste est illisible.',
    empty: 'Rien à examiner',
    emptyNext: 'Les scans que le serveur ne prend pas sont listés ici.',
    show: 'Voir ce qui est à examiner',
  },
  refused: 'Le poste n’a pas pris ce scan.',
  warnings: {
    rowsUnreadable: (count) =>
      `Entrées du serveur que cette version ne peut pas lire, ou pas entièrement : ${count}. L’activité en donne la liste : mettez Gatehouse à jour, ou prévenez qui gère le serveur.`,
    journalReplaced: (carriedOver, keptAs) =>
      `Le journal était endommagé. Scans repris dans un nouveau : ${carriedOver} ; l’ancien fichier est conservé sous ${keptAs}.`,
    journalEndLost: (scans) =>
      `Scans manquants dans le journal de ce poste : ${scans}. Des billets déjà admis ici pourraient l’être une seconde fois : faites un contrôle supplémentaire et prévenez le responsable.`,
    journalEndLostSince: (scans, time) =>
      `Scans manquants dans le journal de ce poste : ${scans}, tous après ${time}. Des billets admis ici depuis pourraient l’être une seconde fois : faites un contrôle supplémentaire et prévenez le responsable.`,
    journalEndKept: (keptAs) => `Les fichiers endommagés sont conservés sous ${keptAs}.`,
    journalChanged: (scans) =>
      `Scans du journal de ce poste qui ne sont plus tels qu’ils ont été écrits : ${scans}. Ceux qui n’étaient pas encore envoyés sont retenus : prévenez le responsable.`,
    settingsRestored:
      'Les réglages de ce poste manquaient ou étaient endommagés ; la dernière copie est utilisée. Vérifiez l’événement et l’entrée.',
    settingsLost:
      'Les réglages de ce poste manquaient ou étaient endommagés. Vérifiez l’événement et l’entrée : ce ne sont peut-être pas ceux choisis auparavant.',
    journalUnwritable: (problem) =>
      `Les scans ne peuvent pas être enregistrés (${problem}). Utilisez un autre poste.`,
    journalUnreadable: (problem) => `Le journal est illisible (${problem}).`,
    entryPointArchived: (name) =>
      `L’entrée ${name} a été archivée. Les scans y sont toujours enregistrés, mais des billets n’y sont peut-être plus valables : choisissez une autre entrée.`,
    overRedeemed: (times) =>
      `Il a été remis plus que ce qui avait été acheté, par deux postes qui ne pouvaient pas le savoir (${times}). L’organisateur voit pour quelles commandes.`,
    diskFull:
      'Le disque de cet appareil est plein. Les scans ne peuvent pas être enregistrés : libérez de la place ou utilisez un autre poste.',
    replicaRebuilt: 'La copie des données du serveur était inutilisable et se recharge.',
    replicaCarriedOver: (tickets) => `Billets encore lisibles, utilisés en attendant : ${tickets}.`,
    replicaMissing:
      'Les données des billets de ce poste manquent. Elles se rechargent dès que le serveur est joignable ; sans elles, les billets sont inconnus.',
    replicaUnreadable:
      'Les données du serveur sont illisibles pour le moment. Scannez de nouveau ou utilisez un autre poste.',
    replicaUnwritable:
      'Ce que dit le serveur ne peut pas être enregistré sur cet appareil. Libérez de la place sur le disque : d’ici là, les billets nouveaux ou modifiés ne sont pas connus ici.',
    foreignPages: (own, other) =>
      `Le serveur ${own} renvoie à ${other} pour la suite de ses données : plus rien n’est chargé. Corrigez l’adresse ici ou celle du serveur.`,
    clockOff: (offset) =>
      `L’horloge de cet appareil est décalée de ${offset}. Les scans portent l’heure corrigée.`,
    clockJumped:
      'L’horloge de cet appareil a été modifiée. Les scans gardent l’heure d’avant le changement.',
    clockUnconfirmed: (offset) =>
      `L’horloge de cet appareil était décalée de ${offset} lors du dernier contact avec le serveur, et l’est sans doute encore. Les scans portent l’heure corrigée.`,
    plainHttp: (server) =>
      `La connexion à ${server} n’est pas chiffrée : d’autres sur ce réseau peuvent lire les noms et les identifiants de ce poste. Utilisez une adresse https://.`,
    secretUnprotected:
      'Le secret client est gardé dans un fichier que seul cet utilisateur peut lire. Il n’est pas chiffré.',
    secretUnreadable: (problem) =>
      `Le secret client est illisible (${problem}). Le contrôle continue hors ligne et la lecture est réessayée. Si cela dure, saisissez dans les réglages le secret ou un nouveau code d’inscription.`,
    secretUnanswered:
      'Le trousseau ne répond pas : le secret client ne peut pas encore être lu. Le contrôle continue hors ligne. Déverrouillez le trousseau, ou saisissez dans les réglages le secret ou un nouveau code d’inscription.',
    secretMissing:
      'Le secret client de ce poste n’est pas sur cet appareil. Le contrôle continue hors ligne. Saisissez dans les réglages le secret ou un nouveau code d’inscription.',
    settingsNotKept: (problem) =>
      `Les choix ne peuvent pas être enregistrés (${problem}). Ils valent jusqu’à la fermeture de Gatehouse et devront ensuite être refaits.`,
    secretNotKept: (problem) =>
      `Le secret client ne peut pas être enregistré (${problem}). Il vaut jusqu’à la fermeture de Gatehouse. Ensuite, il faudra le saisir de nouveau, ou un nouveau code d’inscription.`,
  },
};
