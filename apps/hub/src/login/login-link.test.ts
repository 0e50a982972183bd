import { expect, test } from "vitest";
import { startHub } from "../hub.ts";
import { openStore } from "../store/sqlite/open.ts";
import { fromPage, ownerPassword, readJson, startTestHub, toCookie } from "../testing/test-hub.ts";
import { hashSecret } from "./secrets.ts";

test("each start makes a new log-in link and ends the old one while no password is set", async () => {
  await using hub = await startTestHub();
  const old = hub.loginCode;
  await hub.hub.close();
  const next = await startHub(hub.settings, { log: hub.log });
  let forgotten: string | undefined;
  try {
    const base = `http://127.0.0.1:${next.httpPort}`;
    const page = fromPage({ base });
    const code = next.loginLink!.split("code=")[1];
    expect(code).not.toBe(old);
    const body = { password: ownerPassword };
    expect((await page("POST", "/api/session", { ...body, code: old })).status).toBe(401);
    const loggedIn = await page("POST", "/api/session", { ...body, code });
    expect(loggedIn.status).toBe(200);
    const owner = fromPage({ base }, toCookie(loggedIn));
    const { link } = await readJson<{ link: string }>(await owner("POST", "/api/people/1/link"));
    forgotten = link.split("code=")[1];
  } finally {
    await next.close();
  }
  const last = await startHub(hub.settings, { log: hub.log });
  try {
    expect(last.loginLink).toBeUndefined();
    // A link for a forgotten password outlives a restart, because it may be made without the hub.
    const page = fromPage({ base: `http://127.0.0.1:${last.httpPort}` });
    expect((await page("POST", "/api/session/link", { code: forgotten })).status).toBe(200);
  } finally {
    await last.close();
  }
});

test("a start ends no link that an owner asked for, and makes one until an owner has a password", async () => {
  await using hub = await startTestHub();
  await hub.hub.close();
  const store = await openStore(hub.settings.data);
  const people = [
    await store.addPerson({ name: "Ada", role: "viewer" }),
    await store.addPerson({ name: "Ina", role: "owner" }),
  ];
  const expiresAt = new Date(Date.now() + 60_000);
  const restart = async () => {
    const next = await startHub(hub.settings, { log: hub.log });
    await next.close();
    return next.loginLink;
  };
  await store.setPassword(people[0]!.id, "hash");
  const link = await restart();
  const [, code = ""] = link?.split("code=") ?? [];
  expect(await store.personOfCode(hashSecret(code))).toMatchObject({ id: 1 });
  await store.setPassword(people[1]!.id, "hash");
  expect(await restart()).toBeUndefined();
  expect(await store.personOfCode(hashSecret(code))).toBeUndefined();
  await store.setPassword(1, "hash");
  await store.addCode({ hash: "asked for", purpose: "login", person: 1, expiresAt });
  expect(await restart()).toBeUndefined();
  expect(await store.personOfCode("asked for")).toMatchObject({ id: 1 });
  await store.close();
});
