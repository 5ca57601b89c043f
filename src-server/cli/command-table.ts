import type { Command } from './definition/define-command.ts';
import type { TableEntry } from './definition/table-entry.ts';

export interface TableSection {
  readonly title: string;
  readonly entries: readonly TableEntry[];
}

/** Everything that `gatehouse` can do, in the order of its help. */
export const commandTable: readonly TableSection[] = [
  {
    title: 'Serving',
    entries: [
      command(
        'serve',
        'Run the companion server',
        async () => (await import('./commands/serving/serve.ts')).serveCommand,
      ),
      command(
        'start',
        'Open the door screen: the desktop app, or a browser',
        async () => (await import('./commands/serving/start.ts')).startCommand,
      ),
    ],
  },
  {
    title: 'Events and sales',
    entries: [
      group(
        'organiser',
        'Organisers and their plans',
        async () => (await import('./commands/organiser.ts')).organiserCommands,
      ),
      group('event', 'Events', async () => (await import('./commands/event.ts')).eventCommands),
      group(
        'ticket-type',
        'Ticket types of an event',
        async () => (await import('./commands/ticket-type.ts')).ticketTypeCommands,
      ),
      group(
        'add-on',
        'What is sold beside tickets',
        async () => (await import('./commands/add-on.ts')).addOnCommands,
      ),
      group(
        'session',
        'Dated occurrences of a recurring event',
        async () => (await import('./commands/session.ts')).sessionCommands,
      ),
      group(
        'question',
        'Registration questions of an event',
        async () => (await import('./commands/question.ts')).questionCommands,
      ),
      group('order', 'Orders', async () => (await import('./commands/order.ts')).orderCommands),
      group('ticket', 'Tickets', async () => (await import('./commands/ticket.ts')).ticketCommands),
      group(
        'answer',
        'Registration answers',
        async () => (await import('./commands/answer.ts')).answerCommands,
      ),
      group(
        'contact',
        'People',
        async () => (await import('./commands/contact.ts')).contactCommands,
      ),
      group(
        'waitlist',
        'Waiting lists of what is sold out',
        async () => (await import('./commands/waitlist.ts')).waitlistCommands,
      ),
      group(
        'dispute',
        'Disputes of the payment processor',
        async () => (await import('./commands/dispute.ts')).disputeCommands,
      ),
    ],
  },
  {
    title: 'Door',
    entries: [
      group(
        'station',
        'Stations: clients that scan at the door, and how they are',
        async () => (await import('./commands/station.ts')).stationCommands,
      ),
      group(
        'location',
        'Entry points of an event',
        async () => (await import('./commands/location.ts')).locationCommands,
      ),
      group(
        'scan',
        'Scans at the doors',
        async () => (await import('./commands/scan.ts')).scanCommands,
      ),
      group(
        'conflict',
        'Disagreements between doors and the server',
        async () => (await import('./commands/conflict.ts')).conflictCommands,
      ),
      group(
        'code-key',
        'Keys that sign ticket codes',
        async () => (await import('./commands/code-key.ts')).codeKeyCommands,
      ),
      group(
        'journal',
        'Journals of stations: what happened at a door',
        async () => (await import('./commands/data/journal.ts')).journalCommands,
      ),
    ],
  },
  {
    title: 'Integrations',
    entries: [
      group(
        'client',
        'Machine clients of the API',
        async () => (await import('./commands/client.ts')).clientCommands,
      ),
      group(
        'webhook',
        'Webhook subscriptions and their log',
        async () => (await import('./commands/webhook.ts')).webhookCommands,
      ),
      command(
        'listen',
        'Forward webhooks to a program on this computer',
        async () => (await import('./commands/serving/listen.ts')).listenCommand,
      ),
      command(
        'trigger',
        'Make a webhook event happen in demo data',
        async () => (await import('./commands/serving/trigger.ts')).triggerCommand,
      ),
    ],
  },
  {
    title: 'Data',
    entries: [
      command(
        'import',
        'Place an order for each line of a CSV file',
        async () => (await import('./commands/data/import.ts')).importCommand,
      ),
      group(
        'export',
        'What happened, as a file for other programs, and tickets to print',
        async () => (await import('./commands/data/export.ts')).exportCommands,
      ),
      group(
        'audit',
        'Who did what',
        async () => (await import('./commands/audit.ts')).auditCommands,
      ),
      command(
        'backup',
        'Copy the database to a file, also while a server uses it',
        async () => (await import('./commands/data/backup.ts')).backupCommand,
      ),
      command(
        'restore',
        'Replace the database with a backup; the old database is kept',
        async () => (await import('./commands/data/restore.ts')).restoreCommand,
      ),
      command(
        'migrate',
        'Bring the database to the newest schema',
        async () => (await import('./commands/data/migrate.ts')).migrateCommand,
      ),
      command(
        'copy',
        'Copy everything from one database to another',
        async () => (await import('./commands/data/copy.ts')).copyCommand,
      ),
      command('completion', 'Completion of commands and flags for bash, zsh and fish', async () => {
        const { completionCommand } = await import('./commands/completion/completion.ts');
        return completionCommand(commandTable.flatMap(({ entries }) => entries));
      }),
    ],
  },
];

function command(name: string, summary: string, load: () => Promise<Command>): TableEntry {
  return { kind: 'command', name, summary, load };
}

function group(name: string, summary: string, load: () => Promise<readonly Command[]>): TableEntry {
  return { kind: 'group', name, summary, load };
}
