/**
 * Opens the part that holds an invalid field, because the browser shows what is wrong only in an
 * open one.
 */
export function openDetails({ currentTarget }: { currentTarget: Element }): void {
  const details = currentTarget.closest("details");
  if (details) details.open = true;
}
