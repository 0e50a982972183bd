/**
 * Why the store cannot work. `newer` means that a newer release of Scanhook has used the data;
 * `slow`, that the database has not confirmed a change, which may be stored all the same.
 */
export type StoreProblem = "full" | "read-only" | "busy" | "slow" | "closed" | "newer" | "broken";

/**
 * Thrown when the environment of the store fails: the disk is full, a lock is held too long, or the
 * store is closed. Nothing was stored, except maybe if `problem` is `slow`. Unless `problem` is
 * `newer` or `closed`, a later attempt may succeed.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly code = "store-unavailable";
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
