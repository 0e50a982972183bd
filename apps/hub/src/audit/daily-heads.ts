import type { Head, Store } from "../store/store.ts";

/** Where the daily heads of all audit trails go. A route from here takes them wherever they are to be kept. */
export const headsInbox = "audit-heads";

export type HeadOf = Head & { inbox: string };

const atOnce = 200;

/** Makes the inbox for heads, which takes scans from nobody but the hub. */
export async function ensureHeadsInbox(store: Pick<Store, "inbox" | "addInbox">): Promise<void> {
  if (await store.inbox(headsInbox)) return;
  await store.addInbox({ name: headsInbox, title: "Audit heads", open: false });
}

/** The heads of all trails that were published, oldest first. */
export async function dailyHeads(store: Pick<Store, "listScans">): Promise<HeadOf[]> {
  const heads: HeadOf[] = [];
  for (let after = 0; ; ) {
    const scans = await store.listScans({ inbox: headsInbox }, { after, limit: atOnce });
    for (const { structured } of scans) {
      const head = toHead(structured);
      if (head) heads.push(head);
    }
    if (scans.length < atOnce) return heads;
    after = scans.at(-1)!.id;
  }
}

function toHead(structured: Record<string, unknown> = {}): HeadOf | undefined {
  const { inbox, count, hash } = structured;
  return typeof inbox === "string" && typeof count === "number" && typeof hash === "string"
    ? { inbox, count, hash }
    : undefined;
}
