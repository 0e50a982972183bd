import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../../command.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { addInbox } from "./add.ts";
import { changeInbox } from "./change.ts";
import { listInboxes } from "./list.ts";
import { removeInbox } from "./remove.ts";
import { inboxUsage } from "./usage.ts";

export const inbox: Command = {
  name: "inbox",
  summary: summaries.inbox,
  usage: inboxUsage,
  async run([action, ...args], io) {
    if (action !== undefined && isAction(action)) return actions[action](args, io);
    const suggestion = action && findNearest(action, Object.keys(actions));
    const reason = action
      ? `There is no "inbox ${action}"${suggestion ? `; did you mean "inbox ${suggestion}"?` : "; it is add, change, list or remove."}`
      : "Say what to do: inbox add, inbox change, inbox list or inbox remove.";
    return wrongUse(io, reason, inboxUsage);
  },
};

const actions = {
  add: addInbox,
  change: changeInbox,
  list: listInboxes,
  remove: removeInbox,
} satisfies Record<string, (args: string[], io: Io) => Promise<number>>;

function isAction(text: string): text is keyof typeof actions {
  return Object.hasOwn(actions, text);
}
