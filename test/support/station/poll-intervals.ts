/** How often the event, and what the server says of the station, are requested. */
export const setupEvery = (ms: number) => ({ identity: ms, setup: ms, events: ms });

export const listsEvery = (scans: number, others = scans) => ({
  scans,
  tickets: others,
  order_lines: others,
});
