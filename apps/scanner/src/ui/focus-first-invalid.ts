import { tick } from "svelte";

/**
 * Moves the focus to the first field that is marked as wrong in a part of the page, once Svelte has
 * marked the fields. Resolves to whether there is one, and then nothing goes on with what the field
 * had before.
 */
export async function focusFirstInvalid(within: ParentNode): Promise<boolean> {
  await tick();
  const field = within.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field !== null;
}

/** As `focusFirstInvalid`, on the page of this control. */
export function focusInvalidBeside(control: Element): Promise<boolean> {
  return focusFirstInvalid(control.closest(".page") ?? document);
}
