import { tick } from "svelte";

/**
 * Moves the focus to the first field in `within` that is marked as invalid, once Svelte has marked
 * the fields. Resolves to false if no field is invalid. `within` is null after another screen, such
 * as the log-in, has replaced it.
 */
export async function focusFirstInvalid(within: ParentNode | null): Promise<boolean> {
  await tick();
  const field = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return Boolean(field);
}
