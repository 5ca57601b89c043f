import { fileURLToPath } from 'node:url';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { ServerState } from '../../../shared/station/server.ts';
import { readStartRequest, type HostConfig } from '../../../src-main/startup/config.ts';
import { forkChild, type ChildHandle } from '../../../src-main/processes/child-handle.ts';
import { createHostServer, withHostServer } from '../../../src-main/own-server/host-server.ts';
import { openChosenServer, type ChosenServer } from '../../../src-main/own-server/server-choice.ts';
import { builtProgram } from './programs.ts';
import { runStation, type RunningStation } from './run-station.ts';

export function spawnServer(): ChildHandle {
  return forkChild(fileURLToPath(builtProgram('server-process')));
}

export function hostConfig(data: string, args: readonly string[]): HostConfig {
  const request = readStartRequest(['--data', data, ...args], {});
  if (request.kind !== 'start') throw new Error('expected a start');
  return request.config;
}

export interface RunningHost {
  readonly chosen: ChosenServer;
  readonly door: RunningStation;
  /** Sends a command as a screen would. */
  readonly ask: (command: StationCommand, id?: string) => Promise<CommandResult>;
  readonly server: () => Promise<ServerState>;
  readonly phase: () => string | null;
  readonly stop: () => Promise<void>;
}

/** Runs a host without a page: its station, and the messages that a screen would receive. */
export async function runHost(
  data: string,
  {
    args,
    spawn = spawnServer,
  }: { readonly args: readonly string[]; readonly spawn?: () => ChildHandle },
): Promise<RunningHost> {
  const chosen = await openChosenServer(hostConfig(data, args), spawn);
  const host = createHostServer({
    data,
    spawn,
    chosen,
    ask: async (command) => door.send(command),
  });
  const { enrolment } = chosen;
  const door = await runStation({
    dataDir: data,
    ...(enrolment === null ? {} : { enrolment }),
  });
  const served = withHostServer(door.station, host);
  let last = 0;
  const ask = async (command: StationCommand, id?: string): Promise<CommandResult> => {
    last += 1;
    const message = await served.handle({ id: id ?? `page-${last}`, command });
    if (message.kind !== 'reply') throw new Error('expected a reply');
    return message.result;
  };
  return {
    chosen,
    door,
    ask,
    server: async () => {
      const answer = await ask({ kind: 'read_server' });
      if (!answer.ok || !('server' in answer)) throw new Error('expected a server');
      return answer.server;
    },
    phase: () => {
      const message = served.welcome();
      return message.kind === 'welcome' ? message.state.phase.kind : null;
    },
    stop: async () => {
      await door[Symbol.asyncDispose]();
      await host.stop();
    },
  };
}
