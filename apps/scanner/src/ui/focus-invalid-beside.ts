import { focusFirstInvalid } from "@scanhook/page-parts/focus-first-invalid";

/**
 * Moves the focus to the first invalid field on the page that contains `control`. Resolves to true
 * if there is one; the caller then stops instead of using the last valid value of the field.
 */
export function focusInvalidBeside(control: Element): Promise<boolean> {
  return focusFirstInvalid(control.closest(".page") ?? document);
}
