import type { Store } from "../store/store.ts";

/** Returns a sentence for each route of the settings file that takes the scans of an inbox that the store does not have. */
export async function describeMissingInboxes(
  routes: ReadonlyMap<string, { inbox?: string }>,
  store: Pick<Store, "inbox">,
): Promise<string[]> {
  const sentences: string[] = [];
  for (const [name, { inbox }] of routes) {
    if (inbox === undefined || (await store.inbox(inbox))) continue;
    sentences.push(
      `The route ${name} takes the scans of the inbox ${inbox}, which does not exist.`,
    );
  }
  return sentences;
}
