/**
 * Accepts results in the order of their requests: drops a result that arrives after the result of a later request. Accepts the
 * result of an earlier request while a later one is pending.
 */
export function latestResult<T>(take: (result: T) => void): (request: Promise<T>) => void {
  let requested = 0;
  let received = 0;
  return (request) => {
    requested += 1;
    const number = requested;
    const wait = async () => {
      const result = await request;
      if (number < received) return;
      received = number;
      take(result);
    };
    void wait();
  };
}
