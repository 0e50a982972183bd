import { deepStrictEqual, equal, match, ok, rejects } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeScan, serializeScan } from "@scanhook/webhook";
import { findLoginLink, logIn } from "../../../e2e/hub.ts";
import type { ReadyHub } from "../../testing/until-ready.ts";
import { run } from "../run.ts";
import type { Machine, Ports, Release } from "./machine.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A scan as the API of every release returns it. */
type KeptScan = Record<
  "id" | "inbox" | "user" | "identifier" | "date" | "content" | "receivedAt" | "repeats" | "body",
  unknown
>;

const user = { name: "north", password: "north-door-1" };

/**
 * Walks a machine without a hub through the life of one: the release `from` takes a scan, is
 * updated to `to`, has the scan and takes another. Where the update changes the database, `from`
 * then opens the backup that it made. Calls `say` with each thing that was seen. Throws at the
 * first that is wrong.
 */
export async function walkUpgrade(
  machine: Machine,
  { from, to, ports }: { from: Release; to: Release; ports: Ports },
  say: (line: string) => void,
): Promise<void> {
  const base = `http://localhost:${ports.http}`;
  const changes = await changesDatabase(from, to);
  await machine.install(from);
  const before = `Grüße aus ${from.version}`;
  const first = await takeFirstScan(machine, { base, version: from.version, content: before });
  say(`${from.version} stored scan ${first.kept.id}`);
  const authority = readFileSync(join(machine.data, "ca.pem"), "utf8");

  await machine.update(to);
  {
    await using hub = await machine.start();
    equal((await machine.command("--version")).trim(), to.version);
    const api = await logIn({ base, loginLink: undefined });
    const read = (id: unknown) => api<KeptScan>("GET", `/api/scans/${id}`);
    deepStrictEqual(pick(await read(first.kept.id)), first.kept);
    equal(await machine.command("last", "code"), `${before}\n`);
    equal(readFileSync(join(machine.data, "ca.pem"), "utf8"), authority);
    say(`${to.version} has it with its body, the same log-in and the same certificate authority`);
    const id = await takeSecondScan(machine, base, `Grüße aus ${to.version} nach ${from.version}`);
    say(`${to.version} stored scan ${id}`);
    equal(await post(base, first.body), 204);
    equal((await read(first.kept.id)).repeats, recognizes(from) ? 1 : 0);
    if (changes) checkBackup(machine, hub);
  }
  if (changes) await goBack(machine, { from, before }, say);
}

/**
 * Whether a scan that a release stored is recognized when it is sent again after the update. Those
 * of 0.1.0 are stored twice, as the changelog of 0.2.0 says.
 */
const recognizes = (from: Release): boolean => from.version !== "0.1.0";

/** Whether a release has migrations that another lacks. */
async function changesDatabase(from: Release, to: Release): Promise<boolean> {
  const added = ["diff", "--name-only", "--diff-filter=A", from.commit, to.commit];
  return (await run("git", [...added, "--", "apps/hub/migrations"], root)) !== "";
}

/** Starts a new hub, and sends the first scan of a new inbox to it. */
async function takeFirstScan(
  machine: Machine,
  { base, version, content }: { base: string; version: string; content: string },
): Promise<{ kept: KeptScan; body: string }> {
  await using hub = await machine.start();
  equal((await machine.command("--version")).trim(), version);
  const api = await logIn({ base, loginLink: findLoginLink(hub.printed.join("\n")) });
  const credentials = ["--user", user.name, "--password", user.password];
  await machine.command("inbox", "add", "door", ...credentials);
  const body = serializeScan(codeScan({ content }));
  equal(await post(base, body), 204);
  const { id } = JSON.parse(await machine.command("last", "code", "--json"));
  const kept = pick(await api<KeptScan>("GET", `/api/scans/${id}`));
  equal(kept.body, body);
  return { kept, body };
}

/** Sends a scan with the password of before, and returns the number under which it is the last. */
async function takeSecondScan(machine: Machine, base: string, content: string): Promise<number> {
  equal(await post(base, serializeScan(codeScan({ content }))), 204);
  const last = JSON.parse(await machine.command("last", "code", "--json"));
  equal(last.content, content);
  return last.id;
}

/** Posts a body to the inbox as a phone does, and returns the status of the response. */
async function post(base: string, body: string): Promise<number> {
  const authorization = `Basic ${btoa(`${user.name}:${user.password}`)}`;
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(`${base}/in/door`, { method: "POST", headers, body });
  await response.body?.cancel();
  return response.status;
}

const pick = ({
  id,
  inbox,
  user,
  identifier,
  date,
  content,
  receivedAt,
  repeats,
  body,
}: KeptScan) => ({
  ...{ id, inbox, user, identifier, date, content, receivedAt, repeats, body },
});

const listBackups = (machine: Machine) => readdirSync(join(machine.data, "backups"));

function checkBackup(machine: Machine, hub: ReadyHub): void {
  const backups = listBackups(machine);
  equal(backups.length, 1);
  ok(hub.printed.join("\n").includes(backups[0]!), "The start names the backup that it made.");
}

/** Expects that the older release refuses the database, and opens the backup of the update. */
async function goBack(
  machine: Machine,
  { from, before }: { from: Release; before: string },
  say: (line: string) => void,
): Promise<void> {
  await machine.install(from);
  await rejects(machine.start(), ({ message }: Error) => {
    match(message, /newer/);
    return true;
  });
  const backup = `${machine.ownData}/backups/${listBackups(machine)[0]}`;
  await machine.command("restore", backup, "--data", machine.spare);
  const last = await machine.command("last", "code", "--data", machine.spare);
  equal(last, `${before}\n`);
  say(`${from.version} refused the new database, and opened the backup of the update`);
}
