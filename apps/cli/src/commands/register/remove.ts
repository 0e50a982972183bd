import { errors, loadRegisterWork } from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { fail, withRegister } from "./access.ts";
import { accessOptions, registerUsage } from "./usage.ts";

/** `scanhook register remove`: removes a register with its entries and its journal. */
export async function removeRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const name = input.positionals[0] ?? "";
  return withRegister(input.values, name, io, async (store, register) => {
    if (register.origin === "file") return fail(io, errors["kept-in-file"].message);
    if ((await store.removeRegister(name)) === "borrowed")
      return fail(io, `Another register has its entries from ${name}; remove that one first.`);
    const sentence = `Removed the register ${name} with its journal. Scans are kept.`;
    io.stdout.write(input.values.json ? `${JSON.stringify({ name })}\n` : `${sentence}\n`);
    return 0;
  });
}

/**
 * `scanhook register empty`: deletes the entries of a register, and every name in its journal; of
 * leads also their scans.
 */
export async function emptyRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const name = input.positionals[0] ?? "";
  return withRegister(input.values, name, io, async (store, register) => {
    const isOfLeads = register.kind === "leads";
    const { forgetAllLeads } = await loadRegisterWork();
    const forgotten = isOfLeads ? await forgetAllLeads(store, register) : { leads: 0, scans: 0 };
    const deleted = forgotten.leads + (await store.emptyRegister(register.id));
    await store.eraseForgotten();
    const kept = isOfLeads
      ? `Their scans are deleted, too${forgotten.scans > 0 ? `, but for ${forgotten.scans} of an audit trail` : ""}.`
      : "The counts and the scans are kept.";
    const sentence = `Deleted ${deleted} entries of ${name}. ${kept}`;
    io.stdout.write(input.values.json ? `${JSON.stringify({ name, deleted })}\n` : `${sentence}\n`);
    return 0;
  });
}
