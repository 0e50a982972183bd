// A process that opens the store of a stock, as a second hub would. When it gets a message, its
// user takes a piece of the articles, … in turn from the shelf P-A, and reports every
// verdict.
import { openStore } from "../open.ts";

/** A verdict as the sender of the scan saw it. */
export type SeenRemoval = { code: string; movement: number };

const [dataDir, database, user, scans, articles] = process.argv.slice(2) as [
  ...[string, string, string, string, string],
];
const concurrency = 16;

const store = await openStore({ dataDir, database: database === "" ? undefined : database });
process.once("message", async () => {
  await remove("P-A", 0);
  let next = 1;
  await Promise.all(Array.from({ length: concurrency }, removeInTurn));
  await store.close();
  process.disconnect();

  async function removeInTurn(): Promise<void> {
    while (next <= Number(scans)) {
      const scan = next++;
      process.send!((await remove(`A-${scan % Number(articles)}`, scan)) satisfies SeenRemoval);
    }
  }
});
process.send!("ready");

async function remove(content: string, scan: number): Promise<SeenRemoval> {
  const { verdict } = await store.append({
    ...{ inbox: "storeroom", user, body: "{}", receivedAt: new Date() },
    scan: { identifier: `${user} ${scan}`, date: new Date().toISOString(), content },
    request: { kind: "scan" },
  });
  const { code, movement } = verdict!;
  return { code, movement };
}
