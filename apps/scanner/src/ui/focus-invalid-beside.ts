import { focusFirstInvalid } from "@scanhook/page-parts/focus-first-invalid";

/**
 * Moves the focus to the first invalid field on the page that contains `control`. Resolves to true
 * if there is one; the caller then stops instead of using the last valid value of the field. A
 * field that is being edited is read first, because a tap on a button does not end editing in
 * Safari on iPhones.
 */
export function focusInvalidBeside(control: Element): Promise<boolean> {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement) activeElement.blur();
  return focusFirstInvalid(control.closest(".page") ?? document);
}
