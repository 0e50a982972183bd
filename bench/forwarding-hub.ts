// The hub as bench/forwarding loads it: inbox `routed` with a route to each address given, inbox `plain` with none.
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { parseSettings, startHub } from "@scanhook/hub";
import { hashPassword } from "../apps/hub/src/login/passwords.ts";
import { openStore } from "../apps/hub/src/store/sqlite/open.ts";

const [dir, user, password, ...urls] = process.argv.slice(2) as [string, string, string];
const store = await openStore(dir);
for (const name of ["routed", "plain"]) {
  await store.addInbox({ name, open: false });
  await store.setCredential(name, user, await hashPassword(password));
}
for (const [n, url] of urls.entries()) {
  const name = `receiver-${n}`;
  await store.addDestination({
    name,
    kind: "http",
    settings: { url, method: "POST", auth: "none" },
    secrets: {},
    concurrency: 8,
    ordered: false,
    allowPrivate: true,
    origin: "dashboard",
  });
  await store.addRoute({
    name,
    inbox: "routed",
    destination: name,
    filter: {},
    shape: { format: "ready-made" },
    mode: "stored",
    on: true,
    origin: "dashboard",
  });
}
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
