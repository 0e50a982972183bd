/** Returns the problems with a further one, as the last, and without an equal one before. */
export function addProblem<Problem>(problems: readonly Problem[], problem: Problem): Problem[] {
  const key = JSON.stringify(problem);
  return [...problems.filter((each) => JSON.stringify(each) !== key), problem];
}
