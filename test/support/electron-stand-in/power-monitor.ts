import { assertReady } from './readiness.ts';
import { createEvent, StrictEmitter } from './strict.ts';

class StandInPowerMonitor extends StrictEmitter {
  override on(event: string, listener: Parameters<StrictEmitter['on']>[1]): this {
    assertReady('powerMonitor.on');
    return super.on(event, listener);
  }
}

export const powerMonitor = new StandInPowerMonitor('powerMonitor', ['resume', 'shutdown']);

/** A shutdown that no listener delays ends the app like a power cut. */
export function emitPower(name: 'resume' | 'shutdown'): void {
  const event = createEvent({});
  powerMonitor.emit(name, event);
  if (name === 'shutdown' && !event.defaultPrevented) process.kill(process.pid, 'SIGKILL');
}
