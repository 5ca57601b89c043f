import type { Words } from './words.ts';

export const es: Words = {
  signal: {
    admit: 'Adelante',
    already_in: 'Ya entró',
    wrong_entrance: 'Otra entrada',
    not_now: 'Ahora no',
    date_cancelled: 'Fecha anulada',
    not_valid: 'No válida',
    unknown: 'Sin datos',
    unreadable: 'No es entrada',
    system: 'No guardado',
  },
  verdict: {
    readAgain: 'Leído otra vez',
    waiting: (count) => `${count} más por mostrar`,
    firstIn: 'Primera entrada',
    ago: (age) => `hace ${age}`,
    fromPeer: 'según esa otra estación',
    rightEntrances: 'Válida en',
    valid: 'Válida',
    from: 'desde',
    until: 'hasta',
    noHolder: 'Sin nombre en esta entrada',
    fromCode: 'Conocida solo por su código: no figura en los datos de este puesto',
    checking: 'Comprobando…',
    nowhere: 'ningún acceso conocido aquí',
    firstUnknown: 'aquí no se sabe cuándo ni dónde',
    cancelled: 'Entrada cancelada',
    replaced: 'Entrada sustituida o retirada',
    codeReplaced: 'Este código fue sustituido por uno más reciente',
    refunded: 'Entrada reembolsada',
    notInData: 'No figura en los datos de este puesto',
    setsUpStation: 'Configura un puesto',
    trainingCode: 'Código de prueba',
    notSaved: 'No se pudo guardar la lectura',
    notRead: 'No se pudieron leer los datos de las entradas',
    checkingNext: 'El código se ha leído. Un momento.',
  },
  next: {
    let_in: 'Deje pasar.',
    supervisor: 'No deje pasar a nadie más con ella. Si hay dudas, llame a un responsable.',
    show_the_way: 'Indique a la persona cómo llegar.',
    no_entrance: 'Llame a un responsable: aquí no se sabe cuál es el acceso correcto.',
    come_back: 'Pida a la persona que vuelva entonces.',
    box_office: 'Envíe a la persona a la taquilla.',
    refund: 'Envíe a la persona a la taquilla para el reembolso.',
    new_ticket: 'Pida la entrada nueva y escanéela.',
    new_code: 'Pida el último código de la entrada y escanéelo.',
    look_up: 'Pida la confirmación de compra o envíe a la persona a la taquilla.',
    scan_ticket: 'Escanee el código de la propia entrada.',
    training: 'El lector funciona. Ahora escanee una entrada.',
    other_station: 'No deje pasar a nadie aquí. Use otro puesto.',
    scan_again: 'Escanee otra vez. Si sigue igual, use otro puesto.',
  },
  idle: {
    ready: 'Listo para escanear',
    readyNext: 'Acerque una entrada al lector o escriba su código.',
    loading: 'Cargando entradas',
    loadingNext: 'Ya puede escanear. Una entrada que aún no ha llegado sale sin datos.',
    loaded: (applied, total) => (total === null ? `${applied} cargadas` : `${applied} de ${total}`),
    remaining: (time) => `quedan unos ${time}`,
    connecting: 'Conectando con la estación…',
    connectingNext: 'Siga escaneando: los códigos se guardan y se comprueban en cuanto responda.',
    awayNext:
      'Siga escaneando: los códigos se guardan y se comprueban en cuanto responda. Si Gatehouse se inició en otra dirección, abra la que mostró al arrancar.',
    refused: 'Esta página no tiene acceso',
    refusedNext:
      'Ejecute otra vez el comando de inicio en este ordenador: muestra una dirección que vale una vez. Ábrala en esta pestaña y no se perderá ninguna lectura guardada.',
    kept: (count) => (count === 1 ? '1 lectura guardada' : `${count} lecturas guardadas`),
    starting: 'Arrancando la estación…',
    startingNext: 'Abriendo el diario y los datos de entradas.',
    slowServer:
      'El servidor de este equipo tarda más de lo normal en iniciarse. Si continúa así, cierre Gatehouse y ábralo de nuevo.',
    slowStation:
      'El puesto tarda más de lo normal en abrir el diario y los datos de entradas. Si continúa así, cierre Gatehouse y ábralo de nuevo.',
    failed: 'La estación no puede trabajar',
    failedNext: 'No admita a nadie aquí. Reinicie la aplicación; si sigue igual, llame a soporte.',
  },
  counters: {
    title: 'Entradas',
    inside: 'dentro',
    here: 'en esta estación',
    perMinute: '/min',
    chart: 'Entradas por minuto, los últimos 15 minutos',
  },
  scans: {
    title: 'Últimas lecturas',
    empty: 'Aún no hay lecturas',
    emptyNext: 'Aparecerán aquí, las más nuevas primero.',
  },
  status: {
    live: 'En directo',
    connecting: 'Conectando con el servidor',
    syncing: 'Sincronizando',
    offlineSince: (time) => `Sin conexión desde ${time}`,
    offline: {
      chosen: 'elegido aquí',
      unreachable: 'servidor inaccesible',
      certificate_not_trusted: 'certificado no fiable',
      not_the_server: 'responde otra página',
      timeout: 'servidor demasiado lento',
      server_error: 'error del servidor',
      store_failed: 'no se pueden guardar datos',
      unauthorized: 'credenciales rechazadas',
      rate_limited: 'el servidor pide esperar',
      forbidden: 'acceso retirado',
      no_secret: 'falta el secreto de cliente',
    },
    noAccess: 'Sin acceso',
    access: {
      scope_missing: 'falta un permiso',
      no_event_granted: 'ningún evento asignado',
      event_not_granted: 'evento no asignado',
    },
    near: (count) =>
      count === 0
        ? 'ninguna estación cerca'
        : count === 1
          ? '1 estación cerca'
          : `${count} estaciones cerca`,
    dataAge: (age) => `datos de hace ${age}`,
    noData: 'aún sin datos',
    nothingWaiting: 'nada pendiente',
    waiting: (count) => `${count} por enviar`,
    attention: (count) => `${count} por revisar`,
    stationAway: 'Conectando con la estación',
    clockOff: (offset) => `reloj desviado ${offset}`,
    scannerReady: 'Lector listo',
    source: {
      keyboard: 'Lector de teclado',
      hid: 'Lector USB',
      serial: 'Lector serie',
      camera: 'Cámara',
      typed: 'Escrito',
    },
    lastRead: 'última lectura',
    muted: 'Sin sonido',
    soundBlocked: 'Sonido bloqueado: pulse aquí',
    open: 'Estado de la estación',
  },
  station: {
    title: 'Estado de la estación',
    server: 'Servidor',
    organiser: 'Organizador',
    scansAge: 'Entradas de otras estaciones',
    ticketsAge: 'Entradas vendidas',
    setupAge: 'Evento y puntos de entrada',
    queue: 'Por enviar',
    oldest: 'La más antigua',
    clock: 'Reloj de este equipo',
    clockUnknown: 'aún sin comparar',
    clockExact: 'en hora',
    never: 'nunca',
    old: (age) => `hace ${age}`,
    none: 'nada',
  },
  peers: {
    title: 'Estaciones cercanas',
    switch: 'Escuchar estaciones cercanas',
    purpose:
      'Mientras falta el servidor, las estaciones de esta red se dicen a quién dejaron pasar: ninguna entrada sirve en dos puertas.',
    notAllowed: 'Desactivado para este evento. Quien gestiona el servidor puede activarlo.',
    notYet: 'Empieza en cuanto responda el servidor.',
    port: 'Puerto',
    addresses: 'Direcciones de esta estación',
    nobody: 'No se oye ninguna otra estación.',
    heard: (age) => `oída hace ${age}`,
    known: 'Accesos conocidos',
    refused: 'Conexiones rechazadas',
    silent: 'Conexiones mudas',
    ignored: 'Accesos ignorados',
  },
  actions: {
    help: 'Teclas',
    typeCode: 'Escribir un código',
    entryPoint: 'Punto de entrada',
    event: 'Evento',
    station: 'Estado de la estación',
    workOffline: 'Trabajar sin conexión',
    goOnline: 'Conectarse',
    offlineSwitch: 'Sin conexión / en línea',
    syncNow: 'Sincronizar',
    attention: 'Por revisar',
    changeServer: 'Cambiar de servidor',
    tryAgain: 'Reintentar',
    sound: 'Sonido sí / no',
    theme: 'Oscuro / claro',
    language: 'Idioma',
    scanners: 'Lectores',
    settings: 'Ajustes',
    close: 'Cerrar',
    details: 'Detalles',
  },
  help: {
    title: 'Teclas',
    intro: 'Se puede escanear siempre, también con esto abierto.',
    everywhere: 'En todas partes',
    list: 'En la lista de lecturas',
    move: 'Elegir una lectura',
    open: 'Ver sus detalles',
  },
  scanners: {
    title: 'Lectores',
    intro:
      'Lea un código con cada lector y vea cómo llega aquí. Una entrada cuenta como escaneo también ahora.',
    status: {
      off: 'Apagado',
      starting: 'Iniciando',
      ready: 'Listo',
      missing: 'No encontrado',
      no_library: 'No instalado',
      no_permission: 'Sin permiso',
      busy: 'En uso por otro',
      failed: 'No funciona',
      denied: 'No permitida',
    },
    nothingRead: 'Aún no se ha leído nada.',
    kinds: {
      reference: 'Entrada',
      signed: 'Entrada firmada',
      enrolment: 'Configura una estación',
      training: 'Código de prueba',
      unrecognised: 'No es una entrada',
    },
    usb: {
      off: null,
      starting: null,
      ready: null,
      missing:
        'Conecte un lector. Uno que escribe como un teclado no necesita nada aquí; para el modo USB, escanee «USB HID POS» en su manual.',
      no_library:
        'Falta la parte que lee lectores USB. Instale Gatehouse de nuevo; los lectores de teclado siguen funcionando.',
      no_permission:
        'Este usuario no puede leer el lector. En Linux, copie esta línea en /etc/udev/rules.d/70-gatehouse-scanner.rules y vuelva a conectar el lector.',
      busy: 'Otro programa usa el lector. Ciérrelo.',
      failed: 'Desconecte el lector y vuelva a conectarlo.',
    },
    serial: {
      off: null,
      starting: null,
      ready: null,
      missing: 'Conecte el lector o elija otro puerto.',
      no_library: 'Falta la parte que lee lectores serie. Instale Gatehouse de nuevo.',
      no_permission:
        'Este usuario no puede abrir el puerto. En Linux: sudo usermod -aG dialout $USER, y vuelva a iniciar sesión.',
      busy: 'Otro programa usa el puerto. Ciérrelo.',
      failed: 'Desconecte y vuelva a conectar, o elija otro puerto.',
    },
    look: 'Buscar de nuevo',
    port: 'Puerto',
    noPort: 'Ninguno',
    beeps: 'El lector suena sí y no',
    camera: {
      name: 'Cámara',
      use: 'Leer códigos con la cámara',
      which: 'Cámara',
      automatic: 'Automática',
      preview: 'Lo que ve la cámara',
      next: {
        off: null,
        starting: null,
        ready: null,
        denied:
          'Permita la cámara para esta página, y para el navegador en los ajustes del sistema.',
        missing: 'Conecte una cámara.',
        busy: 'Otro programa usa la cámara. Ciérrelo.',
        failed: 'Apague y encienda la cámara aquí.',
      },
    },
    layout: {
      next: 'Compruebe la distribución del teclado: escanee este código.',
      qr: 'Código de prueba del teclado, como QR',
      bars: 'Código de prueba del teclado, como código de barras',
      findings: {
        same: 'Cada carácter llega como está impreso.',
        caps_lock: 'Bloq Mayús está activado. Las entradas se leen bien igualmente.',
        qwertz:
          'Este ordenador escribe con distribución QWERTZ. Las entradas se leen bien igualmente.',
        azerty:
          'Este ordenador escribe con distribución AZERTY. Las entradas se leen bien igualmente.',
        other_layout:
          'El ordenador y el lector tienen distribuciones distintas. Las entradas se leen bien igualmente.',
        lost: 'Se pierden caracteres por el camino. Ponga en el lector una pausa más larga entre caracteres.',
        unknown:
          'El lector está configurado para el teclado de otro país. Póngalo en inglés (EE. UU.) o en la distribución de este ordenador.',
      },
    },
    soundBlocked:
      'El navegador mantiene muda esta página hasta que alguien haga clic o pulse una tecla.',
    short: {
      keyboard: 'Teclado',
      usb: 'USB',
      serial: 'Serie',
      camera: 'Cámara',
    },
  },
  typed: {
    title: 'Escribir un código',
    label: 'Código de la entrada',
    hint: 'Como está impreso bajo el código de barras. Mayúsculas o minúsculas.',
    check: 'Comprobar',
    empty: 'Escriba el código de una entrada.',
  },
  details: {
    title: 'Lectura',
    holder: 'Titular',
    ticket: 'Entrada',
    ticketType: 'Tipo',
    seat: 'Asiento',
    session: 'Fecha',
    scanned: 'Leída',
    entryPoint: 'Punto de entrada',
    source: 'Leída con',
    number: 'Número',
    firstAdmission: 'Primera entrada',
  },
  settings: {
    title: 'Ajustes',
    volume: 'Volumen',
    sound: 'Sonido',
    theme: 'Apariencia',
    tryTone: 'Oír los tonos',
    themes: { system: 'Sistema', dark: 'Oscuro', light: 'Claro' },
    connection: 'Conexión',
    clientId: 'ID de cliente',
    version: 'Versión de Gatehouse',
    noServer: 'Sin servidor',
  },
  boxOffice: 'Taquilla',
  noEvent: 'Sin evento',
  notOffered: 'Ya no está disponible para esta estación',
  revoked: {
    title: 'Esta estación fue revocada',
    intro: (time) =>
      `El organizador la dio de baja el ${time}. Los datos de las entradas y el secreto se han borrado de este equipo.`,
    nothingKept: 'Todas las lecturas llegaron al servidor.',
    kept: (count) =>
      `${count === 1 ? '1 lectura no llegó al servidor y se guarda' : `${count} lecturas no llegaron al servidor y se guardan`} para el organizador. Solo su servidor puede leer el archivo.`,
    handOver:
      'Entregue este archivo al organizador en un plazo de 24 horas, por ejemplo en una memoria USB:',
    takeIn: 'En el servidor se importa con:',
    notSealed:
      'No se pudo escribir el archivo para el organizador. Se intentará de nuevo al reiniciar Gatehouse en este equipo.',
    again: 'Volver a usar este equipo',
  },
  connect: {
    title: 'Conectar esta estación',
    intro: 'El organizador le da estos tres datos, propios de esta estación.',
    serverUrl: 'Dirección del servidor',
    serverHint: 'Por ejemplo https://tickets.example.org/v1',
    clientId: 'ID de cliente',
    clientSecret: 'Secreto de cliente',
    secretHint: 'Se guarda en este equipo y no se vuelve a mostrar.',
    connect: 'Conectar',
    connecting: 'Conectando…',
    needed: 'Este dato es necesario.',
    badUrl: 'Escriba la dirección entera, empezando por https://',
    scanHint: 'O escanee el código de alta.',
    changeIntro: 'Otro servidor, u otras credenciales para el mismo.',
    unsentKept: (count) =>
      `${count === 1 ? 'Queda 1 lectura' : `Quedan ${count} lecturas`} por enviar. Se guardan en este equipo y van al servidor nuevo si es del mismo organizador. El de otro se rechaza hasta que estén enviadas.`,
    journalKept: 'Las lecturas hechas hasta ahora siguen en el diario de este equipo.',
    noClient: '¿Aún sin cliente?',
    makeClient: 'Quien administra el servidor crea un cliente para cada estación:',
    makeOrganiser: 'Un servidor nuevo y vacío necesita antes un organizador:',
    clientPrinted:
      'La orden muestra el ID de cliente y, solo esta vez, el secreto. Si el servidor guarda sus datos en una carpeta propia, se añade --data CARPETA.',
  },
  choose: {
    title: '¿Para qué evento es esta puerta?',
    intro: 'Puede cambiarlo luego en la parte de arriba.',
    asking: 'Pidiendo los eventos al servidor…',
    askingNext: 'Un momento.',
    noList: 'Los eventos aparecerán aquí en cuanto el servidor los muestre.',
  },
  diagnosis: {
    chosen: () => ({
      what: 'Esta estación trabaja sin conexión porque así se eligió aquí.',
      next: 'Conéctela cuando deba volver a intercambiar datos con el servidor.',
    }),
    unreachable: ({ server }) => ({
      what: `No se llega al servidor ${server}.`,
      next: 'Revise la red de este equipo. Si funciona, pregunte al organizador si el servidor está en marcha y la dirección es correcta.',
    }),
    certificate_not_trusted: ({ server }) => ({
      what: `El certificado de ${server} no es de confianza: ha caducado, es autofirmado o pertenece a otra dirección.`,
      next: 'Revise la dirección y la fecha de este equipo. Si ambas son correctas, el organizador debe renovar el certificado.',
    }),
    not_the_server: ({ server }) => ({
      what: `En ${server} responde algo que no es el servidor de entradas.`,
      next: 'Si esta red pide identificarse en una página web, hágalo. Si no, compruebe la dirección con el organizador.',
    }),
    timeout: ({ server }) => ({
      what: `El servidor ${server} no responde a tiempo.`,
      next: 'La red puede ser débil o el servidor estar ocupado. Pruebe otra red; si nada cambia, avise al organizador.',
    }),
    server_error: ({ server }) => ({
      what: `El servidor ${server} responde con un error.`,
      next: 'Aquí no hay nada que hacer. Si dura, avise a quien administra el servidor.',
    }),
    store_failed: ({ server }) => ({
      what: `Lo que dice el servidor ${server} no se puede guardar en este dispositivo.`,
      next: 'Compruebe si el disco está lleno. Si no lo está, cierre Gatehouse y vuelva a abrirlo.',
    }),
    unauthorized: () => ({
      what: 'El servidor rechaza el ID de cliente o el secreto de esta estación.',
      next: 'Puede que el cliente se haya revocado o sustituido. Pida credenciales válidas al organizador y escríbalas en «Cambiar de servidor».',
    }),
    rate_limited: () => ({
      what: 'El servidor pide a esta estación que espere antes de enviar más.',
      next: 'No hay que hacer nada: sigue por sí sola. Si ocurre a menudo, pida al organizador un cliente para cada estación.',
    }),
    forbidden: () => ({
      what: 'El servidor conoce esta estación, pero su organizador no tiene acceso.',
      next: 'Pida al organizador que revise su plan.',
    }),
    no_secret: () => ({
      what: 'El secreto de cliente de esta estación no se puede leer en este equipo.',
      next: 'Escríbalo de nuevo en «Cambiar de servidor». Si se perdió, el organizador crea un cliente nuevo.',
    }),
    scope_missing: ({ scopes }) => ({
      what: `Al cliente de esta estación le falta un permiso: ${scopes}.`,
      next: 'Pida al organizador que lo añada a los permisos (scopes) del cliente.',
    }),
    no_event_granted: () => ({
      what: 'El servidor no tiene ningún evento publicado para el cliente de esta estación.',
      next: 'Pida al organizador que publique el evento o que lo asigne a este cliente.',
    }),
    event_not_granted: ({ event }) => ({
      what: `${event} ya no está abierto para esta estación: no está asignado a su cliente o no está publicado.`,
      next: 'Pida al organizador que lo asigne de nuevo, o elija otro evento.',
    }),
    retryIn: (time) => `Se reintenta solo en ${time}.`,
    retrying: 'Intentándolo…',
    noticed: 'Esta estación nota el cambio por sí sola en menos de un minuto.',
    scanningGoesOn: 'Se sigue escaneando. Las lecturas se guardan aquí y se envían después.',
  },
  refusal: {
    unreachable: 'Nada responde en esta dirección. Revísela, y también la red de este equipo.',
    certificate_not_trusted:
      'El certificado de este servidor no es de confianza. Revise la dirección y la fecha de este equipo.',
    not_a_server:
      'En esta dirección no hay un servidor Gatehouse. Revísela hasta el final: la mayoría acaba en /v1.',
    refused: 'El servidor no acepta este ID con este secreto.',
    forbidden:
      'El servidor conoce este cliente, pero su organizador no tiene acceso. Pregúntele por su plan.',
    server_error:
      'El servidor responde con un error o solicita esperar. Inténtelo de nuevo en un minuto.',
    unsentScans: (count, organiser) =>
      `${count === 1 ? '1 lectura' : `${count} lecturas`} de ${organiser} ${count === 1 ? 'está' : 'están'} sin enviar, y este servidor es de otro organizador. Envíelas primero.`,
  },
  attention: {
    redemption: 'Extra entregado',
    intro: 'El servidor no aceptó estas lecturas. En este equipo están a salvo.',
    why: {
      'journal.changed':
        'La anotación de esta lectura en el diario de esta estación ya no está como se escribió, así que no se envía nunca: avise al responsable.',
      'ticket.unknown':
        'El servidor no conoce esa entrada para esta estación. Quizá cambiaron los eventos de su cliente.',
      'scan.mismatch':
        'El servidor tiene otra lectura con esta referencia. Quizá se copió la carpeta de datos de una estación.',
      'validation.failed': 'El servidor no puede leer esta lectura. Avise a soporte.',
      too_large: 'El servidor, o algo en el camino, rechaza esta lectura por demasiado grande.',
      refused: 'El servidor no aceptó esta lectura.',
      not_found: 'El servidor no encontró el lugar de esta lectura.',
      not_the_server:
        'Lo que respondió no es el servidor de entradas: una página de la red o un proxy.',
      invalid_response: 'No se entendió la respuesta del servidor sobre esta lectura.',
      server_error: 'El servidor falla con esta lectura.',
      conflict: 'El servidor aún está ocupado con esta lectura.',
      forbidden: 'El servidor no deja que esta estación envíe lecturas.',
      scope_missing: 'Al cliente de esta estación le falta el permiso de enviar lecturas.',
    },
    whySent: 'El servidor dice:',
    since: (time) => `Rechazada ${time}`,
    sent: (times) => (times === 1 ? 'enviada una vez' : `enviada ${times} veces`),
    waiting: 'Se reenvía sola',
    setAside: 'Apartada',
    sendAgain: 'Reenviar',
    sendAll: 'Reenviar todas',
    queued: 'En cola: se envía enseguida, o cuando responda el servidor.',
    export: 'Exportar',
    exported: (file) => `Guardado como ${file}`,
    fileName: 'por-revisar',
    shown: (shown, total) => `${shown} de ${total}`,
    showMore: 'Mostrar más',
    loading: 'Leyendo la lista…',
    failed: 'No se puede leer la lista.',
    empty: 'Nada por revisar',
    emptyNext: 'Aquí se listan las lecturas que el servidor no acepta.',
    show: 'Mostrar lo que hay que revisar',
  },
  refused: 'La estación no aceptó esta lectura.',
  warnings: {
    journalReplaced: (carriedOver, keptAs) =>
      `El diario estaba dañado. Se pasaron ${carriedOver} lecturas a uno nuevo; el archivo antiguo se conserva como ${keptAs}.`,
    journalEndLost: (scans) =>
      `Lecturas que faltan en el diario de este puesto: ${scans}. Entradas ya admitidas aquí podrían admitirse otra vez: haga un segundo control y avise al responsable.`,
    journalEndLostSince: (scans, time) =>
      `Lecturas que faltan en el diario de este puesto: ${scans}, todas posteriores a ${time}. Entradas admitidas aquí desde entonces podrían admitirse otra vez: haga un segundo control y avise al responsable.`,
    journalEndKept: (keptAs) => `Los archivos dañados se conservan como ${keptAs}.`,
    journalChanged: (scans) =>
      `Lecturas del diario de este puesto que ya no están como se escribieron: ${scans}. Las que aún no se habían enviado quedan retenidas: avise al responsable.`,
    settingsRestored:
      'Los ajustes de este puesto faltaban o estaban dañados; se usa la última copia. Compruebe el evento y el acceso.',
    settingsLost:
      'Los ajustes de este puesto faltaban o estaban dañados. Compruebe el evento y el acceso: quizá no sean los elegidos antes.',
    journalUnwritable: (problem) =>
      `No se pueden guardar las lecturas (${problem}). Use otro puesto.`,
    journalUnreadable: (problem) => `No se puede leer el diario (${problem}).`,
    overRedeemed: (times) =>
      `Se entregó más de lo comprado, en dos estaciones que no podían saber una de la otra (${times}). El organizador ve en qué pedidos.`,
    diskFull:
      'El disco de este equipo está lleno. No se pueden guardar las lecturas: libere espacio o use otro puesto.',
    replicaRebuilt:
      'La copia de los datos del servidor era inservible y se está cargando de nuevo.',
    replicaCarriedOver: (tickets) =>
      `Entradas que aún se podían leer y se usan mientras tanto: ${tickets}.`,
    replicaMissing:
      'Faltan los datos de las entradas de este puesto. Se cargan de nuevo en cuanto haya conexión con el servidor; sin ellos, las entradas son desconocidas.',
    replicaUnreadable:
      'Los datos del servidor no se pueden leer en este momento. Lea el código otra vez o use otro puesto.',
    replicaUnwritable:
      'Lo que dice el servidor no se puede guardar en este equipo. Libere espacio en el disco: hasta entonces aquí no se conocen las entradas nuevas ni las que han cambiado.',
    foreignPages: (own, other) =>
      `El servidor ${own} dice que sus datos siguen en ${other}: no se carga nada más. Corrija la dirección aquí o la del servidor.`,
    clockOff: (seconds) =>
      `El reloj de este equipo está desviado ${seconds} s. Las lecturas llevan la hora corregida.`,
    clockJumped: 'Se cambió el reloj de este equipo. Las lecturas llevan la hora que habría sido.',
    clockUnconfirmed: (seconds) =>
      `El reloj de este dispositivo estaba desviado ${seconds} s la última vez que se alcanzó el servidor, y se supone que sigue así. Los escaneos llevan la hora corregida.`,
    plainHttp: (server) =>
      `La conexión con ${server} no está cifrada: otros en esta red pueden leer los nombres y el acceso de esta estación. Use una dirección https://.`,
    secretUnprotected:
      'El secreto de cliente está en un archivo que solo este usuario puede leer. No está cifrado.',
    secretUnreadable: (problem) =>
      `El secreto de cliente no se puede leer (${problem}). Se sigue escaneando sin conexión y la lectura se vuelve a intentar. Si continúa así, escriba de nuevo el secreto en los ajustes.`,
    secretUnanswered:
      'El llavero no responde, así que el secreto de cliente aún no se puede leer. Se sigue escaneando sin conexión. Desbloquee el llavero o escriba de nuevo el secreto en los ajustes.',
    secretMissing:
      'El secreto de cliente de este puesto no está en este equipo. Se sigue escaneando sin conexión. Escriba de nuevo el secreto en los ajustes.',
    settingsNotKept: (problem) =>
      `Lo elegido no se puede guardar (${problem}). Vale hasta que se cierre Gatehouse; después habrá que elegirlo de nuevo.`,
    secretNotKept: (problem) =>
      `El secreto de cliente no se puede guardar (${problem}). Vale hasta que se cierre Gatehouse; después habrá que escribirlo de nuevo.`,
  },
};
