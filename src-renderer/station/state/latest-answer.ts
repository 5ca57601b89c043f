/**
 * Accepts answers in the order of their questions: drops an answer that arrives after the answer to a later question. Accepts the
 * answer to an earlier question while a later one is pending.
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
