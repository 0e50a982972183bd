import { tick } from "svelte";

/**
 * Focuses the first field that is marked as invalid, if there is one. The form is null once the
 * log-in screen replaced it.
 */
export async function focusFirstInvalid(form: HTMLElement | null): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
