/**
 * Asks one question at a time. While one is under way, a new one takes the place of the one that waits; it is asked when the first was
 * answered or has failed. Every answer is taken, so that a person who keeps typing sees something.
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
