/**
 * Opens the `<details>` that contains an invalid field, because the browser shows the message of a
 * field only if the field is visible.
 */
export function openDetails({ currentTarget }: { currentTarget: Element }): void {
  const details = currentTarget.closest("details");
  if (details) details.open = true;
}
