// The hub as bench/ingest and bench/nodes load it: all of it, started as `scanhook serve --tls off` starts it, on a real
// disk or with `--database`.
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { openStore, parseSettings, startHub } from "@scanhook/hub";
import { hashPassword } from "../apps/hub/src/login/passwords.ts";

const [dir, user, password, database] = process.argv.slice(2) as [string, string, string, string?];
const store = await openStore({ dataDir: dir, database });
await store.addInbox({ name: "scans", open: false });
await store.setCredential("scans", user, await hashPassword(password));
await store.close();

const args = ["--data", dir, "--http-port", "0", "--tls", "off", "--host", "127.0.0.1"];
if (database !== undefined) args.push("--database", database);
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
