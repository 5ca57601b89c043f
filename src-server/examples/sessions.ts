import { formatInstant } from '../../shared/instant.ts';
import {
  SessionSummary,
  SetupSession,
  sessionPages,
  type sessionRoutes,
} from '../../shared/resources/sessions.ts';
import { defaultDoorRules } from '../../shared/verdict/terms/door-policy.ts';
import { sessionWindow } from '../../shared/verdict/session-window.ts';
import { instantOf, type ExamplesOf, pageSchemas } from './example.ts';

export const policy = { opens_before_minutes: 120, ...defaultDoorRules, capacity: 800 };

export const friday = {
  reference: 'ses_01m1e281p213ty78jrhfvsyvy7',
  name: 'Friday night',
  starts_at: '2026-12-11T19:00:00.000000Z',
} satisfies SessionSummary;

export const saturday = {
  reference: 'ses_01m1e29ckh3952gnm9pp9gs66j',
  name: 'Saturday night',
  starts_at: '2026-12-12T19:00:00.000000Z',
} satisfies SessionSummary;

export const fridaySetup = withEntry({
  ...friday,
  ends_at: '2026-12-12T00:00:00.000000Z',
  cancelled_at: '2026-12-04T13:20:27.640185Z',
  updated_at: '2026-12-04T13:20:27.640185Z',
});

export const saturdaySetup = withEntry({
  ...saturday,
  ends_at: '2026-12-13T00:00:00.000000Z',
  cancelled_at: null,
  updated_at: '2026-09-01T08:45:03.917354Z',
});

function withEntry<Session extends { readonly starts_at: string; readonly ends_at: string }>(
  session: Session,
) {
  const { starts_at, ends_at } = session;
  const window = sessionWindow(
    { starts_at: instantOf(starts_at), ends_at: instantOf(ends_at) },
    policy,
  );
  return {
    ...session,
    entry_from: formatInstant(window.entry_from),
    entry_until: formatInstant(window.entry_until),
  } satisfies Partial<SetupSession>;
}

export const sessionExamples = {
  calls: {
    listSessions: {
      rows: { numbered: [saturdaySetup, fridaySetup], incremental: [fridaySetup] },
    },
  },
  schemas: {
    SessionSummary: [SessionSummary, saturday],
    SetupSession: [SetupSession, saturdaySetup],
    ...pageSchemas('Session', sessionPages, saturdaySetup),
  },
} satisfies ExamplesOf<typeof sessionRoutes>;
