/**
 * Returns a function that runs asynchronous work in the order of its calls, one at a time. Work
 * that fails rejects its own promise only.
 */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
