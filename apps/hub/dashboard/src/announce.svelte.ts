let text = $state("");
let notice: { text: string; id: number } | undefined = $state.raw();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Long enough to read two lines, the longest notice. */
const noticeMs = 6000;

/** The text in the live region of `App.svelte`, which screen readers read out politely. */
export const announcement = {
  get text(): string {
    return text;
  },
  /** The notice that is shown, or undefined. Every notice has a new id. */
  get notice(): { text: string; id: number } | undefined {
    return notice;
  },
};

/**
 * Lets screen readers read a text out when they are idle. Screen readers do not repeat a text that
 * is the same as the last one.
 */
export function announce(message: string): void {
  text = message;
}

/** Shows a message about a success for some seconds, and lets screen readers read it out. */
export function notify(message: string): void {
  // Adds a space to a repeated message, because screen readers read out only changes.
  text = text === message ? `${message}\u00a0` : message;
  notice = { text: message, id: (notice?.id ?? 0) + 1 };
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice = undefined;
  }, noticeMs);
}
