import { defineOtherProgram } from '../../definition/define-command.ts';
import { choiceFlag, optionalFlag, textFlag, yes } from '../../flags/flags.ts';

/** Its own program explains it: see `src-main/startup/config.ts`. */
export const command = defineOtherProgram({
  name: 'start',
  summary: 'Open the door screen: the desktop app, or a browser',
  operands: [],
  flags: {
    host: optionalFlag(choiceFlag('HOST', 'choose the host', ['browser', 'electron'])),
    data: optionalFlag(textFlag('DIR', 'the data folder (default: in your application data)')),
    server: optionalFlag(textFlag('URL', 'connect to a running server')),
    clientId: optionalFlag(textFlag('ID', "with --server: the station's client")),
    noDemo: yes('do not fill an empty embedded server with demo data'),
    firstRun: yes('begin with the choice of an installed desktop app'),
    port: optionalFlag(textFlag('N', 'browser host: port of the page')),
    peerPort: optionalFlag(textFlag('N', 'the port for stations nearby')),
    peer: optionalFlag(textFlag('HOST:PORT', 'the address of a station nearby')),
    leaveKiosk: yes('end kiosk mode and remove the PIN, if it is forgotten'),
    noOpen: yes('browser host: only print the address'),
    json: yes('print one line of JSON when the page can be used'),
  },
  examples: ['start', 'start --host browser --no-open'],
});
