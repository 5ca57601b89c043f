import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultDataDirectory, readStartRequest } from './config.ts';
import { HostError } from './host-error.ts';

const code = 'gatehouse://enrol?server=https%3A%2F%2Fgate.example%2Fv1&client=gci_1&secret=s3cret';
const read = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  readStartRequest(args, environment, 'linux');
const config = (args: readonly string[], environment?: NodeJS.ProcessEnv) => {
  const request = read(args, environment);
  if (request.kind !== 'start') throw new Error('expected a start');
  return request.config;
};
const refusal = (args: readonly string[], environment?: NodeJS.ProcessEnv) => {
  try {
    read(args, environment);
  } catch (error) {
    return error instanceof HostError && error.code === 'usage' ? error.message : error;
  }
  return null;
};

describe('the command line of a start', () => {
  it('asks for nothing by default: automatic host, demo, the last port, an opened browser', () => {
    expect(config([], { XDG_DATA_HOME: '/home/a/.data' })).toEqual({
      host: 'automatic',
      data: resolve('/home/a/.data/gatehouse'),
      port: null,
      server: { kind: 'as_before' },
      enrolmentCode: null,
      peers: { port: 8797, given: [] },
      leaveKiosk: false,
      demo: true,
      firstRun: false,
      open: true,
      json: false,
    });
  });

  it('reads every flag', () => {
    const args = [
      '--host=browser',
      '--data',
      'd',
      '--port',
      '81',
      '--peer-port',
      '0',
      '--peer',
      '192.168.1.20:8797',
      '--peer=[fd00::20]:9000',
      '--leave-kiosk',
      '--no-open',
      '--json',
      '--no-demo',
    ];
    expect(config(args)).toMatchObject({
      host: 'browser',
      data: resolve('d'),
      port: 81,
      peers: { port: 0, given: ['192.168.1.20:8797', '[fd00::20]:9000'] },
      leaveKiosk: true,
      open: false,
      json: true,
      demo: false,
    });
  });

  it('takes the secret of a remote server from the environment', () => {
    const environment = { GATEHOUSE_CLIENT_SECRET: 's3cret' };
    const args = ['--server', 'http://10.0.0.2:8787/v1/', '--client-id', 'cli_1'];
    expect(config(args, environment).server).toEqual({
      kind: 'remote',
      url: 'http://10.0.0.2:8787/v1',
      credentials: { client_id: 'cli_1', client_secret: 's3cret' },
    });
  });

  it('takes an enrolment code from the environment, and the server from it', () => {
    const { server, enrolmentCode } = config([], { GATEHOUSE_ENROLMENT_CODE: `${code}\n` });
    expect(server).toEqual({ kind: 'remote', url: 'https://gate.example/v1', credentials: null });
    expect(enrolmentCode).toMatchObject({ client_id: 'gci_1', client_secret: 's3cret' });
    expect(config([], { GATEHOUSE_ENROLMENT_CODE: '' })).toEqual(config([]));
    const cut = { GATEHOUSE_ENROLMENT_CODE: code.slice(0, -15) };
    expect(refusal([], cut)).toMatch(/must be all of an enrolment code/);
    const two = refusal(['--server', 'https://x'], { GATEHOUSE_ENROLMENT_CODE: code });
    expect(two).toMatch(/leave out --server/);
  });

  it('leaves enrolment to the screen when only a server is named', () => {
    expect(config(['--server', 'https://gate.example']).server).toEqual({
      kind: 'remote',
      url: 'https://gate.example',
      credentials: null,
    });
  });

  it('returns to an embedded server when told so', () => {
    expect(config(['--server', 'embedded']).server).toEqual({ kind: 'embedded' });
  });

  it.each([
    [['--host=firefox'], /--host must be/],
    [['--port', '65536'], /--port must be/],
    [['--peer-port', '65536'], /--peer-port must be/],
    [['--peer', '93.184.216.34:8797'], /--peer must be/],
    [['--peer', 'station.local:8797'], /--peer must be/],
    [['--port', '-1'], /port/],
    [['--port', '1e3'], /--port must be/],
    [['--server', 'ftp://x'], /--server must be/],
    [['--server', 'http://user:pass@x'], /--server must be/],
    [['--server', 'nonsense'], /--server must be/],
    [['--server', 'https://gate.example/v1?key=1'], /--server must be/],
    [['--server', 'https://gate.example/v1#top'], /--server must be/],
    [['--client-id', 'c'], /--client-id needs --server/],
    [['--server', 'http://x', '--client-id', 'c'], /GATEHOUSE_CLIENT_SECRET/],
    [['--data', ''], /--data needs/],
    [['--frobnicate'], /frobnicate/],
    [['positional'], /positional/],
  ])('refuses %j as wrong usage', (args, sentence) => {
    expect(refusal(args)).toMatch(sentence);
  });

  it('reports errors in full sentences', () => {
    expect(refusal(['--hots'])).toBe('Unknown option \'--hots\'. "--help" lists the options.');
  });

  it('refuses an unknown log level', () => {
    expect(() => readStartRequest([], { GATEHOUSE_LOG_LEVEL: 'loud' })).toThrow(
      'GATEHOUSE_LOG_LEVEL must be one of silent, error, warn, info, debug, not "loud".',
    );
    expect(readStartRequest([], { GATEHOUSE_LOG_LEVEL: 'warn' }).kind).toBe('start');
  });

  it('keeps data where each platform keeps it', () => {
    expect(defaultDataDirectory('darwin', {}, '/h')).toBe(
      '/h/Library/Application Support/Gatehouse',
    );
    expect(defaultDataDirectory('linux', {}, '/h')).toBe('/h/.local/share/gatehouse');
    expect(defaultDataDirectory('win32', { LOCALAPPDATA: '/l' }, '/h')).toBe('/l/Gatehouse');
  });
});
