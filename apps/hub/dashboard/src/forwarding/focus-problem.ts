import { tick } from "svelte";

/** Takes the reader to the first field that is marked as wrong, when one is. */
export async function focusProblem(form: HTMLElement): Promise<void> {
  await tick();
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
