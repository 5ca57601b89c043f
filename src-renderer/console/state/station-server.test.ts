import { expect, it } from 'vitest';
import { stationServer } from './station-server.ts';

it.each([
  ['https://tickets.example/console/', 'https://tickets.example/v1'],
  ['https://tickets.example/gate/console/', 'https://tickets.example/gate/v1'],
  ['https://192.168.1.5:8787/console/', 'https://192.168.1.5:8787/v1'],
  ['http://localhost:8787/console/', null],
  ['http://127.0.0.1:8787/console/', null],
  ['https://[::1]:8787/console/', null],
])('a station that is added in a console at %s connects to %s', (base, server) => {
  expect(stationServer(base)).toBe(server);
});
