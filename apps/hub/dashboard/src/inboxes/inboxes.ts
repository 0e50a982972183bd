import { headsInbox } from "../../../src/audit/daily-heads.ts";
import type { Answer, Inbox } from "../api.ts";
import { askHub } from "../session.svelte.ts";

/** A user of an inbox with the password that is shown this once. */
export type MadeCredential = { user: string; password: string };

/** All inboxes, by name. */
export async function loadInboxes(signal?: AbortSignal): Promise<Answer<Inbox[]>> {
  const parts = signal ? { signal } : {};
  const answer = await askHub<{ inboxes: Inbox[] }>("GET", "/api/inboxes", undefined, parts);
  return answer.ok ? { ok: true, data: answer.data.inboxes } : answer;
}

/** Whether scanners may send to it: what the heads of audit trails go into is for the hub alone. */
export function takesScans({ name }: Inbox): boolean {
  return name !== headsInbox;
}

/** The API's path of an inbox, or of something in it. */
export function inboxPath(name: string, ...rest: string[]): string {
  return ["/api/inboxes", name, ...rest]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join("/");
}
