let openDialogs = 0;

/** Returns whether a person is typing into a dialog, which a scan would interrupt. */
export function isAsking(): boolean {
  return openDialogs > 0;
}

/** Notes that a dialog is open. Returns a function that ends it. */
export function startAsking(): () => void {
  openDialogs += 1;
  return () => {
    openDialogs -= 1;
  };
}
