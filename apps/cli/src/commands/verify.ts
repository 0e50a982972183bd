import { type CheckedChain, checkChain, dailyHeads, type Head } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { storeOptions, storeSettings, withStore } from "../hub-access/data-folder.ts";
import { parseArguments } from "../input/arguments.ts";
import { noSuchInbox } from "../no-such-inbox.ts";
import { summaries } from "../summaries.ts";
import { createProgressLine } from "../terminal/progress-line.ts";
import { printUsage, wrongUse } from "../usage.ts";

const options = {
  inbox: { value: "NAME", help: "only this inbox (default: all that keep an audit trail)" },
  head: {
    value: "COUNT:HASH",
    help: "a head you noted earlier, which the trail has to pass; needs --inbox",
  },
  ...storeOptions,
  json: { help: "print one JSON object a trail, for scripts" },
} as const;

export const verify: Command = {
  name: "verify",
  summary: summaries.verify,
  usage: printUsage({
    lines: [
      "scanhook verify [--inbox NAME [--head COUNT:HASH]] [--data DIR] [--database URL] [--json]",
    ],
    about: `Computes the audit trail of each inbox that keeps one anew, from the first scan to the last, and says whether it
holds: that no scan was changed, taken out, put in or moved. It also holds the trail against the daily heads in the inbox
audit-heads. That the newest scans are still there, or that not all of it was written anew, only a head can tell that
was kept elsewhere: give it with --head. Works while the hub runs and while it does not.`,
    options,
    examples: [
      "scanhook verify",
      "scanhook verify --inbox door --head 1042:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ],
  }),
  async run(args, io) {
    const read = parseArguments(args, options);
    if (!read.ok) return wrongUse(io, read.reason, verify.usage);
    const { inbox, head, json } = read.values;
    const given = head === undefined ? undefined : parseHead(head);
    if (head !== undefined && !given) {
      const reason = `--head is a number of scans and a hash, such as 1042:9f86…, not "${head}".`;
      return wrongUse(io, reason, verify.usage);
    }
    if (given && inbox === undefined) {
      return wrongUse(io, "--head belongs to one inbox; name it with --inbox.", verify.usage);
    }
    const where = { settings: storeSettings(read.values), usage: verify.usage, io };
    return withStore(where, async (store) => {
      const daily = await dailyHeads(store);
      const audited = (await store.inboxes()).filter(({ audit }) => audit).map(({ name }) => name);
      // A trail is looked for wherever there was one, also when its inbox was removed, or the trail itself.
      const all = new Set([...audited, ...daily.map((one) => one.inbox)]);
      if (inbox !== undefined && !all.has(inbox) && !(await store.head(inbox))) {
        const isThere = await store.inbox(inbox);
        io.stderr.write(isThere ? notAudited(inbox) : await noSuchInbox(store, inbox));
        return 1;
      }
      const names = inbox === undefined ? [...all].sort() : [inbox];
      if (names.length === 0 && !json) io.stdout.write("No inbox keeps an audit trail.\n");
      let holds = true;
      for (const name of names) {
        const noted = await store.head(name);
        const known = [
          ...(given ? [given] : []),
          ...daily.filter((one) => one.inbox === name),
          ...(noted ? [noted] : []),
        ];
        const line = createProgressLine(io.stderr);
        const checked = await checkChain(
          (after, limit) => store.chain(name, after, limit),
          known,
          (count) => line.show(`Checking ${name}`, Math.min(count / (noted?.count ?? count), 1)),
        ).finally(() => line.clear());
        if (!checked.ok) holds = false;
        const text = json ? JSON.stringify({ inbox: name, ...checked }) : describe(name, checked);
        (checked.ok || json ? io.stdout : io.stderr).write(`${text}\n`);
      }
      return holds ? 0 : 1;
    });
  },
};

function notAudited(inbox: string): string {
  return `The inbox ${inbox} keeps no audit trail; "scanhook inbox change ${inbox} --audit" begins one.\n`;
}

function describe(inbox: string, checked: CheckedChain): string {
  if (!checked.ok) return `${inbox}: the audit trail does NOT hold. ${checked.reason}`;
  if (!checked.head) return `${inbox}: the audit trail has no scan yet.`;
  const { count, hash } = checked.head;
  return `${inbox}: the audit trail holds, ${count} ${count === 1 ? "scan" : "scans"}.\n  head ${count}:${hash}`;
}

function parseHead(text: string): Head | undefined {
  const [, count, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  return count && hash ? { count: Number(count), hash } : undefined;
}
