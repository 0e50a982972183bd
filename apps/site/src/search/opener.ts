import type { SearchDialog } from "./dialog.ts";

/**
 * Makes the button of the search work, and `/` and Ctrl+K (⌘K) with it. Dialog, engine and index are fetched when
 * somebody is about to search.
 */
export function watchOpener(button: HTMLButtonElement): void {
  const { index = "" } = button.dataset;
  let loading: Promise<SearchDialog> | undefined;
  const load = () => {
    loading ??= import("./dialog.ts").then(({ createSearchDialog }) => createSearchDialog(index));
    return loading;
  };
  const open = () =>
    load().then(
      (dialog) => dialog.open(),
      () => {
        loading = undefined;
      },
    );
  button.hidden = false;
  button.addEventListener("click", open);
  for (const sign of ["pointerenter", "focus"]) {
    button.addEventListener(sign, () => load().catch(() => (loading = undefined)), { once: true });
  }
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    open();
  });
}

/** `/` is a letter to whoever is writing. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
  if (defaultPrevented || event.isComposing) return false;
  if (key.toLowerCase() === "k") return ctrlKey !== metaKey && !altKey && !shiftKey;
  if (key !== "/" || ctrlKey || metaKey || altKey) return false;
  return !(
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")
  );
}
