/**
 * Takes answers in the order of their questions: one that comes after the answer to a later question is dropped. An answer to a
 * question that is not the last one is taken, so that a person who types on sees something.
 */
export function latestAnswer<T>(take: (answer: T) => void): (question: Promise<T>) => void {
  let asked = 0;
  let answered = 0;
  return (question) => {
    asked += 1;
    const place = asked;
    const wait = async () => {
      const answer = await question;
      if (place < answered) return;
      answered = place;
      take(answer);
    };
    void wait();
  };
}
