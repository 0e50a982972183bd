import type { Inbox, Result } from "../api.ts";
import { callApi } from "../session.svelte.ts";

let titles: ReadonlyMap<string, string> = $state.raw(new Map());
/** The names that were looked up. A removed inbox has no title, so each is looked up only once. */
const requestedNames = new Set<string>();
let isLookingUp = false;

/** Loads all inboxes, sorted by name. */
export async function loadInboxes(signal?: AbortSignal): Promise<Result<Inbox[]>> {
  const result = await callApi<{ inboxes: Inbox[] }>("GET", "/api/inboxes", undefined, { signal });
  if (!result.ok) return result;
  const { inboxes } = result.data;
  titles = new Map(inboxes.map(({ name, title }) => [name, title ?? name]));
  return { ok: true, data: inboxes };
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
