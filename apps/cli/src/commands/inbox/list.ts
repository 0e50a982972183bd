import type { InboxRecord } from "@scanhook/hub";
import { parseStoreSettings, storeOptions, withStore } from "../../hub-access/data-folder.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { formatTable } from "../../terminal/table.ts";
import { formatRetention } from "./retention.ts";
import { inboxUsage, jsonOption } from "./usage.ts";

/** `scanhook inbox list`: prints the inboxes with their users and what they keep. */
export async function listInboxes(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...storeOptions, ...jsonOption });
  if (!input.ok) return wrongUse(io, input.reason, inboxUsage);
  const parsed = parseStoreSettings(input.values, io);
  return withStore({ parsed, usage: inboxUsage, io }, async (store) => {
    const inboxes = await store.inboxes();
    if (input.values.json) io.stdout.write(`${JSON.stringify(inboxes)}\n`);
    else if (inboxes.length > 0) io.stdout.write(formatInboxes(inboxes));
    else io.stdout.write('There is no inbox yet; "scanhook inbox add NAME" makes one.\n');
    return 0;
  });
}

function formatInboxes(inboxes: InboxRecord[]): string {
  const rows = inboxes.map((inbox) => {
    const { name, scans, open, credentials, title = "" } = inbox;
    const users = credentials
      .map(({ user, supervisor }) => (supervisor ? `${user} (supervisor)` : user))
      .join(", ");
    const senders = open ? "everybody" : users || "nobody yet";
    return [name, String(scans), senders, formatRetention(inbox), title];
  });
  return formatTable([["NAME", "SCANS", "WHO MAY SEND", "KEEPS", "TITLE"], ...rows]);
}
