import type { Words } from '../en/words.ts';

export const signIn: Words['signIn'] = {
  title: 'Iniciar sesión',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  code: 'Código',
  continue: 'Continuar',
  or: 'o',
  withPasskey: 'Iniciar sesión con una llave de acceso',
  usePasskey: 'Usar una llave de acceso',
  noPasskeysHere:
    'Las llaves de acceso no funcionan en una dirección IP. Abra la consola por su nombre o use su aplicación de autenticación.',
  passkeyFailed: 'No se ha usado la llave de acceso. Inténtelo de nuevo o elija otra forma.',
  forgot: {
    ask: '¿Ha olvidado la contraseña?',
    title: 'Nueva contraseña',
    lead: 'Le enviaremos un enlace para establecer una nueva. Su segundo factor no cambia.',
    send: 'Enviar el enlace',
    sent: 'Mire su correo',
    sentNext: (email) =>
      `Si ${email} tiene una cuenta aquí, el enlace está en camino. Sirve una sola vez.`,
    noMail:
      'Este servidor no envía correo. Pida a un propietario de su organizador un enlace para una nueva contraseña.',
    back: 'Volver al inicio de sesión',
  },
  insecure: {
    title: 'Esta dirección no es segura',
    lead: 'Los navegadores bloquean lo que protege su sesión si la dirección no empieza por https:// o no es la de este mismo equipo.',
    next: 'Abra la consola en su dirección https://. En el equipo donde está el servidor también sirve http://localhost.',
  },
  factor: {
    title: 'Segundo factor',
    ask: 'Las seis cifras que muestra ahora su aplicación de autenticación.',
    verify: 'Verificar',
    useRecovery: 'Usar un código de recuperación',
    recoveryAsk: 'Uno de los diez códigos que guardó. Sirve una sola vez.',
    recovery: 'Código de recuperación',
    useCode: 'Usar la aplicación de autenticación',
    other: 'Entrar con otra cuenta',
  },
  again: {
    title: 'Muestre de nuevo su segundo factor',
    why: 'Para esto, el segundo factor no puede tener más de diez minutos.',
  },
  organiser: {
    title: 'Elija un organizador',
    none: 'Ya no es miembro de ningún organizador. Pida una invitación a un propietario.',
  },
  join: {
    owner: {
      title: 'Configurar este servidor',
      lead: 'Usted será su primer propietario. Todo lo demás se hace después.',
      organiser: 'Organizador',
      organiserHint: 'El nombre que conocen los asistentes.',
      begin: 'Empezar',
    },
    invitation: {
      title: (organisers) => (organisers === '' ? 'Unirse' : `Unirse a ${organisers}`),
      lead: (email) => `Iniciará sesión como ${email}.`,
      begin: 'Unirse',
    },
    reset: {
      title: 'Nueva contraseña',
      lead: (email) => `Para ${email}. Su segundo factor no cambia.`,
      begin: 'Establecer contraseña',
    },
    passwordHint: (least) =>
      `Al menos ${least} caracteres. Lo mejor son unas palabras que solo a usted se le ocurriría juntar.`,
    ended: 'Este enlace ya no sirve',
    endedNext: 'Ha caducado o ya se ha usado. Pida uno nuevo o inicie sesión.',
    toSignIn: 'Ir al inicio de sesión',
  },
  enrol: {
    title: 'Añadir un segundo factor',
    lead: 'Aquí no basta con una contraseña. Necesita uno de estos cada vez que inicie sesión.',
    passkey: {
      title: 'Llave de acceso',
      lead: 'Su huella, su cara, un PIN o una llave de seguridad. Lo más rápido y lo más seguro.',
      name: 'Nombre de la llave de acceso',
      nameHint: 'Para saber más adelante de qué equipo se trata.',
      add: 'Añadir una llave de acceso',
      device: 'Este equipo',
    },
    app: {
      title: 'Aplicación de autenticación',
      lead: 'Una aplicación de su teléfono muestra seis cifras, nuevas cada 30 segundos.',
      begin: 'Configurar una aplicación',
      scan: 'Escanee esto con la aplicación y escriba después el código que muestre.',
      qr: 'Código QR para la aplicación de autenticación',
      secret: 'O escriba esta clave en la aplicación',
      confirm: 'Confirmar',
    },
    codes: {
      title: 'Guarde sus códigos de recuperación',
      lead: 'Si pierde el teléfono o la llave, uno de estos le permite entrar. Cada uno sirve una sola vez. Solo se muestran ahora.',
      label: 'Códigos de recuperación',
      kept: 'Los he guardado',
      fileName: 'gatehouse-codigos-de-recuperacion.txt',
    },
  },
};
