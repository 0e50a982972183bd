import { errors, type Store, toStoredUser } from "@scanhook/hub";
import { parseStoreSettings, storeOptions, withStore } from "../../hub-access/data-folder.ts";
import { isKeptInFile } from "../../hub-access/kept-in-file.ts";
import { describeUnknownInbox } from "../../hub-access/unknown-inbox.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { applyChange, parseRetention } from "./retention.ts";
import { findTitleProblem } from "./title.ts";
import { changeOptions, inboxUsage, jsonOption } from "./usage.ts";

const options = { ...changeOptions, ...storeOptions, ...jsonOption } as const;

/**
 * `scanhook inbox change`: changes the title of an inbox, what it keeps, and which users are
 * supervisors.
 */
export async function changeInbox(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, inboxUsage);
  const { values } = input;
  const titleProblem = findTitleProblem(values);
  if (titleProblem) return wrongUse(io, titleProblem, inboxUsage);
  const parsedRetention = parseRetention(values);
  if (!parsedRetention.ok) return wrongUse(io, parsedRetention.reason, inboxUsage);
  const retention = parsedRetention.value;
  const { title } = values;
  const name = input.positionals[0] ?? "";
  const roles = listRoles(values);
  if (title === undefined && Object.keys(retention).length === 0 && roles.length === 0) {
    const optionNames = Object.keys(changeOptions).map((option) => `--${option}`);
    return wrongUse(io, `Say what to change: ${optionNames.join(", ")}.`, inboxUsage);
  }
  const parsed = parseStoreSettings(values, io);
  return withStore({ parsed, usage: inboxUsage, io }, async (store) => {
    const change = { ...retention, ...(title !== undefined && { title }) };
    // Its users are not in the file.
    const isEdited = Object.keys(change).length > 0;
    if (isEdited && (await isKeptInFile(store, name))) {
      io.stderr.write(`${errors["kept-in-file"].message}\n`);
      return 1;
    }
    if ((await applyChange(store, name, change)) === "no-such-inbox") {
      io.stderr.write(await describeUnknownInbox(store, name));
      return 1;
    }
    const users = (await store.inbox(name))?.credentials ?? [];
    for (const { user, supervisor } of roles) {
      if (await store.setSupervisor(name, toStoredUser(users, user), supervisor)) continue;
      io.stderr.write(
        `The inbox ${name} has no user ${user}; "scanhook inbox list" shows its users.\n`,
      );
      return 1;
    }
    const result = { name, ...change, roles: roles.length > 0 ? roles : undefined };
    io.stdout.write(values.json ? `${JSON.stringify(result)}\n` : `Changed the inbox ${name}.\n`);
    const { keepDays, keepScans } = change;
    if (keepDays || keepScans) io.stderr.write(await describeDeletion(store, name));
    return 0;
  });
}

/** Returns the users whose role changes. `supervisor` is their new role. */
function listRoles(values: { supervisor?: string; "no-supervisor"?: string }) {
  const roles = [
    { user: values.supervisor, supervisor: true },
    { user: values["no-supervisor"], supervisor: false },
  ];
  return roles.flatMap(({ user, supervisor }) => (user === undefined ? [] : { user, supervisor }));
}

/**
 * Returns a sentence about the scans that the limits of an inbox delete, or "" if there are none.
 */
async function describeDeletion(store: Store, name: string): Promise<string> {
  const inbox = (await store.inboxes()).find((record) => record.name === name);
  if (inbox?.audit)
    return "The inbox keeps an audit trail, so its scans are never deleted, whatever the limit.\n";
  const { scans } = await store.countExpiring(name, inbox ?? {});
  if (scans === 0) return "";
  const counted = scans === 1 ? "1 scan is" : `${scans} scans are`;
  return `${counted} beyond the limits; the hub deletes them within an hour.\n`;
}
