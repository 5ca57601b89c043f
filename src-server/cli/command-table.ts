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
      command('serve', 'Run the companion server', () => import('./commands/serving/serve.ts')),
      command(
        'start',
        'Open the door screen: the desktop app, or a browser',
        () => import('./commands/serving/start.ts'),
      ),
    ],
  },
  {
    title: 'Events and sales',
    entries: [
      group('organiser', 'Organisers and their plans', () => import('./commands/organiser.ts')),
      group('event', 'Events', () => import('./commands/event.ts')),
      group('ticket-type', 'Ticket types of an event', () => import('./commands/ticket-type.ts')),
      group('add-on', 'What is sold beside tickets', () => import('./commands/add-on.ts')),
      group(
        'session',
        'Dated occurrences of a recurring event',
        () => import('./commands/session.ts'),
      ),
      group(
        'question',
        'Registration questions of an event',
        () => import('./commands/question.ts'),
      ),
      group('order', 'Orders', () => import('./commands/order.ts')),
      group('ticket', 'Tickets', () => import('./commands/ticket.ts')),
      group('answer', 'Registration answers', () => import('./commands/answer.ts')),
      group('contact', 'People', () => import('./commands/contact.ts')),
      group(
        'waitlist',
        'Waiting lists of what is sold out',
        () => import('./commands/waitlist.ts'),
      ),
      group(
        'dispute',
        'Payments that buyers have disputed with their bank',
        () => import('./commands/dispute.ts'),
      ),
    ],
  },
  {
    title: 'Door',
    entries: [
      group(
        'home',
        'How tonight goes, and what needs attention',
        () => import('./commands/home.ts'),
      ),
      group(
        'station',
        'Stations: clients that scan at the door, and how they are',
        () => import('./commands/station.ts'),
      ),
      group('location', 'Entry points of an event', () => import('./commands/location.ts')),
      group('scan', 'Scans at the doors', () => import('./commands/scan.ts')),
      group('release', 'Admissions that ended', () => import('./commands/release.ts')),
      group(
        'conflict',
        'Disagreements between doors and the server',
        () => import('./commands/conflict.ts'),
      ),
      group('code-key', 'Keys that sign ticket codes', () => import('./commands/code-key.ts')),
      group(
        'journal',
        'Journals of stations: what happened at a door',
        () => import('./commands/data/journal.ts'),
      ),
    ],
  },
  {
    title: 'Integrations',
    entries: [
      group(
        'client',
        'Clients: programs that may call the API',
        () => import('./commands/client.ts'),
      ),
      group(
        'webhook',
        'Webhook subscriptions and their log',
        () => import('./commands/webhook.ts'),
      ),
      command(
        'listen',
        'Forward webhooks to a program on this computer',
        () => import('./commands/serving/listen.ts'),
      ),
      command(
        'trigger',
        'Make a webhook event happen in demo data',
        () => import('./commands/serving/trigger.ts'),
      ),
    ],
  },
  {
    title: 'Data',
    entries: [
      command(
        'import',
        'Import tickets that were sold elsewhere from a CSV file',
        () => import('./commands/data/import.ts'),
      ),
      group(
        'export',
        'Tickets, orders, people, attendance and scans as files',
        () => import('./commands/data/export.ts'),
      ),
      group(
        'member',
        'Who may use the console, and what they may do there',
        () => import('./commands/member.ts'),
      ),
      group('audit', 'Who did what', () => import('./commands/audit.ts')),
      command(
        'backup',
        'Copy the database to a file, also while a server uses it',
        () => import('./commands/data/backup.ts'),
      ),
      command(
        'restore',
        'Replace the database with a backup; the old database is kept',
        () => import('./commands/data/restore.ts'),
      ),
      command(
        'migrate',
        'Bring the database to the newest schema',
        () => import('./commands/data/migrate.ts'),
      ),
      command(
        'copy',
        'Copy everything from one database to another',
        () => import('./commands/data/copy.ts'),
      ),
      command('completion', 'Completion of commands and flags for bash, zsh and fish', async () => {
        const { completionCommand } = await import('./commands/completion/completion.ts');
        return { command: completionCommand(commandTable.flatMap(({ entries }) => entries)) };
      }),
    ],
  },
];

function command(
  name: string,
  summary: string,
  load: () => Promise<{ readonly command: Command }>,
): TableEntry {
  return { kind: 'command', name, summary, load: async () => (await load()).command };
}

function group(
  name: string,
  summary: string,
  load: () => Promise<{ readonly commands: readonly Command[] }>,
): TableEntry {
  return { kind: 'group', name, summary, load: async () => (await load()).commands };
}
