import {
  basicPasswordRule,
  createSecret,
  findCredential,
  type HubUrls,
  hashPassword,
  inboxNameRule,
  journalTogether,
  type Store,
  type TextRule,
  userRule,
} from "@scanhook/hub";
import { parseStoreSettings, storeOptions, withStore } from "../../hub-access/data-folder.ts";
import { findHub } from "../../hub-access/find-hub.ts";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { readPassword } from "../../input/stdin.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { formatTable } from "../../terminal/table.ts";
import { applyChange, parseRetention, retentionOptions } from "./retention.ts";
import { findTitleProblem } from "./title.ts";
import { addOptions, inboxUsage, jsonOption } from "./usage.ts";

const options = { ...addOptions, ...storeOptions, ...jsonOption } as const;
type AddValues = Values<typeof addOptions>;

/**
 * `scanhook inbox add`: adds an inbox with its first user, or another user to an existing inbox.
 */
export async function addInbox(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, inboxUsage);
  const { values } = input;
  const name = input.positionals[0] ?? "";
  const problem = findProblem(name, values);
  if (problem) return wrongUse(io, problem, inboxUsage);
  const parsedRetention = parseRetention(values);
  if (!parsedRetention.ok) return wrongUse(io, parsedRetention.reason, inboxUsage);
  const credential = values.open ? undefined : await createCredential(values, io);
  if (credential && "reason" in credential) return wrongUse(io, credential.reason, inboxUsage);
  const parsed = parseStoreSettings(values, io);
  const access = { parsed, usage: inboxUsage, io, create: true };
  return withStore(access, async (store, settings) => {
    const { title, open = false } = values;
    const isNew = await journalTogether(async () => {
      const isAdded = await store.addInbox({ name, open, ...(title && { title }) });
      if (isAdded) await applyChange(store, name, parsedRetention.value);
      return isAdded;
    });
    const conflict = isNew ? undefined : await findConflict(store, name, values);
    if (conflict) {
      io.stderr.write(`${conflict}\n`);
      return 1;
    }
    // Nobody can send between the two calls: an inbox that is not open and has no user refuses
    // everybody.
    if (credential) await store.setCredential(name, credential.user, credential.hash);
    const urls = toReceiverUrls(await findHub(settings, io), name);
    const addedInbox = { name, urls, ...toShownCredential(credential, values.password) };
    io.stdout.write(
      values.json ? `${JSON.stringify(addedInbox)}\n` : formatAdded(addedInbox, isNew),
    );
    return 0;
  });
}

function findProblem(name: string, values: AddValues): string | undefined {
  const { user, password, open } = values;
  if (!followsRule(name, inboxNameRule)) {
    return `"${name}" cannot be the name of an inbox: ${inboxNameRule.description}`;
  }
  const titleProblem = findTitleProblem(values);
  if (titleProblem) return titleProblem;
  if (open && (user !== undefined || password !== undefined)) {
    return "--open accepts scans from everybody; leave out --user and --password, or leave out --open.";
  }
  if (user !== undefined && !followsRule(user, userRule)) return `--user: ${userRule.description}`;
  return undefined;
}

type Credential = { user: string; password: string; hash: string };

async function createCredential(
  { user = "scanner", password: option }: AddValues,
  io: Io,
): Promise<Credential | { reason: string }> {
  const onStdin = option === "-" ? await readPassword(io) : undefined;
  if (onStdin?.ok === false) return onStdin;
  const password = onStdin?.value ?? option ?? createSecret(128);
  return followsRule(password, basicPasswordRule)
    ? { user: user.normalize("NFC"), password, hash: await hashPassword(password) }
    : { reason: "--password: use 8 to 256 characters, without line ends." };
}

/**
 * Returns a sentence if the inbox `name`, which exists already, cannot get a user by these options.
 * Returns undefined if `user` names a user that the inbox does not have yet.
 */
async function findConflict(
  store: Store,
  name: string,
  { user, ...values }: AddValues,
): Promise<string | undefined> {
  if (Object.keys(retentionOptions).some((option) => option in values)) {
    return `There is already an inbox ${name}; change what it keeps with "scanhook inbox change ${name}".`;
  }
  if (user === undefined) {
    return `There is already an inbox ${name}; choose another name, or add another user to it with --user.`;
  }
  const users = (await store.inbox(name))?.credentials ?? [];
  return findCredential(users, user)
    ? `The inbox ${name} already has a user ${user}; choose another name, or change the password in the dashboard.`
    : undefined;
}

/** Includes the password only if it was generated. */
function toShownCredential(credential: Credential | undefined, passwordOption: string | undefined) {
  if (!credential) return {};
  const { user, password } = credential;
  return passwordOption === undefined ? { user, password } : { user };
}

type AddedInbox = { name: string; urls: string[]; user?: string; password?: string };

function formatAdded({ name, urls, user, password }: AddedInbox, isNew: boolean): string {
  const rows = urls.map((url, index) => [index === 0 ? "Receiver URL" : "", url]);
  if (user !== undefined) rows.push(["User name", user]);
  if (password !== undefined) rows.push(["Password", `${password}   (shown only once)`]);
  const title = isNew ? `Added the inbox ${name}.` : `Added a user to the inbox ${name}.`;
  const open =
    user === undefined ? "It accepts scans from everybody who knows the receiver URL.\n" : "";
  return `${title}\n${formatTable(rows, "  ")}${open}`;
}

/** Returns the receiver URLs of an inbox: those for phones first, localhost last. */
function toReceiverUrls(hubUrls: HubUrls, name: string): string[] {
  return hubUrls.phones().map((base) => `${base}/in/${name}`);
}

function followsRule(text: string, { pattern }: TextRule): boolean {
  return new RegExp(pattern, "u").test(text);
}
