// A process that opens the store of a register, as a second hub would. When it gets a message, it
// checks in the guests T-0, T-1, … at its door, and reports every verdict.
import { openStore } from "../open.ts";

/** A verdict as the sender of the scan saw it. */
export type SeenVerdict = { guest: number; code: string; movement: number };

const [dataDir, database, door, guests] = process.argv.slice(2) as [string, string, string, string];
const concurrency = 16;

const store = await openStore({ dataDir, database: database === "" ? undefined : database });
process.once("message", async () => {
  let next = 0;
  await Promise.all(Array.from({ length: concurrency }, sendInTurn));
  await store.close();
  process.disconnect();

  async function sendInTurn(): Promise<void> {
    while (next < Number(guests)) {
      const guest = next++;
      const { verdict } = await store.append({
        ...{ inbox: "door", user: door, body: "{}", receivedAt: new Date() },
        scan: {
          identifier: `${door} ${guest}`,
          date: new Date().toISOString(),
          content: `T-${guest}`,
        },
        request: { kind: "scan" },
      });
      const { code, movement } = verdict!;
      process.send!({ guest, code, movement } satisfies SeenVerdict);
    }
  }
});
process.send!("ready");
