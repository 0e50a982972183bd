/** A short message, with an action such as Undo. */
export type Notice = { text: string; action?: { label: string; run: () => void } };

const state = $state<{ notice: Notice | undefined }>({ notice: undefined });
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the notice that is shown; undefined if none is. */
export function currentNotice(): Notice | undefined {
  return state.notice;
}

/**
 * Shows a notice for a few seconds, or for longer if it has an action, so that a person has time to
 * press it.
 */
export function showNotice(notice: Notice): void {
  state.notice = notice;
  clearTimeout(timer);
  timer = setTimeout(hideNotice, notice.action ? 10_000 : 3_500);
}

export function hideNotice(): void {
  clearTimeout(timer);
  state.notice = undefined;
}
