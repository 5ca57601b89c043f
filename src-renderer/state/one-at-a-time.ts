/**
 * Asks one question at a time: while one is under way, only the newest of the others waits, and is asked when the answer has come. So a
 * held key asks no more than the station can answer.
 */
export function oneAtATime<T>(take: (answer: T) => void): (question: () => Promise<T>) => void {
  let isAsking = false;
  let newest: (() => Promise<T>) | null = null;
  const askNext = () => {
    if (isAsking || newest === null) return;
    const question = newest;
    newest = null;
    isAsking = true;
    const ended = () => {
      isAsking = false;
      askNext();
    };
    void question().then(take).finally(ended);
  };
  return (question) => {
    newest = question;
    askNext();
  };
}
