import type { Words } from './words.ts';

export const fr: Words = {
  signal: {
    admit: 'Entrée',
    already_in: 'Déjà entré',
    wrong_entrance: 'Mauvaise entrée',
    not_now: 'Hors horaire',
    date_cancelled: 'Date annulée',
    not_valid: 'Non valable',
    unknown: 'Inconnu',
    unreadable: 'Pas un billet',
    system: 'Non enregistré',
  },
  verdict: {
    readAgain: 'Relu',
    waiting: (count) => `${count} à suivre`,
    firstIn: 'Première entrée',
    ago: (age) => `il y a ${age}`,
    fromPeer: 'selon cette autre station',
    rightEntrances: 'Valable à',
    valid: 'Valable',
    from: 'à partir de',
    until: 'jusqu’à',
    noHolder: 'Pas de nom sur ce billet',
    fromCode: 'Connu par son seul code : absent des données de ce poste',
    checking: 'Vérification…',
    nowhere: 'aucune entrée connue ici',
    firstUnknown: 'heure et lieu inconnus ici',
    cancelled: 'Billet annulé',
    replaced: 'Billet remplacé ou retiré',
    codeReplaced: 'Ce code a été remplacé par un plus récent',
    refunded: 'Billet remboursé',
    notInData: 'Absent des données de ce poste',
    setsUpStation: 'Sert à configurer un poste',
    trainingCode: 'Code d’essai',
    notSaved: 'Le scan n’a pas pu être enregistré',
    notRead: 'Les données des billets sont illisibles',
    checkingNext: 'Le code a été lu. Un instant.',
  },
  next: {
    let_in: 'Laissez entrer.',
    supervisor: 'Ne laissez plus entrer avec ce billet. En cas de doute, appelez un responsable.',
    show_the_way: 'Indiquez le chemin.',
    no_entrance: 'Appelez un responsable : la bonne entrée n’est pas connue ici.',
    come_back: 'Demandez de revenir à ce moment-là.',
    box_office: 'Orientez la personne vers la billetterie.',
    refund: 'Orientez la personne vers la billetterie pour un remboursement.',
    new_ticket: 'Demandez le nouveau billet et scannez-le.',
    new_code: 'Demandez le dernier code du billet et scannez-le.',
    look_up: 'Demandez la confirmation de commande, ou orientez la personne vers la billetterie.',
    scan_ticket: 'Scannez le code qui figure sur le billet.',
    training: 'Le lecteur fonctionne. Scannez maintenant un billet.',
    other_station: 'N’admettez personne ici. Utilisez un autre poste.',
    scan_again: 'Scannez de nouveau. Si rien ne change, utilisez un autre poste.',
  },
  idle: {
    ready: 'Prêt à scanner',
    readyNext: 'Présentez un billet au lecteur, ou tapez son code.',
    loading: 'Chargement des billets',
    loadingNext: 'Vous pouvez déjà scanner. Un billet pas encore chargé s’affiche comme inconnu.',
    loaded: (applied, total) => (total === null ? `${applied} chargés` : `${applied} sur ${total}`),
    remaining: (time) => `encore ${time} environ`,
    connecting: 'Connexion à la station…',
    connectingNext: 'Continuez à scanner : les codes sont gardés et vérifiés dès qu’elle répond.',
    awayNext:
      'Continuez à scanner : les codes sont gardés et vérifiés dès qu’elle répond. Si Gatehouse a redémarré à une autre adresse, ouvrez l’adresse affichée au démarrage.',
    refused: 'Cette page n’a pas accès',
    refusedNext:
      'Exécutez encore une fois la commande de démarrage sur cet ordinateur : elle affiche une adresse valable une fois. Ouvrez-la dans cet onglet pour ne perdre aucun scan gardé.',
    kept: (count) => (count === 1 ? '1 scan gardé' : `${count} scans gardés`),
    starting: 'Démarrage de la station…',
    startingNext: 'Ouverture du journal et des billets.',
    slowServer:
      'Le serveur de cet ordinateur met plus de temps que d’habitude à démarrer. Si cela dure, fermez Gatehouse et relancez-le.',
    slowStation:
      'Le poste met plus de temps que d’habitude à ouvrir le journal et les billets. Si cela dure, fermez Gatehouse et relancez-le.',
    failed: 'La station ne peut pas travailler',
    failedNext: 'N’admettez personne ici. Relancez l’application, sinon appelez l’assistance.',
  },
  counters: {
    title: 'Entrées',
    inside: 'entrés',
    here: 'à cette station',
    perMinute: '/min',
    chart: 'Entrées par minute, les 15 dernières minutes',
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
        ? 'aucune station proche'
        : count === 1
          ? '1 station proche'
          : `${count} stations proches`,
    dataAge: (age) => `données : ${age}`,
    noData: 'pas encore de données',
    nothingWaiting: 'rien en attente',
    waiting: (count) => `${count} à envoyer`,
    attention: (count) => `${count} à examiner`,
    stationAway: 'Connexion à la station',
    clockOff: (offset) => `horloge décalée de ${offset}`,
    scannerReady: 'Lecteur prêt',
    source: {
      keyboard: 'Lecteur clavier',
      hid: 'Lecteur USB',
      serial: 'Lecteur série',
      camera: 'Caméra',
      typed: 'Saisi',
    },
    lastRead: 'dernière lecture',
    muted: 'Son coupé',
    soundBlocked: 'Son bloqué : cliquez ici',
    open: 'État de la station',
  },
  station: {
    title: 'État de la station',
    server: 'Serveur',
    organiser: 'Organisateur',
    scansAge: 'Entrées des autres stations',
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
    title: 'Stations proches',
    switch: 'Écouter les stations proches',
    purpose:
      'Quand le serveur manque, les stations de ce réseau se disent qui elles ont laissé entrer : aucun billet ne sert à deux entrées.',
    notAllowed: 'Désactivé pour cet événement. La personne qui gère le serveur peut l’activer.',
    notYet: 'Commence dès que le serveur a répondu.',
    port: 'Port',
    addresses: 'Adresses de cette station',
    nobody: 'Aucune autre station ne se fait entendre.',
    heard: (age) => `entendue il y a ${age}`,
    known: 'Entrées connues',
    refused: 'Connexions refusées',
    silent: 'Connexions muettes',
    ignored: 'Entrées ignorées',
  },
  actions: {
    help: 'Touches',
    typeCode: 'Taper un code',
    entryPoint: 'Point d’entrée',
    event: 'Événement',
    station: 'État de la station',
    workOffline: 'Travailler hors ligne',
    goOnline: 'Se connecter',
    offlineSwitch: 'Hors ligne / en ligne',
    syncNow: 'Synchroniser',
    attention: 'À examiner',
    changeServer: 'Changer de serveur',
    tryAgain: 'Réessayer',
    sound: 'Son oui / non',
    theme: 'Sombre / clair',
    language: 'Langue',
    scanners: 'Lecteurs',
    settings: 'Réglages',
    close: 'Fermer',
    details: 'Détails',
  },
  help: {
    title: 'Touches',
    intro: 'On peut scanner partout, même quand ceci est ouvert.',
    everywhere: 'Partout',
    list: 'Dans la liste des scans',
    move: 'Choisir un scan',
    open: 'Voir ses détails',
  },
  scanners: {
    title: 'Lecteurs',
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
      enrolment: 'Configure une station',
      training: 'Code d’essai',
      unrecognised: 'Pas un billet',
    },
    usb: {
      off: null,
      starting: null,
      ready: null,
      missing:
        'Branchez un lecteur. Un lecteur qui écrit comme un clavier n’a besoin de rien ici ; pour le mode USB, scannez « USB HID POS » dans son manuel.',
      no_library:
        'Le composant qui lit les lecteurs USB manque. Réinstallez Gatehouse ; les lecteurs clavier continuent.',
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
        'Cet utilisateur ne peut pas ouvrir le port. Sous Linux : sudo usermod -aG dialout $USER, puis reconnectez-vous.',
      busy: 'Un autre programme utilise le port. Fermez-le.',
      failed: 'Débranchez puis rebranchez, ou choisissez un autre port.',
    },
    look: 'Chercher encore',
    port: 'Port',
    noPort: 'Aucun',
    beeps: 'Le lecteur sonne oui et non',
    camera: {
      name: 'Caméra',
      use: 'Lire les codes avec la caméra',
      which: 'Caméra',
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
      next: 'Vérifiez la disposition du clavier : scannez ce code.',
      qr: 'Code d’essai du clavier, en QR',
      bars: 'Code d’essai du clavier, en code-barres',
      findings: {
        same: 'Chaque caractère arrive comme il est imprimé.',
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
  typed: {
    title: 'Taper un code',
    label: 'Code du billet',
    hint: 'Comme imprimé sous le code-barres. Majuscules ou minuscules.',
    check: 'Vérifier',
    empty: 'Tapez le code d’un billet.',
  },
  details: {
    title: 'Scan',
    holder: 'Titulaire',
    ticket: 'Billet',
    ticketType: 'Type',
    seat: 'Place',
    session: 'Date',
    scanned: 'Scanné',
    entryPoint: 'Point d’entrée',
    source: 'Lu par',
    number: 'Numéro',
    firstAdmission: 'Première entrée',
  },
  settings: {
    title: 'Réglages',
    volume: 'Volume',
    sound: 'Son',
    theme: 'Apparence',
    tryTone: 'Écouter les sons',
    themes: { system: 'Système', dark: 'Sombre', light: 'Clair' },
    connection: 'Connexion',
    clientId: 'ID client',
    version: 'Version de Gatehouse',
    noServer: 'Connecté à aucun serveur',
  },
  boxOffice: 'Billetterie',
  noEvent: 'Aucun événement',
  notOffered: 'N’est plus proposé à cette station',
  revoked: {
    title: 'Cette station a été révoquée',
    intro: (time) =>
      `L’organisateur y a mis fin le ${time}. Les données des billets et le secret ont été effacés de cet appareil.`,
    nothingKept: 'Tous les scans sont arrivés au serveur.',
    kept: (count) =>
      `${count === 1 ? '1 scan n’est pas arrivé au serveur et est gardé' : `${count} scans ne sont pas arrivés au serveur et sont gardés`} pour l’organisateur. Seul son serveur peut lire le fichier.`,
    handOver:
      'Remettez ce fichier à l’organisateur dans les 24 heures, par exemple sur une clé USB :',
    takeIn: 'Sur le serveur, il est importé avec :',
    notSealed:
      'Le fichier pour l’organisateur n’a pas pu être écrit. Un nouvel essai aura lieu au redémarrage de Gatehouse sur cet appareil.',
    again: 'Utiliser de nouveau cet appareil',
  },
  connect: {
    title: 'Connecter cette station',
    intro: 'L’organisateur vous donne ces trois informations, propres à cette station.',
    serverUrl: 'Adresse du serveur',
    serverHint: 'Par exemple https://tickets.example.org/v1',
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
    noClient: 'Pas encore de client ?',
    makeClient: 'La personne qui gère le serveur crée un client par station :',
    makeOrganiser: 'Un serveur neuf et vide a d’abord besoin d’un organisateur :',
    clientPrinted:
      'La commande affiche l’ID client et, cette seule fois, le secret. Si le serveur garde ses données dans un dossier à part, ajoutez --data DOSSIER.',
  },
  choose: {
    title: 'Pour quel événement est cette porte ?',
    intro: 'Vous pourrez le changer plus tard, en haut de l’écran.',
    asking: 'Demande des événements au serveur…',
    askingNext: 'Un instant.',
    noList: 'Les événements apparaîtront ici dès que le serveur les montrera.',
  },
  diagnosis: {
    chosen: () => ({
      what: 'Cette station travaille hors ligne parce qu’on l’a choisi ici.',
      next: 'Repassez en ligne quand elle doit de nouveau échanger avec le serveur.',
    }),
    unreachable: ({ server }) => ({
      what: `Le serveur ${server} est injoignable.`,
      next: 'Vérifiez le réseau de cet appareil. S’il fonctionne, demandez à l’organisateur si le serveur tourne et si l’adresse est juste.',
    }),
    certificate_not_trusted: ({ server }) => ({
      what: `Le certificat de ${server} n’est pas fiable : il a expiré, est auto-signé ou appartient à une autre adresse.`,
      next: 'Vérifiez l’adresse et la date de cet appareil. Si les deux sont justes, l’organisateur doit renouveler le certificat.',
    }),
    not_the_server: ({ server }) => ({
      what: `Quelque chose répond à ${server}, mais ce n’est pas le serveur de billetterie.`,
      next: 'Si ce réseau demande de s’identifier sur une page web, faites-le. Sinon, vérifiez l’adresse avec l’organisateur.',
    }),
    timeout: ({ server }) => ({
      what: `Le serveur ${server} ne répond pas à temps.`,
      next: 'Le réseau est peut-être faible, ou le serveur surchargé. Essayez un autre réseau ; si rien ne change, prévenez l’organisateur.',
    }),
    server_error: ({ server }) => ({
      what: `Le serveur ${server} répond par une erreur.`,
      next: 'Il n’y a rien à faire ici. Si cela dure, prévenez la personne qui gère le serveur.',
    }),
    store_failed: ({ server }) => ({
      what: `Ce que dit le serveur ${server} ne peut pas être enregistré sur cet appareil.`,
      next: 'Vérifiez si le disque est plein. Sinon, quittez Gatehouse et relancez-le.',
    }),
    unauthorized: () => ({
      what: 'Le serveur refuse l’ID client ou le secret de cette station.',
      next: 'Le client a peut-être été révoqué ou remplacé. Demandez des identifiants valables à l’organisateur, puis saisissez-les avec « Changer de serveur ».',
    }),
    rate_limited: () => ({
      what: 'Le serveur demande à cette station d’attendre avant d’envoyer la suite.',
      next: 'Il n’y a rien à faire : elle reprend d’elle-même. Si c’est fréquent, demandez à l’organisateur un client par station.',
    }),
    forbidden: () => ({
      what: 'Le serveur connaît cette station, mais son organisateur n’a pas d’accès.',
      next: 'Demandez à l’organisateur de vérifier son abonnement.',
    }),
    no_secret: () => ({
      what: 'Le secret client de cette station est illisible sur cet appareil.',
      next: 'Saisissez-le de nouveau avec « Changer de serveur ». S’il est perdu, l’organisateur crée un nouveau client.',
    }),
    scope_missing: ({ scopes }) => ({
      what: `Il manque une autorisation au client de cette station : ${scopes}.`,
      next: 'Demandez à l’organisateur de l’ajouter aux autorisations (scopes) du client.',
    }),
    no_event_granted: () => ({
      what: 'Le serveur n’a aucun événement publié pour le client de cette station.',
      next: 'Demandez à l’organisateur de publier l’événement, ou de l’accorder à ce client.',
    }),
    event_not_granted: ({ event }) => ({
      what: `${event} n’est plus ouvert à cette station : il n’est pas accordé à son client, ou pas publié.`,
      next: 'Demandez à l’organisateur de l’accorder de nouveau, ou choisissez un autre événement.',
    }),
    retryIn: (time) => `Nouvel essai automatique dans ${time}.`,
    retrying: 'Essai en cours…',
    noticed: 'Cette station remarque le changement d’elle-même en moins d’une minute.',
    scanningGoesOn: 'Le contrôle continue. Les scans sont gardés ici et envoyés plus tard.',
  },
  refusal: {
    unreachable:
      'Rien ne répond à cette adresse. Vérifiez-la, ainsi que le réseau de cet appareil.',
    certificate_not_trusted:
      'Le certificat de ce serveur n’est pas fiable. Vérifiez l’adresse et la date de cet appareil.',
    not_a_server:
      'Il n’y a pas de serveur Gatehouse à cette adresse. Vérifiez-la jusqu’au bout : la plupart finissent par /v1.',
    refused: 'Le serveur n’accepte pas cet ID avec ce secret.',
    forbidden:
      'Le serveur connaît ce client, mais son organisateur n’a pas d’accès. Demandez-lui où en est son abonnement.',
    server_error:
      'Le serveur répond par une erreur, ou demande d’attendre. Réessayez dans une minute.',
    unsentScans: (count, organiser) =>
      `${count === 1 ? '1 scan' : `${count} scans`} de ${organiser} ${count === 1 ? 'n’est pas encore envoyé' : 'ne sont pas encore envoyés'}, et ce serveur est celui d’un autre organisateur. Envoyez-les d’abord.`,
  },
  attention: {
    redemption: 'Option remise',
    intro: 'Le serveur n’a pas pris ces scans. Ils sont en sûreté sur cet appareil.',
    why: {
      'journal.changed':
        'L’entrée de ce scan dans le journal de cette station n’est plus telle qu’elle a été écrite. Elle n’est donc jamais envoyée : prévenez le responsable.',
      'ticket.unknown':
        'Le serveur ne connaît pas ce billet pour cette station. Les événements de son client ont peut-être changé.',
      'scan.mismatch':
        'Le serveur a un autre scan sous cette référence. Le dossier de données d’une station a peut-être été copié.',
      'validation.failed': 'Le serveur ne peut pas lire ce scan. Prévenez l’assistance.',
      too_large:
        'Le serveur, ou un intermédiaire sur le chemin, refuse ce scan comme trop volumineux.',
      refused: 'Le serveur a refusé de prendre ce scan.',
      not_found: 'Le serveur n’a pas trouvé la place de ce scan.',
      not_the_server:
        'Ce qui a répondu n’est pas le serveur de billetterie : une page du réseau ou un proxy.',
      invalid_response: 'La réponse du serveur sur ce scan était incompréhensible.',
      server_error: 'Le serveur échoue sur ce scan.',
      conflict: 'Le serveur est encore occupé par ce scan.',
      forbidden: 'Le serveur ne laisse pas cette station envoyer de scans.',
      scope_missing: 'Il manque au client de cette station l’autorisation d’envoyer des scans.',
    },
    whySent: 'Le serveur dit :',
    since: (time) => `Refusé ${time}`,
    sent: (times) => (times === 1 ? 'envoyé une fois' : `envoyé ${times} fois`),
    waiting: 'Renvoyé automatiquement',
    setAside: 'Mis de côté',
    sendAgain: 'Renvoyer',
    sendAll: 'Tout renvoyer',
    queued: 'En file : envoyé tout de suite, ou dès que le serveur répond.',
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
  refused: 'La station n’a pas pris ce scan.',
  warnings: {
    journalReplaced: (carriedOver, keptAs) =>
      `Le journal était endommagé. ${carriedOver} scans ont été repris dans un nouveau ; l’ancien fichier est conservé sous ${keptAs}.`,
    journalEndLost: (scans) =>
      `Scans manquants dans le journal de ce poste : ${scans}. Des billets déjà admis ici pourraient l’être une seconde fois : faites un contrôle supplémentaire et prévenez le responsable.`,
    journalEndLostSince: (scans, time) =>
      `Scans manquants dans le journal de ce poste : ${scans}, tous après ${time}. Des billets admis ici depuis pourraient l’être une seconde fois : faites un contrôle supplémentaire et prévenez le responsable.`,
    journalEndKept: (keptAs) => `Les fichiers endommagés sont conservés sous ${keptAs}.`,
    journalChanged: (scans) =>
      `Scans du journal de ce poste qui ne sont plus tels qu’ils ont été écrits : ${scans}. Ceux qui n’étaient pas encore envoyés sont retenus : prévenez le responsable.`,
    settingsRestored:
      'Les réglages de ce poste manquaient ou étaient endommagés ; la dernière copie est utilisée. Vérifiez l’événement et l’entrée.',
    settingsLost:
      'Les réglages de ce poste manquaient ou étaient endommagés. Vérifiez l’événement et l’entrée : ce ne sont peut-être pas ceux choisis auparavant.',
    journalUnwritable: (problem) =>
      `Les scans ne peuvent pas être enregistrés (${problem}). Utilisez un autre poste.`,
    journalUnreadable: (problem) => `Le journal est illisible (${problem}).`,
    overRedeemed: (times) =>
      `Il a été remis plus que ce qui avait été acheté, par deux stations qui ne pouvaient pas le savoir (${times}). L’organisateur voit pour quelles commandes.`,
    diskFull:
      'Le disque de cet appareil est plein. Les scans ne peuvent pas être enregistrés : libérez de la place ou utilisez un autre poste.',
    replicaRebuilt: 'La copie des données du serveur était inutilisable et se recharge.',
    replicaCarriedOver: (tickets) => `Billets encore lisibles, utilisés en attendant : ${tickets}.`,
    replicaMissing:
      'Les données des billets de ce poste manquent. Elles se rechargent dès que le serveur est joignable ; sans elles, les billets sont inconnus.',
    replicaUnreadable:
      'Les données du serveur sont illisibles pour le moment. Scannez de nouveau ou utilisez un autre poste.',
    replicaUnwritable:
      'Ce que dit le serveur ne peut pas être enregistré sur cet appareil. Libérez de la place sur le disque : d’ici là, les billets nouveaux ou modifiés ne sont pas connus ici.',
    foreignPages: (own, other) =>
      `Le serveur ${own} renvoie à ${other} pour la suite de ses données : plus rien n’est chargé. Corrigez l’adresse ici ou celle du serveur.`,
    clockOff: (seconds) =>
      `L’horloge de cet appareil est décalée de ${seconds} s. Les scans portent l’heure corrigée.`,
    clockJumped:
      'L’horloge de cet appareil a été modifiée. Les scans portent l’heure qu’il aurait été.',
    clockUnconfirmed: (seconds) =>
      `L’horloge de cet appareil était décalée de ${seconds} s lors du dernier contact avec le serveur, et elle est tenue pour telle. Les scans portent l’heure corrigée.`,
    plainHttp: (server) =>
      `La connexion à ${server} n’est pas chiffrée : d’autres sur ce réseau peuvent lire les noms et l’accès de cette station. Utilisez une adresse https://.`,
    secretUnprotected:
      'Le secret client est gardé dans un fichier que seul cet utilisateur peut lire. Il n’est pas chiffré.',
    secretUnreadable: (problem) =>
      `Le secret client est illisible (${problem}). Le contrôle continue hors ligne et la lecture est réessayée. Si cela dure, saisissez de nouveau le secret dans les réglages.`,
    secretUnanswered:
      'Le trousseau ne répond pas : le secret client ne peut pas encore être lu. Le contrôle continue hors ligne. Déverrouillez le trousseau, ou saisissez de nouveau le secret dans les réglages.',
    secretMissing:
      'Le secret client de ce poste n’est pas sur cet appareil. Le contrôle continue hors ligne. Saisissez de nouveau le secret dans les réglages.',
    settingsNotKept: (problem) =>
      `Les choix ne peuvent pas être enregistrés (${problem}). Ils valent jusqu’à la fermeture de Gatehouse et devront ensuite être refaits.`,
    secretNotKept: (problem) =>
      `Le secret client ne peut pas être enregistré (${problem}). Il vaut jusqu’à la fermeture de Gatehouse et devra ensuite être saisi de nouveau.`,
  },
};
