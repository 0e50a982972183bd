// The hub of bench/registers: the inbox `door` feeds a register with so many guests, and the inbox
// `plain` feeds none. A second node on the same database finds them there.
import { loadRegisterWork, openUpdatedStore } from "@scanhook/hub";
import { hashPassword } from "../apps/hub/src/login/passwords.ts";
import { hashSecret } from "../apps/hub/src/login/secrets.ts";
import { toList } from "./registers-guests.ts";
import { serveHub } from "./serve-hub.ts";

const [dir, user, password, guests, database] = process.argv.slice(2) as [
  ...[string, string, string, string],
  string?,
];
const token = `shk_${password.replaceAll(" ", "-")}`;
const store = await openUpdatedStore({ dataDir: dir, database });
if (await store.addInbox({ name: "door", open: false })) {
  await store.addInbox({ name: "plain", open: false });
  for (const inbox of ["door", "plain"])
    await store.setCredential(inbox, user, await hashPassword(password));
  await store.addToken({ name: "bench", hash: hashSecret(token), person: 1, scopes: ["all"] });
  for (const name of ["gala", "fair"])
    await store.addRegister({ name, kind: "check-in", rules: {} });
  await store.bindInbox("door", { register: "gala", action: "in", answer: "negotiated" });
  const { importList } = await loadRegisterWork();
  const [gala] = (await store.registers()).filter(({ name }) => name === "gala");
  const list = Buffer.from(toList(0, Number(guests)));
  await importList(store, gala!, list, { key: "ticket", label: "name" });
}
await store.close();

await serveHub(dir, ...(database === undefined ? [] : ["--database", database]));
