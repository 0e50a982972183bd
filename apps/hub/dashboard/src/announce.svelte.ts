let text = $state("");
let notice: { text: string; id: number } | undefined = $state.raw();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Long enough to read two lines, which is as long as a notice gets. */
const noticeMs = 6000;

/** The text in the live region of `App.svelte`, which screen readers read out politely. */
export const announcement = {
  get text(): string {
    return text;
  },
  /** The notice that is shown, if any. Each has another id. */
  get notice(): { text: string; id: number } | undefined {
    return notice;
  },
};

/**
 * Lets screen readers read a text out when they are idle. They read the same text only once in a
 * row.
 */
export function announce(next: string): void {
  text = next;
}

/** Shows for some seconds that something succeeded, and lets screen readers read it out. */
export function notify(next: string): void {
  // A live region reads only changes, and the same action may succeed twice.
  text = text === next ? `${next}\u00a0` : next;
  notice = { text: next, id: (notice?.id ?? 0) + 1 };
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice = undefined;
  }, noticeMs);
}
