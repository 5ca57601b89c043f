import { createServer, type Socket } from 'node:net';
import { listen } from './webhooks/receiver.ts';

export interface SmtpServer {
  readonly url: string;
  readonly port: number;
  /** Every accepted message, as received, and its recipient. */
  readonly taken: readonly { readonly to: string; readonly message: string }[];
  /** All input that it received. */
  readonly heard: () => string;
  readonly close: () => Promise<void>;
}

export interface SmtpAnswers {
  /** The reply to `MAIL FROM:<…>`. */
  readonly sender?: () => string;
  /** The reply to `RCPT TO:<…>`. */
  readonly recipient?: (address: string) => string;
  /** The reply to the message; null closes the connection without one. */
  readonly message?: () => string | null | Promise<string | null>;
  /** The reply to a login; without it nobody can log in. */
  readonly login?: () => string;
}

const GREETING = '250-gatehouse.test\r\n250 AUTH PLAIN';

/** Opens a server that implements as much SMTP as a client needs. */
export async function openSmtp({
  sender = () => '250 fine',
  recipient = () => '250 fine',
  message = () => '250 taken',
  login,
}: SmtpAnswers = {}): Promise<SmtpServer> {
  const taken: { to: string; message: string }[] = [];
  let heard = '';
  const converse = (socket: Socket) => {
    let to = '';
    let data: string | null = null;
    const take = async (received: string) => {
      const verdict = await message();
      if (verdict === null) {
        socket.destroy();
        return;
      }
      if (verdict.startsWith('250')) taken.push({ to, message: received });
      socket.write(`${verdict}\r\n`);
    };
    const answerTo = (line: string) => {
      if (line.startsWith('EHLO') && login !== undefined) return GREETING;
      if (line.startsWith('AUTH')) return login?.() ?? '502 no login here';
      if (line.startsWith('STARTTLS')) return '502 no encryption here';
      if (line.startsWith('QUIT')) return '221 bye';
      if (line.startsWith('MAIL')) return sender();
      if (line.startsWith('RCPT')) {
        to = /<(.*)>/.exec(line)?.[1] ?? '';
        return recipient(to);
      }
      if (line.startsWith('DATA')) data = '';
      return data === null ? '250 fine' : '354 go on';
    };
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      heard += text;
      if (data === null) {
        const answer = answerTo(text);
        socket.write(`${answer}\r\n`);
        // As RFC 5321 §3.8 says of both: the server closes the connection.
        if (/^(?:221|421)/.test(answer)) socket.end();
        return;
      }
      data += text;
      if (!data.endsWith('\r\n.\r\n')) return;
      const received = data;
      data = null;
      void take(received);
    });
  };
  const server = await listen(createServer(converse), '127.0.0.1');
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    port: server.port,
    taken,
    heard: () => heard,
    close: server.close,
  };
}
