import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/testing/free-port.ts";
import { type Card, type CardOptions, makeCard } from "./card.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { driver } from "./missing.ts";
import { type Laid, layCard } from "./slot.ts";
import { takeTurn } from "./turn.ts";

/** A card on the reader. `remove` resolves when the reader has seen that the slot is empty, so the next may come. */
export type LaidCard = Card & { remove(): Promise<void> };

export type VirtualReader = {
  /** The names by which pcscd shows the two slots. */
  names: readonly [string, string];
  /** Lays a card onto slot 0, or 1; resolves when the reader has seen it. */
  insert(card: CardOptions, slot?: 0 | 1): Promise<LaidCard>;
  /** Resolves when the reader has seen the card of that slot go, whoever took it. Ask before it goes. */
  emptied(slot?: 0 | 1): Promise<void>;
  /** `kill -9`. Cards on it are gone. */
  kill(): Promise<void>;
  /** Starts pcscd again after `kill`; `unplugged` leaves the reader out (a running pcscd cannot lose or gain it). */
  start(options?: { unplugged?: boolean }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const names = ["Virtual PCD 00 00", "Virtual PCD 00 01"] as const;

/**
 * A pcscd of its own with a virtual reader of two slots, once no other test file has one. Ask `virtualReaderMissing()`
 * first whether it can run.
 */
export async function startVirtualReader(
  options: { unplugged?: boolean } = {},
): Promise<VirtualReader> {
  const turn = await takeTurn();
  const folder = await mkdtemp(join(tmpdir(), "pcscd-"));
  const configuration = join(folder, "vpcd");
  let firstPort = 0;
  let daemon: Daemon | undefined;
  const laid = new Set<Laid>();

  function running(): Daemon {
    if (!daemon) throw new Error("pcscd is not running; start() it first.");
    return daemon;
  }
  /** The driver may drop a card before pcscd has seen it; then it is laid again. */
  async function layUntil(seen: Promise<void>, card: Card, port: number): Promise<Laid> {
    for (;;) {
      const connection = await layCard(card, port);
      laid.add(connection);
      const isSeen = await Promise.race([seen.then(() => true), connection.gone.then(() => false)]);
      if (isSeen) return connection;
      laid.delete(connection);
    }
  }
  async function end(signal: "SIGTERM" | "SIGKILL") {
    await daemon?.ends(signal);
    daemon = undefined;
    for (const one of laid) one.end();
    laid.clear();
  }
  const reader: VirtualReader = {
    names,
    async insert(options, slot = 0) {
      const card = makeCard(options);
      const seen = running().hears(`Card inserted into ${names[slot]}`);
      const connection = await layUntil(seen, card, firstPort + slot);
      const remove = async () => {
        const empty = reader.emptied(slot);
        laid.delete(connection);
        connection.end();
        await empty;
      };
      return Object.assign(card, { remove });
    },
    emptied: (slot = 0) => running().hears(`Card Removed From ${names[slot]}`),
    kill: () => end("SIGKILL"),
    async start({ unplugged = false } = {}) {
      await rm(configuration, { force: true });
      // Other ports each time: those of a pcscd that was killed stay taken for a minute.
      firstPort = await freePort(2);
      if (!unplugged) await writeFile(configuration, configurationFor(firstPort));
      daemon = await startDaemon(folder);
    },
    async [Symbol.asyncDispose]() {
      await end("SIGTERM");
      await rm(folder, { recursive: true });
      await turn[Symbol.asyncDispose]();
    },
  };
  try {
    await reader.start(options);
  } catch (error) {
    await reader[Symbol.asyncDispose]();
    throw error;
  }
  return reader;
}

function configurationFor(port: number): string {
  const address = `0x${port.toString(16)}`;
  return `FRIENDLYNAME "Virtual PCD"
DEVICENAME /dev/null:${address}
LIBPATH ${driver}
CHANNELID ${address}
`;
}
