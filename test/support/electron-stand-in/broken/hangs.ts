/** A process that starts and never sends a message. */
setInterval(() => undefined, 60_000);
