// A process that opens the store of a stock, as a second hub would. When it gets a message, it
// ends, applies or takes back a round.
import { openStore } from "../open.ts";

const [dataDir, register, round, step] = process.argv.slice(2) as [string, string, string, string];
const store = await openStore({ dataDir, database: undefined });
process.once("message", async () => {
  const parts = [Number(register), Number(round)] as const;
  if (step === "end") await store.endRound(...parts);
  else if (step === "apply") await store.applyRound(...parts, "by hand");
  else await store.undoRound(...parts, "by hand");
  await store.close();
  process.disconnect();
});
process.send!("ready");
