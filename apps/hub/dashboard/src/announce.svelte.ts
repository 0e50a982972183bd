let text = $state("");

/** The text in the live region of `App.svelte`, which screen readers read out politely. */
export const announcement = {
  get text(): string {
    return text;
  },
};

/** Lets screen readers read a text out when they are idle. They read the same text only once in a row. */
export function announce(next: string): void {
  text = next;
}
