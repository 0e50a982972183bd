/** The values of a form that was left without saving. */
export type LeftForm = {
  /** The record that the form started from, with its revision. */
  base?: unknown;
  draft: unknown;
  /** The names of the secrets that `draft` lacks, because the page was loaded anew. */
  missingSecrets: readonly string[];
};

/** What the keys of forms in the session storage begin with, where a page chooses no other. */
export const usualPrefix = "scanhook-form ";

/** Forms with their secrets, which never leave the memory of the page. */
const inMemory = new Map<string, LeftForm>();

/** Returns the form of a key; undefined if it was not left, or cannot be read. */
export function readLeftForm(key: string): LeftForm | undefined {
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

/** Parses a stored form. The scanner called its parts `values` and `missing` before 0.3. */
function parseStored(text: string): LeftForm {
  const stored = JSON.parse(text);
  return {
    base: stored.base,
    draft: stored.draft ?? stored.values,
    missingSecrets: stored.missingSecrets ?? stored.missing ?? [],
  };
}

/**
 * Tells whether the form of a subject such as `destination shop` was left without saving, so that a
 * screen can open its dialog again.
 */
export function isFormLeft(subject: string): boolean {
  return readLeftForm(usualPrefix + subject) !== undefined;
}

/**
 * Keeps a form until the tab is closed. `storable` is the form without secrets, and the only one
 * that is written down.
 */
export function storeLeftForm(key: string, whole: LeftForm, storable: LeftForm): void {
  inMemory.set(key, whole);
  try {
    sessionStorage.setItem(key, JSON.stringify(storable));
  } catch {
    // Without site data, or with too much of it, the form survives until the page is loaded anew.
  }
}

export function forgetLeftForm(key: string): void {
  inMemory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was written.
  }
}

/** Forgets all forms with the usual prefix, for a person who logs out. */
export function forgetLeftForms(): void {
  inMemory.clear();
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(usualPrefix));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Nothing was written.
  }
}
