import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../src-main/adapters/system/system-ports.ts';
import { forkChild } from '../../src-main/processes/child-handle.ts';
import { processScanners } from '../../src-main/scanner-process/process-scanners.ts';
import { superviseScanners } from '../../src-main/scanner-process/scanner-line.ts';
import { descriptors, reports } from '../support/scanners/hid-reports.ts';
import {
  createEvent,
  destroyEvent,
  EVENT_BYTES,
  inputEvent,
  plugVirtualHid,
  sentReport,
  takenEvent,
  whyNoVirtualHid,
} from '../support/scanners/virtual-hid.ts';
import { openDoor } from '../support/station/open-door.ts';
import { temporaryDirectory } from '../support/station/run-station.ts';

// Scanners that the kernel makes of recorded reports, read by the real process through the real node-hid.

const program = fileURLToPath(
  new URL('../../src-main/scanner-process/scanner-process.ts', import.meta.url),
);
const identity = {
  name: 'Scanner é',
  uniq: 'one',
  vendor: 0x05e0,
  product: 0x2100,
  descriptor: descriptors.honeywell,
} as const;

describe('the descriptor of a virtual scanner', () => {
  it('has its fields at the offsets of the kernel header', () => {
    const made = createEvent(identity);
    expect(made).toHaveLength(4380);
    expect(made.readUInt32LE(0)).toBe(11);
    expect(made.toString('utf8', 4, 4 + 10)).toBe('Scanner é');
    expect(made.toString('utf8', 196, 196 + 4)).toBe('one\0');
    expect([made.readUInt16LE(260), made.readUInt16LE(262)]).toEqual([
      identity.descriptor.length,
      3,
    ]);
    expect([made.readUInt32LE(264), made.readUInt32LE(268)]).toEqual([0x05e0, 0x2100]);
    expect([...made.subarray(280, 280 + identity.descriptor.length)]).toEqual(identity.descriptor);
    const read = inputEvent(reports.zebraUpc);
    expect([read.readUInt32LE(0), read.readUInt16LE(4)]).toEqual([12, 64]);
    expect([...read.subarray(6, 70)]).toEqual(reports.zebraUpc);
    expect(destroyEvent().readUInt32LE(0)).toBe(1);
  });

  const header = '/usr/include/linux/uhid.h';
  const compiler = ['/usr/bin/cc', '/usr/bin/gcc', '/usr/bin/clang'].find((path) =>
    existsSync(path),
  );
  it('is what a C program with that header writes', async (context) => {
    const compile = compiler ?? context.skip('there is no C compiler');
    if (!existsSync(header)) context.skip(`${header} is not installed`);
    await using folder = await temporaryDirectory();
    const source = join(folder.path, 'events.c');
    const built = join(folder.path, 'events');
    writeFileSync(source, eventsInC());
    execFileSync(compile, ['-o', built, source]);
    const written = execFileSync(built, { maxBuffer: 10 * EVENT_BYTES });
    const eventAt = (place: number) =>
      written.subarray(place * EVENT_BYTES, (place + 1) * EVENT_BYTES);
    expect(written).toHaveLength(5 * EVENT_BYTES);
    expect(eventAt(0).equals(createEvent(identity))).toBe(true);
    expect(eventAt(1).equals(inputEvent(reports.zebraUpc))).toBe(true);
    expect(eventAt(2).equals(destroyEvent())).toBe(true);
    expect(eventAt(3).equals(takenEvent(77))).toBe(true);
    expect(sentReport(Buffer.from(eventAt(4)))).toEqual({ id: 77, data: [254, 1] });
  });
});

describe('a scanner that the kernel has made', { tags: ['long'] }, () => {
  it.for([
    {
      maker: 'Zebra',
      device: { vendor: 0x05e0, product: 0x2100, descriptor: descriptors.honeywell },
      upc: reports.zebraUpc,
      qr: [reports.zebraQrFirst, reports.zebraQrLast],
      features: [],
    },
    {
      maker: 'Honeywell',
      device: { vendor: 0x0c2e, product: 0x0901, descriptor: descriptors.honeywell },
      upc: reports.honeywellUpc,
      qr: [reports.honeywellQrFirst, reports.honeywellQrLast],
      features: [[254, 1]],
    },
  ])('of $maker is found, read and missed', async ({ device, upc, qr, features }, context) => {
    const reason = whyNoVirtualHid();
    if (reason !== null) context.skip(reason);
    const scanners = processScanners(() =>
      superviseScanners(() => forkChild(program), silentLogger),
    );
    const door = await openDoor({ scanners });
    const untilIt = async (status: string) => {
      await door.send({ kind: 'look_for_scanners' });
      await vi.waitFor(() => expect(door.state().scanners.usb.status).toBe(status), soon);
    };
    const untilRead = (text: string, symbology: string) =>
      vi.waitFor(
        () =>
          expect(door.state().scanners.last).toMatchObject([{ source: 'hid', text, symbology }]),
        soon,
      );
    try {
      await using scanner = await plugVirtualHid(device);
      const { node } = scanner;
      if (typeof node !== 'string') context.skip(node.missing);
      await untilIt('ready');
      expect(scanner.features).toEqual(features);
      scanner.report(upc);
      await untilRead('306030209223', device.vendor === 0x05e0 ? ']X0' : ']E0');
      for (const report of qr) scanner.report(report);
      await untilRead(LOREM.slice(0, 64), ']Q1');
    } finally {
      await untilIt('missing');
      await door.close();
    }
  });
});

const soon = { timeout: 30_000, interval: 20 };

const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit,' +
  'ulpa qui officia deserunt mollit anim id est laborum.';

/** The same events through the header's own structs, one after the other on its output. */
function eventsInC(): string {
  return `
#include <linux/uhid.h>
#include <stdio.h>
#include <string.h>
static struct uhid_event event;
static void put(void) { fwrite(&event, sizeof event, 1, stdout); memset(&event, 0, sizeof event); }
int main(void) {
  const unsigned char descriptor[] = {${identity.descriptor.join(',')}};
  const unsigned char report[] = {${reports.zebraUpc.join(',')}};
  event.type = UHID_CREATE2;
  strcpy((char *)event.u.create2.name, "${identity.name}");
  strcpy((char *)event.u.create2.uniq, "${identity.uniq}");
  event.u.create2.rd_size = sizeof descriptor;
  event.u.create2.bus = BUS_USB;
  event.u.create2.vendor = ${identity.vendor};
  event.u.create2.product = ${identity.product};
  memcpy(event.u.create2.rd_data, descriptor, sizeof descriptor);
  put();
  event.type = UHID_INPUT2;
  event.u.input2.size = sizeof report;
  memcpy(event.u.input2.data, report, sizeof report);
  put();
  event.type = UHID_DESTROY;
  put();
  event.type = UHID_SET_REPORT_REPLY;
  event.u.set_report_reply.id = 77;
  put();
  event.type = UHID_SET_REPORT;
  event.u.set_report.id = 77;
  event.u.set_report.rnum = 254;
  event.u.set_report.rtype = UHID_FEATURE_REPORT;
  event.u.set_report.size = 2;
  event.u.set_report.data[0] = 254;
  event.u.set_report.data[1] = 1;
  put();
  return 0;
}
`;
}
