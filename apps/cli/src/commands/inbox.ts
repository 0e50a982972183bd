import {
  basicPasswordRule,
  createSecret,
  ensureHeadsInbox,
  hashPassword,
  type InboxRecord,
  inboxNameRule,
  longestTitle,
  type Reach,
  type Store,
  type TextRule,
  userRule,
} from "@scanhook/hub";
import type { Command, Io } from "../command.ts";
import { findHub } from "../find-hub.ts";
import { storeOptions, storeSettings, withStore } from "../hub-access/data-folder.ts";
import { type Keeping, keepingOptions, printKeeping, toKeeping } from "../inbox-keeping.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { readInput } from "../input.ts";
import { nearest } from "../nearest.ts";
import { noSuchInbox } from "../no-such-inbox.ts";
import { printTable } from "../print-table.ts";
import { summaries } from "../summaries.ts";
import { printUsage, wrongUse } from "../usage.ts";

const jsonOption = { json: { help: "print one line of JSON" } } as const;
const addOptions = {
  title: { value: "TEXT", help: "a name for people, shown in the dashboard" },
  user: { value: "NAME", help: "its first user (default: scanner)" },
  password: {
    value: "WORD",
    help: "the user's password, - reads it from stdin (default: one is made and shown once)",
  },
  open: { help: "take scans from everybody, without user and password" },
  ...keepingOptions,
} as const;
const changeOptions = { title: addOptions.title, ...keepingOptions } as const;
const removeOptions = {
  "delete-scans": { help: "delete its scans for good as well; else they are kept" },
} as const;

const actions = ["add", "change", "list", "remove"] as const;

export const inbox: Command = {
  name: "inbox",
  summary: summaries.inbox,
  usage: printUsage({
    lines: [
      "scanhook inbox add NAME [--title TEXT] [--user NAME] [--password WORD|-] [--open]",
      "                       [--keep-days DAYS] [--keep-scans COUNT] [--audit]",
      "scanhook inbox change NAME [--title TEXT] [--keep-days DAYS] [--keep-scans COUNT] [--audit]",
      "scanhook inbox list",
      "scanhook inbox remove NAME [--delete-scans]",
    ],
    about: `An inbox is an address of the hub that takes scans, with users of its own. With --user, "add" also gives an inbox
that is there already one more user. Works while the hub runs and while it does not.

The receiver URL it prints is that of the hub that runs with this data folder. While none runs, it is what SCANHOOK_* variables
and the settings file say.`,
    options: { ...addOptions, ...removeOptions, ...storeOptions, ...jsonOption },
    examples: [
      'scanhook inbox add door --title "Front door"',
      "scanhook inbox change door --keep-days 30",
      "echo $PASSWORD | scanhook inbox add store --user phone --password -",
    ],
  }),
  async run([action, ...args], io) {
    if (action === "add") return add(args, io);
    if (action === "change") return change(args, io);
    if (action === "list") return list(args, io);
    if (action === "remove") return remove(args, io);
    const near = action && nearest(action, actions);
    const reason = action
      ? `There is no "inbox ${action}"${near ? `; did you mean "inbox ${near}"?` : "; it is add, change, list or remove."}`
      : "Say what to do: inbox add, inbox change, inbox list or inbox remove.";
    return wrongUse(io, reason, inbox.usage);
  },
};

async function add(args: string[], io: Io): Promise<number> {
  const { usage } = inbox;
  const read = parseArguments(args, { ...addOptions, ...storeOptions, ...jsonOption }, ["NAME"]);
  if (!read.ok) return wrongUse(io, read.reason, usage);
  const { values } = read;
  const name = read.words[0] ?? "";
  const misfit = misfitOfInbox(name, values);
  if (misfit) return wrongUse(io, misfit, usage);
  const wanted = toKeeping(values);
  if (!wanted.ok) return wrongUse(io, wanted.reason, usage);
  const credential = values.open ? undefined : await toCredential(values, io);
  if (credential && "reason" in credential) return wrongUse(io, credential.reason, usage);
  return withStore(
    { settings: storeSettings(values), usage, io, create: true },
    async (store, settings) => {
      const { title } = values;
      const added = await store.addInbox({
        name,
        open: values.open === true,
        ...(title && { title }),
      });
      if (!added) {
        const refusal = await refuseExisting(store, name, values);
        if (refusal) {
          io.stderr.write(`${refusal}\n`);
          return 1;
        }
      }
      if (added) await keep(store, name, wanted.keeping);
      // Between the two nobody can send: an inbox that is not open and has no user refuses everybody.
      if (credential) await store.setCredential(name, credential.user, credential.hash);
      const reach = await findHub(settings, io);
      const shown = { name, urls: toUrls(reach, name), ...toShown(credential, values.password) };
      io.stdout.write(values.json ? `${JSON.stringify(shown)}\n` : printAdded(shown, added));
      return 0;
    },
  );
}

function misfitOfInbox(name: string, values: Values<typeof addOptions>): string | undefined {
  const { user, password, open } = values;
  if (!fits(name, inboxNameRule)) {
    return `"${name}" cannot be the name of an inbox: ${inboxNameRule.description}`;
  }
  const tooLong = misfitOfTitle(values);
  if (tooLong) return tooLong;
  if (open && (user !== undefined || password !== undefined)) {
    return "--open takes scans from everybody; leave out --user and --password, or leave out --open.";
  }
  if (user !== undefined && !fits(user, userRule)) return `--user: ${userRule.description}`;
  return undefined;
}

function misfitOfTitle({ title = "" }: { title?: string }): string | undefined {
  if (title.length <= longestTitle) return undefined;
  return `--title has more than ${longestTitle} characters; make it shorter.`;
}

async function keep(store: Store, name: string, change: Keeping & { title?: string }) {
  const changed = await store.changeInbox(name, change);
  if (changed === "changed" && change.audit) await ensureHeadsInbox(store);
  return changed;
}

async function change(args: string[], io: Io): Promise<number> {
  const { usage } = inbox;
  const read = parseArguments(args, { ...changeOptions, ...storeOptions, ...jsonOption }, ["NAME"]);
  if (!read.ok) return wrongUse(io, read.reason, usage);
  const { values } = read;
  const tooLong = misfitOfTitle(values);
  if (tooLong) return wrongUse(io, tooLong, usage);
  const wanted = toKeeping(values);
  if (!wanted.ok) return wrongUse(io, wanted.reason, usage);
  const { title } = values;
  const name = read.words[0] ?? "";
  if (title === undefined && Object.keys(wanted.keeping).length === 0) {
    const all = Object.keys(changeOptions).map((option) => `--${option}`);
    return wrongUse(io, `Say what to change: ${all.join(", ")}.`, usage);
  }
  return withStore({ settings: storeSettings(values), usage, io }, async (store) => {
    const change = { ...wanted.keeping, ...(title !== undefined && { title }) };
    if ((await keep(store, name, change)) === "no-such-inbox") {
      io.stderr.write(await noSuchInbox(store, name));
      return 1;
    }
    const shown = { name, ...change };
    io.stdout.write(values.json ? `${JSON.stringify(shown)}\n` : `Changed the inbox ${name}.\n`);
    const { keepDays, keepScans } = change;
    const isAudited = (await store.inboxes()).some((one) => one.name === name && one.audit);
    if (isAudited && (keepDays || keepScans)) {
      io.stderr.write(
        `It keeps an audit trail: its scans are never deleted, whatever the limit.\n`,
      );
    }
    return 0;
  });
}

type Credential = { user: string; password: string; hash: string };

async function toCredential(
  { user = "scanner", password }: Values<typeof addOptions>,
  io: Io,
): Promise<Credential | { reason: string }> {
  const known = password === "-" ? ((await readInput(io)) ?? "") : (password ?? createSecret(128));
  return fits(known, basicPasswordRule)
    ? { user, password: known, hash: await hashPassword(known) }
    : { reason: "--password: 8 to 256 characters, without line ends." };
}

/** An inbox that is there gets one more user, when one was named that it does not have. */
async function refuseExisting(
  store: Store,
  name: string,
  { user, ...values }: Values<typeof addOptions>,
): Promise<string | undefined> {
  if (Object.keys(keepingOptions).some((option) => option in values)) {
    return `There is an inbox ${name} already; change what it keeps with "scanhook inbox change ${name}".`;
  }
  if (user === undefined) {
    return `There is an inbox ${name} already; choose another name, or give it one more user with --user.`;
  }
  const users = (await store.inbox(name))?.credentials ?? [];
  return users.some((one) => one.user === user)
    ? `The inbox ${name} has a user ${user} already; choose another name, or change the password in the dashboard.`
    : undefined;
}

function toShown(credential: Credential | undefined, given: string | undefined) {
  if (!credential) return {};
  const { user, password } = credential;
  return given === undefined ? { user, password } : { user };
}

type Shown = { name: string; urls: string[]; user?: string; password?: string };

function printAdded({ name, urls, user, password }: Shown, added: boolean): string {
  const rows = urls.map((url, i) => [i === 0 ? "Receiver URL" : "", url]);
  if (user !== undefined) rows.push(["User name", user]);
  if (password !== undefined) rows.push(["Password", `${password}   (shown this once)`]);
  const title = added ? `Added the inbox ${name}.` : `Added a user to the inbox ${name}.`;
  const open = user === undefined ? "It takes scans from everybody who knows the address.\n" : "";
  return `${title}\n${printTable(rows, "  ")}${open}`;
}

/** Where phones send, and this computer itself last. */
function toUrls(reach: Reach, name: string): string[] {
  return reach.phones().map((base) => `${base}/in/${name}`);
}

async function list(args: string[], io: Io): Promise<number> {
  const { usage } = inbox;
  const read = parseArguments(args, { ...storeOptions, ...jsonOption });
  if (!read.ok) return wrongUse(io, read.reason, usage);
  return withStore({ settings: storeSettings(read.values), usage, io }, async (store) => {
    const inboxes = await store.inboxes();
    if (read.values.json) io.stdout.write(`${JSON.stringify(inboxes)}\n`);
    else if (inboxes.length > 0) io.stdout.write(printInboxes(inboxes));
    else io.stdout.write('There is no inbox yet; "scanhook inbox add NAME" makes one.\n');
    return 0;
  });
}

function printInboxes(inboxes: InboxRecord[]): string {
  const rows = inboxes.map((one) => {
    const { name, scans, open, credentials, title = "" } = one;
    const users = credentials.map(({ user }) => user).join(", ");
    const senders = open ? "everybody" : users || "nobody yet";
    return [name, String(scans), senders, printKeeping(one), title];
  });
  return printTable([["NAME", "SCANS", "WHO MAY SEND", "KEEPS", "TITLE"], ...rows]);
}

async function remove(args: string[], io: Io): Promise<number> {
  const { usage } = inbox;
  const options = { ...removeOptions, ...storeOptions, ...jsonOption };
  const read = parseArguments(args, options, ["NAME"]);
  if (!read.ok) return wrongUse(io, read.reason, usage);
  const { values } = read;
  const name = read.words[0] ?? "";
  return withStore({ settings: storeSettings(values), usage, io }, async (store) => {
    const scans = values["delete-scans"] ? "delete" : "keep";
    const done = await store.removeInbox(name, { scans });
    if (done === "audited") {
      io.stderr.write(
        `The scans of the inbox "${name}" are an audit trail and cannot be deleted; without --delete-scans the inbox goes and they stay.\n`,
      );
      return 1;
    }
    if (done === "no-such-inbox") {
      io.stderr.write(await noSuchInbox(store, name));
      return 1;
    }
    const kept = scans === "keep" ? "Its scans are kept." : "Its scans are deleted.";
    io.stdout.write(
      values.json ? `${JSON.stringify({ name, scans })}\n` : `Removed the inbox ${name}. ${kept}\n`,
    );
    return 0;
  });
}

function fits(text: string, { pattern }: TextRule): boolean {
  return new RegExp(pattern, "u").test(text);
}
