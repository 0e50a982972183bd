import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../../command.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { tagUsage } from "./usage.ts";

export const tag: Command = {
  name: "tag",
  summary: summaries.tag,
  usage: tagUsage,
  async run([action, ...args], io) {
    if (action !== undefined && isAction(action)) return (await actions[action]())(args, io);
    const suggestion = action && findNearest(action, Object.keys(actions));
    const reason = action
      ? `There is no "tag ${action}"${suggestion ? `; did you mean "tag ${suggestion}"?` : "; it is decode, read, write, lock, protect, unprotect, dump or readers."}`
      : "Say what to do: tag decode, tag read, tag write, tag lock, tag protect, tag unprotect, tag dump or tag readers.";
    return wrongUse(io, reason, tagUsage);
  },
};

const actions = {
  decode: async () => (await import("./decode.ts")).decodeTags,
  read: async () => (await import("./read.ts")).readOneTag,
  write: async () => (await import("./write.ts")).writeOneTag,
  lock: async () => (await import("./lock.ts")).lockOneTag,
  protect: async () => (await import("./protect.ts")).protectOneTag,
  unprotect: async () => (await import("./protect.ts")).unprotectOneTag,
  dump: async () => (await import("./dump.ts")).dumpOneTag,
  readers: async () => (await import("./readers.ts")).listReaders,
} satisfies Record<string, () => Promise<(args: string[], io: Io) => Promise<number>>>;

function isAction(text: string): text is keyof typeof actions {
  return Object.hasOwn(actions, text);
}
