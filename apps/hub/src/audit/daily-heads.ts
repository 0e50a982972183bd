import { headsInbox } from "../store/own-inboxes.ts";
import type { Head } from "../store/retention.ts";
import type { Store } from "../store/store.ts";

export type InboxHead = Head & { inbox: string };

const pageSize = 200;

/** Returns the heads that were published each day for all audit trails, oldest first. */
export async function dailyHeads(store: Pick<Store, "listScans">): Promise<InboxHead[]> {
  const heads: InboxHead[] = [];
  for (let after = 0; ; ) {
    const scans = await store.listScans({ inbox: headsInbox }, { after, limit: pageSize });
    for (const { structured } of scans) {
      const head = toHead(structured);
      if (head) heads.push(head);
    }
    if (scans.length < pageSize) return heads;
    after = scans.at(-1)!.id;
  }
}

function toHead(structured: Record<string, unknown> = {}): InboxHead | undefined {
  const { inbox, count, hash } = structured;
  return typeof inbox === "string" && typeof count === "number" && typeof hash === "string"
    ? { inbox, count, hash }
    : undefined;
}
