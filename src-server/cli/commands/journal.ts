import { defineOtherProgram, type Command } from '../define-command.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { text, yes } from '../flags.ts';

export const journalImportFlags = {
  late: yes('accept it even though the station was revoked more than a day ago'),
  unknownKey: yes(
    'accept it even though the station has never shown this server the key that signed it',
  ),
} as const;

const data = text('DIR', "the station's data folder");
const sealed = yes('encrypted for the server alone, for "journal import" there');

export const journalCommands: readonly Command[] = [
  defineOtherProgram({
    name: 'verify',
    summary:
      'Check that no row of the journal is missing or was changed; runs where the station is',
    operands: [],
    flags: { data, json: yes('print only JSON') },
    examples: ['journal verify --data /var/lib/gatehouse'],
  }),
  defineOtherProgram({
    name: 'export',
    summary: 'Write every row of the journal as NDJSON; runs where the station is',
    operands: [],
    flags: { data, sealed },
    examples: ['journal export --data /var/lib/gatehouse --sealed > north-gate.sealed'],
  }),
  defineDatabaseCommand(
    {
      name: 'import',
      summary:
        'Import the sealed journal of a station that was revoked or died, as if the station had sent it; importing it again changes nothing',
      operands: ['FILE'],
      flags: journalImportFlags,
      examples: ['journal import north-gate.sealed'],
    },
    async () => (await import('../operations/journal.ts')).importSealed,
  ),
];
