/** The values of a form that was left without saving. */
export type UnsavedForm = {
  /** The record that the form started from, with its revision. */
  base?: unknown;
  draft: unknown;
  /** The names of the secrets that `draft` lacks, because the page was reloaded. */
  missingSecrets: readonly string[];
};

/** The start of the keys of forms in the session storage, unless a page chooses another prefix. */
export const defaultPrefix = "scanhook-form ";

/** Forms with their secrets, which never leave the memory of the page. */
const inMemory = new Map<string, UnsavedForm>();

/** Returns the form with this key; undefined if there is none, or if it cannot be read. */
export function readUnsavedForm(key: string): UnsavedForm | undefined {
  const remembered = inMemory.get(key);
  if (remembered) return remembered;
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : parseStored(text);
  } catch {
    // The browser blocks site data.
    return undefined;
  }
}

/** Parses a stored form. Before 0.3, the scanner named the fields `values` and `missing`. */
function parseStored(text: string): UnsavedForm {
  const stored = JSON.parse(text);
  return {
    base: stored.base,
    draft: stored.draft ?? stored.values,
    missingSecrets: stored.missingSecrets ?? stored.missing ?? [],
  };
}

/**
 * Returns whether the form of a subject such as `destination shop` was left without saving, so that
 * a screen can open its dialog again.
 */
export function hasUnsavedForm(subject: string): boolean {
  return readUnsavedForm(defaultPrefix + subject) !== undefined;
}

/**
 * Keeps a form until the tab is closed: `form` in memory, and `storable`, the form without secrets,
 * in the session storage.
 */
export function storeUnsavedForm(key: string, form: UnsavedForm, storable: UnsavedForm): void {
  inMemory.set(key, form);
  try {
    sessionStorage.setItem(key, JSON.stringify(storable));
  } catch {
    // The browser blocks site data, or its quota is used up. The form lasts until a reload.
  }
}

export function forgetUnsavedForm(key: string): void {
  inMemory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was written.
  }
}

/** Forgets all forms in memory and those stored with the default prefix, when a person logs out. */
export function forgetUnsavedForms(): void {
  inMemory.clear();
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(defaultPrefix));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Nothing was written.
  }
}
