// The hub's receiving half as bench/ingest loads it: Fastify, receive.ts, the store on a real disk.
import Fastify from "fastify";
import { hashPassword } from "../apps/hub/src/passwords.ts";
import { serveReceiver } from "../apps/hub/src/receive.ts";
import { openStore } from "../apps/hub/src/store/sqlite/open.ts";

const [dir, user, password] = process.argv.slice(2) as [string, string, string];
const store = await openStore(dir);
await store.addInbox({ name: "scans", open: false });
await store.setCredential("scans", user, await hashPassword(password));
const app = Fastify({ logger: false });
serveReceiver(app, { store });
const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.send!({ port: Number(new URL(address).port) });
process.on("message", async () => {
  await app.close();
  await store.close();
  process.disconnect();
});
