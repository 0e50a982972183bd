import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../../command.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { actInRegister, nameInRegister, tryRegister, undoInRegister } from "./act.ts";
import { setDueInRegister } from "./care.ts";
import { addRegister, changeRegister } from "./change.ts";
import { displayRegister } from "./display.ts";
import { printLabels } from "./labels.ts";
import { deleteLead } from "./leads.ts";
import { exportRegister, importRegister, makeCodes } from "./lists.ts";
import { emptyRegister, removeRegister } from "./remove.ts";
import { reportOnRegister } from "./report.ts";
import { roundOfRegister } from "./round.ts";
import { listRegisters, showRegister } from "./show.ts";
import { registerUsage } from "./usage.ts";
import { watchRegister } from "./watch.ts";

const actions = {
  add: addRegister,
  change: changeRegister,
  list: listRegisters,
  show: showRegister,
  import: importRegister,
  codes: makeCodes,
  export: exportRegister,
  labels: printLabels,
  name: nameInRegister,
  watch: watchRegister,
  display: displayRegister,
  act: actInRegister,
  due: setDueInRegister,
  report: reportOnRegister,
  undo: undoInRegister,
  round: roundOfRegister,
  try: tryRegister,
  delete: deleteLead,
  empty: emptyRegister,
  remove: removeRegister,
} satisfies Record<string, (args: string[], io: Io) => Promise<number>>;

export const register: Command = {
  name: "register",
  summary: summaries.register,
  usage: registerUsage,
  async run([action, ...args], io) {
    if (action !== undefined && isAction(action)) return actions[action](args, io);
    const names = Object.keys(actions);
    const suggestion = action && findNearest(action, names);
    const reason = action
      ? `There is no "register ${action}"${suggestion ? `; did you mean "register ${suggestion}"?` : `; it is ${formatNames(names)}.`}`
      : `Say what to do with a register: ${formatNames(names)}.`;
    return wrongUse(io, reason, registerUsage);
  },
};

function isAction(text: string): text is keyof typeof actions {
  return Object.hasOwn(actions, text);
}

function formatNames(names: string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
