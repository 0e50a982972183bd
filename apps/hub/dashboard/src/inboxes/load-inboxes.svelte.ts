import type { Inbox, Result } from "../api.ts";
import { loadList } from "../session.svelte.ts";

let titles: ReadonlyMap<string, string> = $state.raw(new Map());
/** The names that were looked up. A removed inbox has no title, so each is looked up only once. */
const requestedNames = new Set<string>();
let isLookingUp = false;

/** Loads all inboxes, sorted by name. */
export async function loadInboxes(signal?: AbortSignal): Promise<Result<Inbox[]>> {
  const result = await loadList<Inbox>("/api/inboxes", "inboxes", signal);
  if (result.ok) titles = new Map(result.data.map(({ name, title }) => [name, title ?? name]));
  return result;
}

/**
 * Returns the title of an inbox, or its name if the title is not known. Loads the titles if the
 * name is new.
 */
export function titleOfInbox(name: string): string {
  if (!titles.has(name) && !requestedNames.has(name)) {
    requestedNames.add(name);
    void lookUp();
  }
  return titles.get(name) ?? name;
}

async function lookUp(): Promise<void> {
  if (isLookingUp) return;
  isLookingUp = true;
  // Waits until the page has rendered.
  await Promise.resolve();
  await loadInboxes();
  isLookingUp = false;
}
