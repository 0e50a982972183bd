import { loadRegisterWork, type RegisterRecord, type Store, toDisplayLink } from "@scanhook/hub";
import { findHub } from "../../hub-access/find-hub.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { formatTable } from "../../terminal/table.ts";
import { fail, withRegister } from "./access.ts";
import { accessOptions, displayOptions, registerUsage } from "./usage.ts";

/**
 * `scanhook register display`: prints the link of a new door display, lists the displays, or
 * revokes one.
 */
export async function displayRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...displayOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { door, names = false, list = false, revoke, json } = input.values;
  const tasks = [door !== undefined || names, list, revoke !== undefined].filter(Boolean);
  if (tasks.length > 1)
    return wrongUse(
      io,
      "Make a display, list them, or revoke one: not two at once.",
      registerUsage,
    );
  if (revoke !== undefined && !/^\d{1,15}$/.test(revoke))
    return wrongUse(io, `--revoke is a number of --list, not "${revoke}".`, registerUsage);
  if (door === "") return wrongUse(io, "--door is the user of an inbox.", registerUsage);
  const name = input.positionals[0] ?? "";
  return withRegister(input.values, name, io, async (store, register, settings) => {
    if (list) return listDisplays(store, register, io, json);
    if (revoke !== undefined) return revokeDisplay(store, register, Number(revoke), io, json);
    const { addDisplay } = await loadRegisterWork();
    const options = { names, ...(door !== undefined && { door }) };
    const added = await addDisplay(store, register.id, options);
    if (!added) return fail(io, "The register was removed meanwhile.");
    const { token, ...display } = added;
    const link = toDisplayLink((await findHub(settings, io)).phones()[0]!, token);
    io.stdout.write(json ? `${JSON.stringify({ ...display, link })}\n` : `${link}\n`);
    return 0;
  });
}

async function listDisplays(
  store: Store,
  { id, name }: RegisterRecord,
  io: Io,
  json: true | undefined,
): Promise<number> {
  const displays = await store.displays(id);
  const rows = displays.map(({ id, door = "all", names, createdAt }) => [
    String(id),
    door,
    names ? "yes" : "no",
    createdAt,
  ]);
  if (json) io.stdout.write(`${JSON.stringify(displays)}\n`);
  else if (rows.length === 0) io.stdout.write(`The register ${name} has no door display.\n`);
  else io.stdout.write(formatTable([["ID", "DOOR", "NAMES", "MADE"], ...rows]));
  return 0;
}

async function revokeDisplay(
  store: Store,
  { id, name }: RegisterRecord,
  display: number,
  io: Io,
  json: true | undefined,
): Promise<number> {
  if (!(await store.removeDisplay(id, display)))
    return fail(io, `The register ${name} has no display ${display}; --list shows them.`);
  const sentence = `Ended the link of display ${display}.`;
  io.stdout.write(json ? `${JSON.stringify({ id: display })}\n` : `${sentence}\n`);
  return 0;
}
