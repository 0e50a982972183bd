import { tick } from "svelte";

/**
 * Moves the focus to the first field that is marked as invalid in a part of the page, once Svelte
 * has marked the fields. Resolves to whether there is one. The part is null once something else,
 * such as the log-in screen, has replaced it.
 */
export async function focusFirstInvalid(within: ParentNode | null): Promise<boolean> {
  await tick();
  const field = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return Boolean(field);
}
