import type { Command, Io } from "../command.ts";
import { nearest } from "../nearest.ts";
import { summaries } from "../summaries.ts";
import { wrongUse } from "../usage.ts";
import { tagUsage } from "./tag/usage.ts";

export const tag: Command = {
  name: "tag",
  summary: summaries.tag,
  usage: tagUsage,
  async run([action, ...args], io) {
    if (action !== undefined && isAction(action)) return (await actions[action]())(args, io);
    const near = action && nearest(action, Object.keys(actions));
    const reason = action
      ? `There is no "tag ${action}"${near ? `; did you mean "tag ${near}"?` : "; it is decode, read, write or readers."}`
      : "Say what to do: tag decode, tag read, tag write or tag readers.";
    return wrongUse(io, reason, tagUsage);
  },
};

const actions = {
  decode: async () => (await import("./tag-decode.ts")).decodeTags,
  read: async () => (await import("./tag-read.ts")).readOneTag,
  write: async () => (await import("./tag-write.ts")).writeOneTag,
  readers: async () => (await import("./tag-readers.ts")).listReaders,
} satisfies Record<string, () => Promise<(args: string[], io: Io) => Promise<number>>>;

function isAction(word: string): word is keyof typeof actions {
  return Object.hasOwn(actions, word);
}
