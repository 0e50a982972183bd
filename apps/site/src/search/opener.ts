import type { SearchDialog } from "./dialog.ts";

/**
 * Connects the search button and the shortcuts `/` and Ctrl+K (⌘K). Loads the dialog, engine and
 * index only when the visitor is about to search.
 */
export function watchOpener(button: HTMLButtonElement): void {
  const { index = "" } = button.dataset;
  let loading: Promise<SearchDialog> | undefined;
  let isOpening = false;

  function load(): Promise<SearchDialog> {
    loading ??= import("./dialog.ts").then(({ createSearchDialog }) => createSearchDialog(index));
    // A later attempt may succeed.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  }

  function open(): void {
    if (isOpening) return;
    isOpening = true;
    const typing = captureTyping();
    load()
      .then(
        (dialog) => dialog.open(typing.text()),
        () => {},
      )
      .finally(() => {
        typing.stop();
        isOpening = false;
      });
  }

  button.hidden = false;
  button.addEventListener("click", open);
  for (const eventName of ["pointerenter", "focus"]) {
    button.addEventListener(eventName, () => load().catch(() => {}), { once: true });
  }
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    open();
  });
}

/** Collects the text that is typed before the search field exists. */
function captureTyping(): { text(): string; stop(): void } {
  let text = "";
  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || event.isComposing) return;
    if (key === "Backspace") text = text.slice(0, -1);
    else if (key.length === 1) text += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  document.addEventListener("keydown", onKeyDown, { capture: true });
  return {
    text: () => text,
    stop: () => document.removeEventListener("keydown", onKeyDown, { capture: true }),
  };
}

/** Returns whether the event is a search shortcut; in a text field `/` is an ordinary character. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
  if (defaultPrevented || event.isComposing) return false;
  if (key.toLowerCase() === "k") return ctrlKey !== metaKey && !altKey && !shiftKey;
  if (key !== "/" || ctrlKey || metaKey || altKey) return false;
  return !(
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")
  );
}
