import { focusFirstInvalid } from "@scanhook/page-parts/focus-first-invalid";

/**
 * Moves the focus to the first invalid field on the page of a control. Resolves to whether there is
 * one, and then nothing goes on with what the field had before.
 */
export function focusInvalidBeside(control: Element): Promise<boolean> {
  return focusFirstInvalid(control.closest(".page") ?? document);
}
