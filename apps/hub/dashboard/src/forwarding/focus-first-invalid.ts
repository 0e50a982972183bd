import { tick } from "svelte";

/** Focuses the first field that is marked as invalid, if there is one. */
export async function focusFirstInvalid(form: HTMLElement): Promise<void> {
  await tick();
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
