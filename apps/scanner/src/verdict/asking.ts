let running = 0;

/**
 * Returns whether a person is typing into a dialog or waits for what they asked the hub to do,
 * which a scan would interrupt.
 */
export function isAsking(): boolean {
  return running > 0;
}

/** Notes that a dialog is open or an act runs. Returns a function that ends it. */
export function startAsking(): () => void {
  running += 1;
  return () => {
    running -= 1;
  };
}
