/** The values of a form that was left without saving. */
export type LeftForm = {
  /** The record that the form started from, with its revision. */
  base: unknown;
  draft: unknown;
  /** The names of the secrets that `draft` lacks, because the page was loaded anew. */
  missingSecrets: string[];
};

const prefix = "scanhook-form ";

/** Forms with their secrets, which never leave the memory of the page. */
const inMemory = new Map<string, LeftForm>();

/**
 * Returns the form of a subject such as `destination shop`; undefined if it was not left, or cannot
 * be read.
 */
export function readLeftForm(subject: string): LeftForm | undefined {
  const remembered = inMemory.get(subject);
  if (remembered) return remembered;
  try {
    const text = sessionStorage.getItem(prefix + subject);
    return text === null ? undefined : (JSON.parse(text) as LeftForm);
  } catch {
    // The browser blocks site data.
    return undefined;
  }
}

/** Tells whether a form was left without saving, so that a screen can open its dialog again. */
export function isFormLeft(subject: string): boolean {
  return readLeftForm(subject) !== undefined;
}

/**
 * Keeps a form until the tab is closed. `storable` is the form without secrets, and the only one
 * that is written down.
 */
export function storeLeftForm(subject: string, whole: LeftForm, storable: LeftForm): void {
  inMemory.set(subject, whole);
  try {
    sessionStorage.setItem(prefix + subject, JSON.stringify(storable));
  } catch {
    // Without site data, or with too much of it, the form survives until the page is loaded anew.
  }
}

export function forgetLeftForm(subject: string): void {
  inMemory.delete(subject);
  try {
    sessionStorage.removeItem(prefix + subject);
  } catch {
    // Nothing was written.
  }
}

/** Forgets all forms, for a person who logs out. */
export function forgetLeftForms(): void {
  inMemory.clear();
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Nothing was written.
  }
}
