import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../../command.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { addPerson, linkPerson } from "./add.ts";
import { changePerson } from "./change.ts";
import { listPeople } from "./list.ts";
import { logOutPerson, removePerson } from "./remove.ts";
import { peopleUsage } from "./usage.ts";

const actions = {
  list: listPeople,
  add: addPerson,
  change: changePerson,
  link: linkPerson,
  "log-out": logOutPerson,
  remove: removePerson,
} satisfies Record<string, (args: string[], io: Io) => Promise<number>>;

export const people: Command = {
  name: "people",
  summary: summaries.people,
  usage: peopleUsage,
  async run([action, ...args], io) {
    if (action !== undefined && isAction(action)) return actions[action](args, io);
    const suggestion = action && findNearest(action, Object.keys(actions));
    const reason = action
      ? `There is no "people ${action}"${suggestion ? `; did you mean "people ${suggestion}"?` : "; it is list, add, change, link, log-out or remove."}`
      : "Say what to do: people list, add, change, link, log-out or remove.";
    return wrongUse(io, reason, peopleUsage);
  },
};

function isAction(text: string): text is keyof typeof actions {
  return Object.hasOwn(actions, text);
}
