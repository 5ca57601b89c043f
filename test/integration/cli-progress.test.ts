import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { writeShopFile } from '../bench/shop-file.ts';
import { missingTool, withReason } from '../support/has-tool.ts';
import { environmentOf, openOrganiserFixture } from '../support/organiser-fixture.ts';
import { openSmtp } from '../support/smtp-server.ts';
import { builtCommand } from '../support/station/programs.ts';
import { isOnPostgres } from '../support/test-config.ts';

// What somebody sees at a terminal, which `script` of util-linux is, while a mail server or a database takes its time.

const program = fileURLToPath(builtCommand());
const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

/** An event with three tickets to mail, and a mail server that keeps the second email back until it is let go. */
async function openMailing() {
  const fixture = await openOrganiserFixture();
  const { reference } = await fixture.addTicketType();
  for (const name of ['a', 'b', 'c']) {
    const contact = { email: `${name}@example.org`, first_name: null, last_name: null };
    await fixture.addOrder(reference, { contact });
  }
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const smtp = await openSmtp({
    message: async () => {
      if (smtp.taken.length === 1) await held;
      return '250 taken';
    },
  });
  const close = async () => {
    await smtp.close();
    await fixture.close();
  };
  opened.push({ [Symbol.asyncDispose]: close });
  return {
    words: ['order', 'mail', '--event', 'winter-gala'],
    environment: { ...environmentOf(fixture), GATEHOUSE_SMTP_URL: smtp.url },
    letGo,
  };
}

/** A shop's file of so many lines, and an event to import it into. */
async function openImporting(lines: number) {
  const fixture = await openOrganiserFixture();
  opened.push({ [Symbol.asyncDispose]: () => fixture.close() });
  await fixture.addTicketType({ name: 'Shop' });
  const file = join(fixture.dataDir, 'shop.csv');
  writeShopFile(file, lines);
  /** Lets nobody else begin an import; returns what ends that. */
  const holdImports = async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: begin } = Promise.withResolvers<void>();
    const ended = fixture.write(async (tx) => {
      // On SQLite nobody else writes anyway.
      if (isOnPostgres) await sql`lock table imports in share mode`.execute(tx.db);
      begin();
      await held;
    });
    await isHeld;
    return async () => {
      letGo();
      await ended;
    };
  };
  return {
    words: ['import', file, '--event', 'winter-gala'],
    environment: environmentOf(fixture),
    holdImports,
  };
}

interface Given {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** To the first column, and away with what stands there. */
const AGAIN = '\r\x1b[K';

function inPipes({ words, environment }: Given) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
}

/** `columns` is the width of the terminal. */
function atTerminal(
  { words, environment }: Given,
  {
    columns = 80,
    ...more
  }: { readonly columns?: number; readonly TERM?: string; readonly NO_COLOR?: string } = {},
) {
  const command = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
  const flags = ['--quiet', '--return', '--command', `stty cols ${columns}; exec ${command}`];
  const child = spawn('script', [...flags, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', ...environment, ...more },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    written += part;
  });
  /** With a sign for where the line begins again. */
  const seen = () => written.replaceAll(AGAIN, '⏎');
  return {
    shows: async (wanted: RegExp) => {
      while (!wanted.test(seen())) await once(child.stdout, 'data');
    },
    press: (key: string) => child.stdin.write(key),
    ended: async () => {
      const [code] = await once(child, 'close');
      return { code, seen: seen() };
    },
  };
}

const obstacle = missingTool('script', 'stty');
describe.skipIf(obstacle !== null)(withReason('a command at a terminal', obstacle), () => {
  it('shows how far it is, takes that away, and in a pipe says nothing of it', async () => {
    const [piped, watched] = [await openMailing(), await openMailing()];
    const quiet = inPipes(piped);
    const terminal = atTerminal(watched);
    const ended = terminal.ended();
    await terminal.shows(/^⏎[01] of 3 emails tried/);
    // With a pace comes what is left.
    await terminal.shows(/⏎1 of 3 emails tried, .+ left/);
    piped.letGo();
    watched.letGo();
    const [out, err] = await quiet;
    expect([out, err]).toEqual(['Sent: 3 tickets in 3 emails.\n', '']);
    const { code, seen } = await ended;
    expect(code).toBe(0);
    expect(seen).toMatch(/⏎Sent: 3 tickets in 3 emails\.\r\n$/);
  });

  it('says how many lines of a file were read, then compared with the event, then imported', async () => {
    // Nobody reads so many within a second, and nothing shows before.
    const many = atTerminal(await openImporting(300_000));
    await many.shows(/⏎\d+,000 lines read/);
    many.press('\x03');
    expect((await many.ended()).code).toBe(130);

    const importing = await openImporting(10_000);
    const letGo = await importing.holdImports();
    const terminal = atTerminal(importing);
    await terminal.shows(/⏎10,000 lines compared/);
    await letGo();
    await terminal.shows(/⏎[1-9][\d,]* of 10,000 lines imported/);
    terminal.press('\x03');
    expect((await terminal.ended()).code).toBe(130);
  });

  it('leaves an empty line when it is stopped with Ctrl+C', async () => {
    const terminal = atTerminal(await openMailing());
    const ended = terminal.ended();
    await terminal.shows(/1 of 3 emails/);
    terminal.press('\x03');
    const { code, seen } = await ended;
    expect(code).toBe(130);
    expect(seen).toMatch(/⏎$/);
  });

  it('never writes as far as the last column', async () => {
    const mailing = await openMailing();
    const terminal = atTerminal(mailing, { columns: 12, NO_COLOR: '1' });
    const ended = terminal.ended();
    await terminal.shows(/⏎1 of 3 emai⏎/);
    mailing.letGo();
    expect((await ended).code).toBe(0);
  });

  it('shows nothing where the terminal cannot go back on a line', async () => {
    const [dumb, other] = [await openMailing(), await openMailing()];
    const silent = atTerminal(dumb, { TERM: 'dumb' }).ended();
    const terminal = atTerminal(other);
    const ended = terminal.ended();
    await terminal.shows(/1 of 3 emails/);
    dumb.letGo();
    other.letGo();
    expect(await silent).toEqual({ code: 0, seen: 'Sent: 3 tickets in 3 emails.\r\n' });
    await ended;
  });
});
