/**
 * Thrown if the environment prevents the hub from starting. The message is one sentence that says
 * what to do.
 */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly code = "cannot-start";
}
