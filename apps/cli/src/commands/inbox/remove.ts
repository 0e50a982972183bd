import { errors } from "@scanhook/hub";
import { parseStoreSettings, storeOptions, withStore } from "../../hub-access/data-folder.ts";
import { isKeptInFile } from "../../hub-access/kept-in-file.ts";
import { describeUnknownInbox } from "../../hub-access/unknown-inbox.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { inboxUsage, jsonOption, removeOptions } from "./usage.ts";

const options = { ...removeOptions, ...storeOptions, ...jsonOption } as const;

/** `scanhook inbox remove`: removes an inbox, and with `--delete-scans` its scans as well. */
export async function removeInbox(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, inboxUsage);
  const { values } = input;
  const name = input.positionals[0] ?? "";
  const parsed = parseStoreSettings(values, io);
  return withStore({ parsed, usage: inboxUsage, io }, async (store) => {
    if (await isKeptInFile(store, name)) {
      io.stderr.write(`${errors["kept-in-file"].message}\n`);
      return 1;
    }
    const scans = values["delete-scans"] ? "delete" : "keep";
    const result = await store.removeInbox(name, { scans });
    if (result === "audited") {
      io.stderr.write(
        `The scans of the inbox "${name}" are an audit trail and cannot be deleted; without --delete-scans the inbox is removed and its scans are kept.\n`,
      );
      return 1;
    }
    if (result === "no-such-inbox") {
      io.stderr.write(await describeUnknownInbox(store, name));
      return 1;
    }
    if (scans === "delete") await store.eraseForgotten();
    const consequence = scans === "keep" ? "Its scans are kept." : "Its scans are deleted.";
    io.stdout.write(
      values.json
        ? `${JSON.stringify({ name, scans })}\n`
        : `Removed the inbox ${name}. ${consequence}\n`,
    );
    return 0;
  });
}
