// The hub as bench/ingest loads it: all of it, started as `scanhook serve --tls off` starts it, on a real disk.
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { parseSettings, startHub } from "@scanhook/hub";
import { hashPassword } from "../apps/hub/src/passwords.ts";
import { openStore } from "../apps/hub/src/store/sqlite/open.ts";

const [dir, user, password] = process.argv.slice(2) as [string, string, string];
const store = await openStore(dir);
await store.addInbox({ name: "scans", open: false });
await store.setCredential("scans", user, await hashPassword(password));
await store.close();

const args = ["--data", dir, "--http-port", "0", "--tls", "off", "--host", "127.0.0.1"];
const parsed = parseSettings({ args, env: {} });
if (!parsed.ok) throw new Error(parsed.reason);
const log = createWriteStream(join(dir, "log"));
const hub = await startHub(parsed.settings, { log });
process.send!({ port: hub.httpPort });
process.on("message", async () => {
  await hub.close();
  log.end();
  process.disconnect();
});
