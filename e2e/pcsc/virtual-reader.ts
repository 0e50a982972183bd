import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/testing/free-port.ts";
import { type Card, type CardOptions, createCard } from "./card.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { driver } from "./missing.ts";
import { type PlacedCard, placeCard } from "./slot.ts";
import { takeTurn } from "./turn.ts";

/**
 * A card on the reader. `remove` resolves when the reader has seen the empty slot and can take the
 * next card.
 */
export type InsertedCard = Card & { remove(): Promise<void> };

export type VirtualReader = {
  /** The names of the two slots in pcscd. */
  names: readonly [string, string];
  /** Places a card on slot 0 or 1 and resolves when the reader has seen it. */
  insert(card: CardOptions, slot?: 0 | 1): Promise<InsertedCard>;
  /**
   * Resolves when the reader has seen the card leave that slot for any reason. Call it before the
   * card leaves.
   */
  emptied(slot?: 0 | 1): Promise<void>;
  /** Kills pcscd with SIGKILL. Its cards are gone. */
  kill(): Promise<void>;
  /**
   * Restarts pcscd after `kill`. `unplugged` leaves out the reader, which a running pcscd cannot
   * lose or gain.
   */
  start(options?: { unplugged?: boolean }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const names = ["Virtual PCD 00 00", "Virtual PCD 00 01"] as const;

/**
 * Starts pcscd with a virtual reader of two slots as soon as no other test file runs one. Check
 * `virtualReaderMissing()` first.
 */
export async function startVirtualReader(
  options: { unplugged?: boolean } = {},
): Promise<VirtualReader> {
  const turn = await takeTurn();
  const folder = await mkdtemp(join(tmpdir(), "pcscd-"));
  const configuration = join(folder, "vpcd");
  let firstPort = 0;
  let daemon: Daemon | undefined;
  const placed = new Set<PlacedCard>();

  function requireDaemon(): Daemon {
    if (!daemon) throw new Error("pcscd is not running; start() it first.");
    return daemon;
  }
  /** Places the card again when the driver drops it before pcscd has seen it. */
  async function placeUntil(
    cardInserted: Promise<void>,
    card: Card,
    port: number,
  ): Promise<PlacedCard> {
    for (;;) {
      const connection = await placeCard(card, port);
      placed.add(connection);
      const isSeen = await Promise.race([
        cardInserted.then(() => true),
        connection.gone.then(() => false),
      ]);
      if (isSeen) return connection;
      placed.delete(connection);
    }
  }
  async function end(signal: "SIGTERM" | "SIGKILL") {
    await daemon?.stop(signal);
    daemon = undefined;
    for (const card of placed) card.end();
    placed.clear();
  }
  const reader: VirtualReader = {
    names,
    async insert(options, slot = 0) {
      const card = createCard(options);
      const cardInserted = requireDaemon().waitForOutput(`Card inserted into ${names[slot]}`);
      const connection = await placeUntil(cardInserted, card, firstPort + slot);
      const remove = async () => {
        const empty = reader.emptied(slot);
        placed.delete(connection);
        connection.end();
        await empty;
      };
      return Object.assign(card, { remove });
    },
    emptied: (slot = 0) => requireDaemon().waitForOutput(`Card Removed From ${names[slot]}`),
    kill: () => end("SIGKILL"),
    async start({ unplugged = false } = {}) {
      await rm(configuration, { force: true });
      // New ports each time, because those of a killed pcscd stay in use for a minute.
      firstPort = await freePort(2);
      if (!unplugged) await writeFile(configuration, formatConfiguration(firstPort));
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

function formatConfiguration(port: number): string {
  const address = `0x${port.toString(16)}`;
  return `FRIENDLYNAME "Virtual PCD"
DEVICENAME /dev/null:${address}
LIBPATH ${driver}
CHANNELID ${address}
`;
}
