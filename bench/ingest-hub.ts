// The hub of bench/ingest and bench/nodes: the whole hub, as `scanhook serve --tls off` starts it, on a real disk or with
// `--database`.
import { openStore } from "@scanhook/hub";
import { hashPassword } from "../apps/hub/src/login/passwords.ts";
import { serveHub } from "./serve-hub.ts";

const [dir, user, password, database] = process.argv.slice(2) as [string, string, string, string?];
const store = await openStore({ dataDir: dir, database });
await store.addInbox({ name: "scans", open: false });
await store.setCredential("scans", user, await hashPassword(password));
await store.close();

await serveHub(dir, ...(database === undefined ? [] : ["--database", database]));
