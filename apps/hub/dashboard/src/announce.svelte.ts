let text = $state("");

/** What a screen reader should say next, politely; `App.svelte` holds the live region. */
export const announcement = {
  get text(): string {
    return text;
  },
};

/** Has a text read out when the reader is idle. The same text twice is read once. */
export function announce(next: string): void {
  text = next;
}
