import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../../command.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { diffConfig } from "./diff.ts";
import { exportConfig } from "./export.ts";
import { configUsage } from "./usage.ts";

export const config: Command = {
  name: "config",
  summary: summaries.config,
  usage: configUsage,
  async run([action, ...args], io) {
    if (action !== undefined && isAction(action)) return actions[action](args, io);
    const suggestion = action && findNearest(action, Object.keys(actions));
    const reason = action
      ? `There is no "config ${action}"${suggestion ? `; did you mean "config ${suggestion}"?` : "; it is export or diff."}`
      : "Say what to do: config export or config diff.";
    return wrongUse(io, reason, configUsage);
  },
};

const actions = {
  export: exportConfig,
  diff: diffConfig,
} satisfies Record<string, (args: string[], io: Io) => Promise<number>>;

function isAction(text: string): text is keyof typeof actions {
  return Object.hasOwn(actions, text);
}
