import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A serial scanner on a pseudo-terminal: `path` is the port, from which the sent bytes can be read. */
export interface PseudoTerminal extends AsyncDisposable {
  readonly path: string;
  readonly send: (text: string) => void;
  /** Pulls the plug. */
  readonly unplug: () => Promise<void>;
}

const program = `
import base64, os, pty, sys, tty
near, far = pty.openpty()
tty.setraw(far)
print(os.ttyname(far), flush=True)
for line in sys.stdin:
    os.write(near, base64.b64decode(line))
`;

export async function openPseudoTerminal(): Promise<PseudoTerminal> {
  const child = spawn('python3', ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [path] = await once(lines, 'line');
  const unplug = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return {
    path: String(path),
    send: (text) => child.stdin.write(`${Buffer.from(text).toString('base64')}\n`),
    unplug,
    [Symbol.asyncDispose]: unplug,
  };
}
