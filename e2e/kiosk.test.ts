import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  canSimulateSerialScanner,
  startSerialScanner,
} from "../apps/cli/src/testing/serial-scanner.ts";
import { freePort } from "../scripts/testing/free-port.ts";
import { findBundledCommand } from "./bundled-command.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import type { CardOptions } from "./pcsc/card.ts";
import { cards, type KnownTag, spools, stickers, tigerTag } from "./pcsc/known-tags.ts";
import { virtualReaderMissing } from "./pcsc/missing.ts";
import { startVirtualReader, type VirtualReader } from "./pcsc/virtual-reader.ts";

// A desk with readers and scanners that sends to a hub over HTTPS, with the hub's own authority and
// a password.
type Stored = { identifier: string; content: string; tagType?: string; structured?: object };
type Line = {
  event?: string;
  reader?: string;
  scan?: Stored;
  outcome?: { kind: string; status?: number };
  note?: string;
};

const command = await findBundledCommand();

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let ports: string[];
let receiver: string;
let credentials: string;
let api: Awaited<ReturnType<typeof logIn>>;
let kiosk: Awaited<ReturnType<typeof startKiosk>>;

beforeAll(async () => {
  folder = await makeDataFolder();
  // The restarted hub has to be at the address that the kiosk knows.
  const port = await freePort(2);
  ports = ["--http-port", String(port), "--https-port", String(port + 1)];
  hub = await startHubProcess(folder.data, ...ports);
  api = await logIn(hub);
  type Credentials = { user: string; password: string };
  const path = "/api/inboxes/scans/credentials";
  const { user, password } = await api<Credentials>("POST", path, { user: "desk" });
  credentials = await writeSecretFile("desk.txt", `${user}\n${password}\n`);
  receiver = `${findHttpsAddress(hub)}/in/scans`;
});
afterEach(() => kiosk?.stop());
afterAll(async () => {
  await hub?.stop();
  await folder?.remove();
});

const findHttpsAddress = ({ addresses }: RunningHub) =>
  addresses.find((address) => address.startsWith("https://"))!.replace(/\/$/, "");

async function writeSecretFile(name: string, text: string): Promise<string> {
  const file = join(folder.data, name);
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

/**
 * Collects garbage all the time, so that finalizers of native code run during the story and not
 * after hours of use.
 */
const collectGarbage = [
  "--expose-gc",
  "--import",
  "data:text/javascript,setInterval(gc,200).unref()",
];

/** Starts the kiosk as its users do and collects its output line by line. */
async function startKiosk(...args: string[]) {
  const ca = join(folder.data, "ca.pem");
  const login = args.includes("--credentials") ? [] : ["--credentials", credentials];
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...collectGarbage,
      command,
      "kiosk",
      "--to",
      receiver,
      "--ca",
      ca,
      ...login,
      "--json",
      ...args,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  const lines: Line[] = [];
  createInterface({ input: child.stdout! }).on("line", (line) => lines.push(JSON.parse(line)));
  const listScanLines = () => lines.filter((line) => line.scan);
  const listEvents = (event: string) => lines.filter((line) => line.event === event);
  return {
    child,
    scans: listScanLines,
    events: listEvents,
    waitForScans: (count: number) => expect.poll(listScanLines).toHaveLength(count),
    waitForEvent: (event: string, count = 1) =>
      expect.poll(() => listEvents(event)).toHaveLength(count),
    async stop(): Promise<number | null> {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}

/** Returns every scan of the hub, oldest first. */
async function listStoredScans(): Promise<Stored[]> {
  const { scans } = await api<{ scans: Stored[] }>("GET", "/api/scans?limit=200");
  return scans.toReversed();
}

async function listStoredSince(count: number): Promise<Stored[]> {
  return (await listStoredScans()).slice(count);
}

const readerMissing = virtualReaderMissing();

describe.skipIf(readerMissing !== undefined)("tags on PC/SC readers", () => {
  let reader: VirtualReader;
  let countBefore: number;

  beforeEach(async () => {
    countBefore = (await listStoredScans()).length;
    reader = await startVirtualReader();
    kiosk = await startKiosk();
    await kiosk.waitForEvent("reader", 2);
  });
  afterEach(() => reader?.[Symbol.asyncDispose]());

  /** Lays a tag on the reader until the kiosk reports the outcome of its scan. */
  async function tap(card: CardOptions, slot: 0 | 1 = 0): Promise<void> {
    const count = kiosk.scans().length;
    const laid = await reader.insert(card, slot);
    await kiosk.waitForScans(count + 1);
    await laid.remove();
  }

  test("each of twelve tags on two readers arrives exactly once", async () => {
    const tags = [...spools, ...stickers, ...cards];
    const half = tags.length / 2;
    async function layAll(group: KnownTag[], slot: 0 | 1) {
      for (const { card, scan } of group) {
        const laid = await reader.insert(card, slot);
        await expect
          .poll(() => kiosk.scans().map((line) => line.scan?.identifier))
          .toContain(scan.identifier);
        await laid.remove();
      }
    }
    await Promise.all([layAll(tags.slice(0, half), 0), layAll(tags.slice(half), 1)]);
    const outcomes = kiosk.scans().map(({ outcome }) => outcome?.kind);
    expect(outcomes).toEqual(tags.map(() => "accepted"));
    const arrived = await listStoredSince(countBefore);
    expect(arrived).toHaveLength(tags.length);
    for (const { scan } of tags) {
      const arrivedScan = arrived.find(({ identifier }) => identifier === scan.identifier);
      expect(arrivedScan, scan.identifier).toMatchObject(scan);
      expect(arrivedScan?.structured, scan.identifier).toEqual(scan.structured);
    }
    expect(new Set(kiosk.scans().map((line) => line.reader))).toEqual(new Set(reader.names));
    expect(await kiosk.stop()).toBe(0);
  });

  test("a tag gives no scan when it is removed while it is read, and one scan when it stays", async () => {
    const { card, scan } = spools[0]!;
    const emptied = reader.emptied();
    await reader.insert({ ...card, failure: { after: 4, leaves: true } });
    await Promise.all([emptied, kiosk.waitForEvent("unread")]);
    await tap(card);
    const arrived = await listStoredSince(countBefore);
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toMatchObject(scan);
  });

  test("a tag with unreadable memory arrives with its UID, and the kiosk prints a note", async () => {
    const { card, scan } = stickers[0]!;
    await tap({ ...card, failure: { instruction: 0xb0, after: 0, status: 0x6300 } });
    expect(kiosk.scans()[0]).toMatchObject({ note: expect.stringMatching(/\S/) });
    expect(await listStoredSince(countBefore)).toMatchObject([
      { identifier: scan.identifier, content: "" },
    ]);
  });

  test("a TigerTag arrives with its UID, and the kiosk says which spool it is on", async () => {
    await tap(tigerTag.card);
    expect(kiosk.scans()[0]).toMatchObject({ spool: { format: "TigerTag", brand: "ELEGOO" } });
    expect(kiosk.scans()[0]).not.toHaveProperty("note");
    expect(await listStoredSince(countBefore)).toMatchObject([tigerTag.scan]);
  });

  test("the kiosk recovers when pcscd is killed while a tag is read and returns later", async () => {
    const { card, scan } = spools[1]!;
    const laid = await reader.insert({ ...card, failure: { after: 4, silent: true } });
    await expect.poll(() => laid.log.length).toBe(5);
    await reader.kill();
    await kiosk.waitForEvent("no-service");
    await kiosk.waitForEvent("reader-gone", 2);
    await reader.start();
    await kiosk.waitForEvent("reader", 4);
    await tap(card);
    expect(await listStoredSince(countBefore)).toMatchObject([scan]);
    // Once more, with the reader unplugged in between.
    await reader.kill();
    await reader.start({ unplugged: true });
    await kiosk.waitForEvent("service", 3);
    await reader.kill();
    await reader.start();
    await kiosk.waitForEvent("reader", 6);
    await tap(stickers[1]!.card, 1);
    expect(await listStoredSince(countBefore)).toMatchObject([scan, stickers[1]!.scan]);
    expect(kiosk.child.exitCode).toBeNull();
  });

  test("while the hub is down a scan is reported as failed and is not kept, and the next scan arrives once it is up", async () => {
    await hub.stop();
    await tap(stickers[0]!.card);
    expect(kiosk.scans()[0]?.outcome).toMatchObject({ kind: "unreachable", cause: "refused" });
    hub = await startHubProcess(folder.data, ...ports);
    api = await logIn({ ...hub, loginLink: undefined });
    await tap(stickers[1]!.card);
    expect(kiosk.scans()[1]?.outcome).toMatchObject({ kind: "accepted" });
    expect(await listStoredSince(countBefore)).toMatchObject([stickers[1]!.scan]);
  });
});

test("every scan with a wrong password is refused and not stored", async () => {
  const countBefore = (await listStoredScans()).length;
  const wrong = await writeSecretFile("wrong.txt", "desk:not the password\n");
  kiosk = await startKiosk("--no-tags", "--stdin", "--credentials", wrong);
  kiosk.child.stdin?.end("4006381333931\n");
  const [code] = await once(kiosk.child, "close");
  expect(kiosk.scans()[0]?.outcome).toMatchObject({ kind: "refused", status: 401 });
  expect(code).toBe(1);
  expect(await listStoredSince(countBefore)).toEqual([]);
});

test.skipIf(!canSimulateSerialScanner())(
  "scans from a serial port and from stdin arrive with their GS1 separators",
  async () => {
    const countBefore = (await listStoredScans()).length;
    const port = join(folder.data, "scanner");
    const scanner = await startSerialScanner(port);
    try {
      kiosk = await startKiosk("--no-tags", "--stdin", "--serial", port);
      await kiosk.waitForEvent("reader");
      const pharmacode = "]d20108712345678906\u001d10A1B2\u001d17280331";
      scanner.scan(`${pharmacode}\r\n`);
      await kiosk.waitForScans(1);
      const crate = "00340123450000000018\u001d400PO-7";
      kiosk.child.stdin?.write(`${crate}\n`);
      await kiosk.waitForScans(2);
      const arrived = await listStoredSince(countBefore);
      expect(arrived.map(({ content }) => content)).toEqual([pharmacode, crate]);
      expect(kiosk.scans().map((line) => line.reader)).toEqual([port, "stdin"]);
    } finally {
      scanner.unplug();
    }
  },
);
