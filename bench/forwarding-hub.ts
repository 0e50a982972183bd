// The hub of bench/forwarding: the inbox `routed` has a route to each address in the arguments, the
// inbox `plain` has none.
import { hashPassword } from "../apps/hub/src/login/passwords.ts";
import { openStore } from "../apps/hub/src/store/sqlite/open.ts";
import { serveHub } from "./serve-hub.ts";

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

await serveHub(dir);
