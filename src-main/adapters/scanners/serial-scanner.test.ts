import { expect, it, vi } from 'vitest';
import type { SerialScanner } from '../../../shared/station/scanners.ts';
import { missingTool, withReason } from '../../../test/support/has-tool.ts';
import { openPseudoTerminal } from '../../../test/support/scanners/pseudo-terminal.ts';
import { SerialScannerReader, type SerialLibrary } from './serial-scanner.ts';

function reader(load: () => Promise<SerialLibrary> = () => import('serialport')) {
  const codes: string[] = [];
  const states: SerialScanner[] = [];
  const serial = new SerialScannerReader({
    load,
    onCode: (_, { text, symbology }) => codes.push(`${symbology} ${text}`),
    onChange: (state) => states.push(state),
  });
  return { serial, codes, state: () => states.at(-1) };
}

const missing = missingTool('python3');
const soon = { timeout: 20_000, interval: 10 };

it.skipIf(missing !== null)(
  withReason('a scanner at a serial port is read, with any line ending and with none', missing),
  async () => {
    await using terminal = await openPseudoTerminal();
    const { serial, codes, state } = reader();
    serial.choose(terminal.path);
    await vi.waitFor(() => expect(state()?.status).toBe('ready'), soon);
    terminal.send(']Q1tkt_one\r\n');
    terminal.send('tkt_two\rtkt_three\n');
    terminal.send('tkt_fo');
    terminal.send('ur');
    await vi.waitFor(() => expect(codes).toHaveLength(4), soon);
    expect(codes).toEqual([']Q1 tkt_one', 'null tkt_two', 'null tkt_three', 'null tkt_four']);
    await serial.close();
  },
);

it.skipIf(missing !== null)(
  withReason('an unplugged port is missing, and another one can be chosen', missing),
  async () => {
    const first = await openPseudoTerminal();
    await using second = await openPseudoTerminal();
    const { serial, codes, state } = reader();
    serial.choose(first.path);
    await vi.waitFor(() => expect(state()?.status).toBe('ready'), soon);
    await first.unplug();
    await vi.waitFor(() => expect(state()?.status).not.toBe('ready'), soon);
    serial.choose(second.path);
    await vi.waitFor(() => expect(state()?.status).toBe('ready'), soon);
    second.send('tkt_here\r');
    await vi.waitFor(() => expect(codes).toEqual(['null tkt_here']), soon);
    serial.choose(null);
    expect(state()).toMatchObject({ status: 'off', problem: null });
    await serial.close();
  },
);

it('a missing port is reported and retried', async () => {
  const { serial, state } = reader();
  serial.choose('/dev/ttyGatehouseNotThere');
  await vi.waitFor(() => expect(state()?.status).toBe('missing'), soon);
  await serial.close();
});

it('a machine without the library has no serial scanner and keeps working', async () => {
  const { serial, state } = reader(() => Promise.reject(new Error("Cannot find package 'x'")));
  serial.choose('/dev/ttyS0');
  await vi.waitFor(() => expect(state()?.status).toBe('no_library'));
  await serial.look();
  expect(state()).toMatchObject({ status: 'no_library', ports: [] });
  await serial.close();
});
