/** Thrown when the hub cannot start for a reason outside of it. The message is one sentence that says what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly code = "cannot-start";
}
