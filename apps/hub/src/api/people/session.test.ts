import { expect, test } from "vitest";
import { openStore } from "../../store/sqlite/open.ts";
import { fromPage, quickHash, startTestHub } from "../../testing/test-hub.ts";

test("the log-in asks for a name as soon as somebody else than the first owner has a password", async () => {
  await using hub = await startTestHub("--tls", "off");
  const page = fromPage(hub);
  const state = async () => (await page("GET", "/api/session")).json();
  expect(await state()).toMatchObject({ passwordSet: false, named: false });
  const store = await openStore(hub.settings.data);
  const ada = await store.addPerson({ name: "Ada", role: "viewer" });
  await store.setPassword(ada!.id, quickHash("a password"));
  expect(await state()).toMatchObject({ passwordSet: true, named: true });
  const byName = await page("POST", "/api/session", { name: "ada", password: "a password" });
  expect(await byName.json()).toMatchObject({ loggedIn: true, person: { name: "Ada" } });
  await store.removePerson(ada!.id);
  await store.setPassword(1, quickHash("a password"));
  expect(await state()).toMatchObject({ passwordSet: true, named: false });
  expect((await page("POST", "/api/session", { password: "a password" })).status).toBe(200);
  await store.close();
});
