import type { Logger } from '../../ports/logger.ts';

const nothing = () => undefined;

/** For a host that keeps no log. */
export const silentLogger: Logger = { info: nothing, warn: nothing, error: nothing };
