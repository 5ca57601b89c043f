import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatEnrolmentCode } from '../../shared/ticket-code/enrolment-code.ts';
import { silentLogger } from '../../src-main/adapters/system/system-ports.ts';
import { forkChild } from '../../src-main/processes/child-handle.ts';
import { processScanners } from '../../src-main/scanner-process/process-scanners.ts';
import { superviseScanners } from '../../src-main/scanner-process/scanner-line.ts';
import { missingTool, withReason } from '../support/has-tool.ts';
import { zebraReports } from '../support/scanners/hid-reports.ts';
import { openPseudoTerminal } from '../support/scanners/pseudo-terminal.ts';
import { openUsbPort, type UsbPort } from '../support/scanners/usb-port.ts';
import { MemorySettings, plainSettings } from '../support/station/memory-settings.ts';
import { openDoor } from '../support/station/open-door.ts';
import { builtProgram } from '../support/station/programs.ts';
import { EVENT, NORTH_GATE, numbered } from '../support/station/rows.ts';

const program = fileURLToPath(builtProgram('scanner-process'));
const soon = { timeout: 30_000, interval: 10 };

describe('scanners in a separate process', () => {
  let usb: UsbPort;
  let started: number;

  beforeEach(async () => {
    usb = await openUsbPort();
    started = 0;
    for (const [name, value] of Object.entries(usb.environment)) vi.stubEnv(name, value);
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await usb[Symbol.asyncDispose]();
  });

  function scan(code: string): void {
    for (const report of zebraReports(code)) usb.report('z', report);
  }

  /** A door whose scanners are read by the real process. */
  async function openDoorWithScanners(options: Parameters<typeof openDoor>[0] = {}) {
    const scanners = processScanners(() =>
      superviseScanners(() => {
        started += 1;
        return forkChild(program);
      }, silentLogger),
    );
    const door = await openDoor({ ...options, scanners });
    const usbStatus = () => door.state().scanners.usb.status;
    const untilReady = async () => {
      await door.send({ kind: 'look_for_scanners' });
      await vi.waitFor(() => expect(usbStatus()).toBe('ready'), soon);
    };
    const codes = () => door.rows();
    return { ...door, untilReady, usbStatus, codes };
  }

  it('a code is judged and recorded with no screen open, and shown on open ones', async () => {
    usb.plug('z');
    const door = await openDoorWithScanners();
    await door.untilReady();
    scan(numbered('ticket', 1));
    await vi.waitFor(() => expect(door.codes()).toHaveLength(1), soon);
    expect(door.codes()).toMatchObject([
      { kind: 'admitted', ticket: numbered('ticket', 1), source: 'hid', symbology: ']Q1' },
    ]);
    expect(door.outcomes()).toMatchObject([{ kind: 'admitted', source: 'hid', number: 1 }]);
    expect(door.state().scanners.last).toMatchObject([
      { source: 'hid', kind: 'reference', symbology: ']Q1', text: numbered('ticket', 1) },
    ]);
    await door.close();
  });

  it(
    'two codes at once are two scans in their order, in one queue with those of the screens',
    { tags: ['long'] },
    async () => {
      usb.plug('z');
      const door = await openDoorWithScanners();
      await door.untilReady();
      scan(numbered('ticket', 1));
      scan(numbered('ticket', 2));
      await vi.waitFor(() => expect(door.codes()).toHaveLength(2), soon);
      await door.send({
        kind: 'scan',
        code: numbered('ticket', 2),
        symbology: null,
        source: 'keyboard',
      });
      const shown = door
        .outcomes()
        .map(({ ticket, repeated, number }) => [ticket, repeated, number]);
      expect(shown).toEqual([
        [numbered('ticket', 1), false, 1],
        [numbered('ticket', 2), false, 2],
        [numbered('ticket', 2), true, 2],
      ]);
      await door.close();
    },
  );

  it(
    'a scanner that is plugged in while the door is open is found, and found again',
    { tags: ['long'] },
    async () => {
      const door = await openDoorWithScanners();
      await vi.waitFor(() => expect(door.usbStatus()).toBe('missing'), soon);
      usb.plug('z');
      await vi.waitFor(() => expect(door.usbStatus()).toBe('ready'), soon);
      usb.unplug('z');
      await vi.waitFor(() => expect(door.usbStatus()).toBe('missing'), soon);
      usb.plug('z');
      await vi.waitFor(() => expect(door.usbStatus()).toBe('ready'), soon);
      scan(numbered('ticket', 3));
      await vi.waitFor(() => expect(door.codes()).toHaveLength(1), soon);
      await door.close();
    },
  );

  it('a driver that crashes ends only its process', { tags: ['long'] }, async () => {
    usb.plug('z');
    const door = await openDoorWithScanners();
    await door.untilReady();
    usb.crash();
    await vi.waitFor(() => expect(door.usbStatus()).toBe('starting'), soon);
    expect(await door.send({ kind: 'scan', code: 'x', symbology: null, source: 'typed' })).toEqual({
      ok: true,
    });
    await vi.waitFor(() => expect(started).toBe(2), soon);
    await vi.waitFor(() => expect(door.usbStatus()).toBe('ready'), soon);
    scan(numbered('ticket', 1));
    await vi.waitFor(() => expect(door.codes().at(-1)?.source).toBe('hid'), soon);
    await door.close();
  });

  it(
    'a capable scanner beeps yes and no, unless that is switched off',
    { tags: ['long'] },
    async () => {
      usb.plug('z', { vendorId: 0x0c2e, manufacturer: 'Honeywell' });
      const door = await openDoorWithScanners();
      await door.untilReady();
      scan(numbered('ticket', 1));
      await vi.waitFor(() => expect(usb.written).toHaveLength(1), soon);
      await door.time.advance(4_000);
      // Just let in: neither a second person nor a denial.
      scan(numbered('ticket', 1));
      await vi.waitFor(() => expect(door.outcomes().at(-1)?.note).toBe('just_in'), soon);
      await door.time.advance(60_000);
      scan(numbered('ticket', 1));
      await vi.waitFor(() => expect(usb.written).toHaveLength(2), soon);
      expect(usb.written).toEqual([
        { path: 'z', report: [4, 0x40] },
        { path: 'z', report: [4, 0x20] },
      ]);
      await door.send({ kind: 'set_scanners', choice: { beeps: false } });
      scan(numbered('ticket', 2));
      await vi.waitFor(() => expect(door.codes()).toHaveLength(3), soon);
      scan('nonsense');
      await vi.waitFor(() => expect(door.codes()).toHaveLength(4), soon);
      expect(usb.written).toHaveLength(2);
      await door.close();
    },
  );

  it(
    'an enrolment code is sent to the screens, and its secret nowhere else',
    { tags: ['long'] },
    async () => {
      usb.plug('z');
      const door = await openDoorWithScanners();
      await door.untilReady();
      const code = formatEnrolmentCode({
        server_url: 'https://gatehouse.example/v1',
        client_id: 'cli',
        client_secret: 'hush-hush',
        certificate: null,
        keys: null,
        event: null,
        location: null,
      });
      scan(code);
      const heard = { kind: 'enrolment_code', code, source: 'hid' };
      await vi.waitFor(() => expect(door.messages).toContainEqual(heard), soon);
      expect(door.state().scanners.last).toMatchObject([{ kind: 'enrolment', text: '' }]);
      expect(JSON.stringify([door.codes(), door.state()])).not.toContain('hush');
      await door.close();
    },
  );

  const missing = missingTool('python3');
  it.skipIf(missing !== null)(
    withReason(
      'a serial port that is chosen is read, kept in the settings, and opened at the next start',
      missing,
    ),
    { tags: ['long'] },
    async () => {
      await using terminal = await openPseudoTerminal();
      const settings = new MemorySettings({
        ...plainSettings,
        organiser: { reference: numbered('organiser', 1), display_name: 'Northlight' },
        event: EVENT,
        entry_point: NORTH_GATE.reference,
      });
      const first = await openDoorWithScanners({ settings });
      await first.send({ kind: 'set_scanners', choice: { serial_port: terminal.path } });
      await vi.waitFor(() => expect(first.state().scanners.serial.status).toBe('ready'), soon);
      await first.close();
      const second = await openDoorWithScanners({ settings });
      await vi.waitFor(() => expect(second.state().scanners.serial.status).toBe('ready'), soon);
      terminal.send(`${numbered('ticket', 2)}\r\n`);
      await vi.waitFor(() => expect(second.codes()).toHaveLength(1), soon);
      expect(second.codes()).toMatchObject([{ kind: 'admitted', source: 'serial' }]);
      await second.close();
    },
  );
});
