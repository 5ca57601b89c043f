import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { serialDefaults } from '../../shared/station/scanners.ts';

const program = resolve(import.meta.dirname, '../../out/main/scanner-process.js');

test('the built scanner process loads the installed libraries', async () => {
  const child = fork(program, { serialization: 'advanced', execArgv: [] });
  const ended = new Promise((end) => child.once('exit', end));
  const heard: unknown[] = [];
  child.on('message', (message) => heard.push(message));
  child.send({
    kind: 'start',
    serial: { port: '/dev/ttyGatehouseNotThere', settings: serialDefaults },
  });
  // A source without its library reports `no_library`; with it, that nothing is plugged in.
  const usb = (await isHidHere()) ? 'missing' : 'no_library';
  await expect
    .poll(() => heard.at(-1))
    .toMatchObject({
      kind: 'devices',
      devices: { usb: { status: usb, devices: [] }, serial: { status: 'missing' } },
    });
  child.send({ kind: 'stop' });
  expect(await ended).toBe(0);
});

/** Linux may lack libusb, without which node-hid cannot be loaded by anybody. */
async function isHidHere(): Promise<boolean> {
  return import('node-hid').then(({ devices }) => Array.isArray(devices())).catch(() => false);
}
