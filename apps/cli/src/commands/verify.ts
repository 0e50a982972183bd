import { type CheckedChain, checkChain, dailyHeads, type Head } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { parseStoreSettings, storeOptions, withStore } from "../hub-access/data-folder.ts";
import { describeUnknownInbox } from "../hub-access/unknown-inbox.ts";
import { parseArguments } from "../input/arguments.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import { summaries } from "../summaries.ts";
import { createProgressLine } from "../terminal/progress-line.ts";

const options = {
  inbox: { value: "NAME", help: "check only this inbox (default: all that keep an audit trail)" },
  head: {
    value: "COUNT:HASH",
    help: "a head you noted earlier, which must be part of the trail; needs --inbox",
  },
  ...storeOptions,
  json: { help: "print one JSON object for each trail, for scripts" },
} as const;

export const verify: Command = {
  name: "verify",
  summary: summaries.verify,
  usage: createUsage("verify", {
    lines: [
      "scanhook verify [--inbox NAME [--head COUNT:HASH]] [--data DIR] [--database URL] [--json]",
    ],
    about: `Recomputes the audit trail of each inbox that keeps one, from the first scan to the last, and reports whether it holds:
no scan was changed, removed, inserted or moved. It also compares the trail with the daily heads in the inbox
audit-heads. Only a head that you stored elsewhere shows that the newest scans are still there and that the whole trail
was not rewritten: give it with --head. Works whether the hub runs or not.`,
    options,
    after:
      "Exit code: 0 every audit trail holds, 1 one does not or could not be checked, 2 wrong use.",
    examples: [
      "scanhook verify",
      "scanhook verify --inbox door --head 1042:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ],
  }),
  async run(args, io) {
    const input = parseArguments(args, options);
    if (!input.ok) return wrongUse(io, input.reason, verify.usage);
    const { inbox, head, json } = input.values;
    const expectedHead = head === undefined ? undefined : parseHead(head);
    if (head !== undefined && !expectedHead) {
      const reason = `--head is a number of scans and a hash, such as 1042:9f86…, not "${head}".`;
      return wrongUse(io, reason, verify.usage);
    }
    if (expectedHead && inbox === undefined) {
      return wrongUse(io, "--head belongs to one inbox; name it with --inbox.", verify.usage);
    }
    const parsed = parseStoreSettings(input.values, io);
    return withStore({ parsed, usage: verify.usage, io }, async (store) => {
      const daily = await dailyHeads(store);
      const auditedNames = (await store.inboxes())
        .filter(({ audit }) => audit)
        .map(({ name }) => name);
      // Daily heads also name inboxes that were removed or no longer keep a trail.
      const trailNames = new Set([...auditedNames, ...daily.map((dailyHead) => dailyHead.inbox)]);
      if (inbox !== undefined && !trailNames.has(inbox) && !(await store.head(inbox))) {
        const record = await store.inbox(inbox);
        io.stderr.write(
          record ? describeNotAudited(inbox) : await describeUnknownInbox(store, inbox),
        );
        return 1;
      }
      const namesToCheck = inbox === undefined ? [...trailNames].sort() : [inbox];
      if (namesToCheck.length === 0 && !json) io.stdout.write("No inbox keeps an audit trail.\n");
      let holds = true;
      for (const name of namesToCheck) {
        const storedHead = await store.head(name);
        const knownHeads = [
          ...(expectedHead ? [expectedHead] : []),
          ...daily.filter((dailyHead) => dailyHead.inbox === name),
          ...(storedHead ? [storedHead] : []),
        ];
        const progressLine = createProgressLine(io.stderr);
        const checked = await checkChain(
          (after, limit) => store.listChainRows(name, after, limit),
          knownHeads,
          (count) =>
            progressLine.show(
              `Checking ${name}`,
              Math.min(count / (storedHead?.count ?? count), 1),
            ),
        ).finally(() => progressLine.clear());
        if (!checked.ok) holds = false;
        const text = json
          ? JSON.stringify({ inbox: name, ...checked })
          : describeTrail(name, checked);
        (checked.ok || json ? io.stdout : io.stderr).write(`${text}\n`);
      }
      return holds ? 0 : 1;
    });
  },
};

function describeNotAudited(inbox: string): string {
  return `The inbox ${inbox} keeps no audit trail; "scanhook inbox change ${inbox} --audit" begins one.\n`;
}

function describeTrail(inbox: string, checked: CheckedChain): string {
  if (!checked.ok) return `${inbox}: the audit trail does NOT hold. ${checked.reason}`;
  if (!checked.head) return `${inbox}: the audit trail has no scan yet.`;
  const { count, hash } = checked.head;
  return `${inbox}: the audit trail holds, ${count} ${count === 1 ? "scan" : "scans"}.\n  head ${count}:${hash}`;
}

function parseHead(text: string): Head | undefined {
  const [, count, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  return count && hash ? { count: Number(count), hash } : undefined;
}
