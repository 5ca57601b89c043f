/**
 * Sends one request at a time. While one is under way, a new one takes the place of the one that waits; it is sent when the first was
 * answered or has failed. Every result is taken, so that a person who keeps typing sees something.
 */
export function oneAtATime<T>(take: (result: T) => void): (request: () => Promise<T>) => void {
  let isSending = false;
  let newest: (() => Promise<T>) | null = null;
  const sendNext = () => {
    if (isSending || newest === null) return;
    const request = newest;
    newest = null;
    isSending = true;
    const ended = () => {
      isSending = false;
      sendNext();
    };
    void request().then(take).finally(ended);
  };
  return (request) => {
    newest = request;
    sendNext();
  };
}
