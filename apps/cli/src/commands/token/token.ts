import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../../command.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { addToken } from "./add.ts";
import { listTokens, removeToken } from "./list.ts";
import { tokenUsage } from "./usage.ts";

const actions = {
  list: listTokens,
  add: addToken,
  remove: removeToken,
} satisfies Record<string, (args: string[], io: Io) => Promise<number>>;

export const token: Command = {
  name: "token",
  summary: summaries.token,
  usage: tokenUsage,
  async run([action, ...args], io) {
    if (action !== undefined && isAction(action)) return actions[action](args, io);
    const suggestion = action && findNearest(action, Object.keys(actions));
    const reason = action
      ? `There is no "token ${action}"${suggestion ? `; did you mean "token ${suggestion}"?` : "; it is list, add or remove."}`
      : "Say what to do: token list, add or remove.";
    return wrongUse(io, reason, tokenUsage);
  },
};

function isAction(text: string): text is keyof typeof actions {
  return Object.hasOwn(actions, text);
}
