// The hub of bench/ingest and bench/nodes: the whole hub, as `scanhook serve --tls off` starts it,
// on a real disk or with `--database`.
import { openUpdatedStore } from "@scanhook/hub";
import { hashPassword } from "../apps/hub/src/login/passwords.ts";
import { serveHub } from "./serve-hub.ts";

const [dir, user, password, database] = process.argv.slice(2) as [string, string, string, string?];
const store = await openUpdatedStore({ dataDir: dir, database });
await store.addInbox({ name: "scans", open: false });
await store.addInbox({ name: "open", open: true });
await store.setCredential("scans", user, await hashPassword(password));
await store.close();

await serveHub(dir, ...(database === undefined ? [] : ["--database", database]));
