import type { Inbox, Result } from "../api.ts";
import { callApi } from "../session.svelte.ts";

let titles: ReadonlyMap<string, string> = $state.raw(new Map());
/** Looked up once each: an inbox that was removed has no title any more. */
const sought = new Set<string>();
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
 * The title of an inbox, or its name while no title is known. Looks for the title of a new name.
 */
export function titleOfInbox(name: string): string {
  if (!titles.has(name) && !sought.has(name)) {
    sought.add(name);
    void lookUp();
  }
  return titles.get(name) ?? name;
}

async function lookUp(): Promise<void> {
  if (isLookingUp) return;
  isLookingUp = true;
  // Not at once, because a page is rendering.
  await Promise.resolve();
  await loadInboxes();
  isLookingUp = false;
}
