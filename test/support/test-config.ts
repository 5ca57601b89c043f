import { serverDefaults, type ServerConfig } from '../../src-server/server.ts';

/** How tests run a server; what it stores its data in is chosen here alone. */
export function testConfig(
  data: string,
  changes: Partial<Omit<ServerConfig, 'data'>> = {},
): ServerConfig {
  return { ...serverDefaults, data, port: 0, rateLimit: 0, ...changes };
}
