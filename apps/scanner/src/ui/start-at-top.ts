/**
 * Shows a view inside a tab from its top. App.svelte does this for screens, which have addresses.
 */
export function startAtTop(): void {
  document.querySelector("main")?.scrollTo(0, 0);
}
