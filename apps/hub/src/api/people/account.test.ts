import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { hashSecret } from "../../login/secrets.ts";
import { openStore } from "../../store/sqlite/open.ts";
import { type Call, fromPage, ownerPassword, toCookie } from "../../testing/test-hub.ts";
import { usePeopleHub } from "./testing/people-hub.ts";

const people = usePeopleHub("https://hub.example.org");

type Session = { id: string; agent?: string; current: boolean; method: string };
type Account = { person: { name: string }; sessions: Session[] };

async function logIn(name: string, agent: string) {
  const body = { name, password: ownerPassword };
  const page = people.fromElsewhere();
  const cookie = toCookie(await page("POST", "/api/session", body, { "user-agent": agent }));
  return { cookie, call: fromPage(people.hub, cookie) };
}

const readAccount = async (by: Call) =>
  (await people.api.call<Account>("GET", "/api/account", { by })).body;

test("an account lists its sessions, and says which one asks", async () => {
  await people.invite("Ada");
  const phone = await logIn("Ada", "Phone 1.0");
  const laptop = await logIn("Ada", "Laptop 2.0");
  const account = await readAccount(phone.call);
  expect(account).toMatchObject({
    person: { name: "Ada" },
    hasTotp: false,
    recoveryCodes: 0,
    passkeys: [],
    offers: { passkeys: { offered: true }, sso: { offered: false, reason: expect.any(String) } },
  });
  const current = ({ sessions }: Account) =>
    sessions.filter((session) => session.current).map(({ agent }) => agent);
  expect(current(account)).toEqual(["Phone 1.0"]);
  expect(current(await readAccount(laptop.call))).toEqual(["Laptop 2.0"]);
  expect(account.sessions.map(({ method }) => method)).toEqual([
    "password",
    "password",
    "password",
  ]);
  expect(JSON.stringify(account)).not.toContain(laptop.cookie.split("=")[1]);
});

test("people of a provider have no second factor and no passkeys here", async () => {
  const store = await openStore(people.hub.settings.data);
  const sso = { issuer: "https://id.example", subject: "7" };
  const person = (await store.addPerson({ name: "Elsewhere", role: "owner", sso }))!.id;
  const expiresAt = new Date(Date.now() + 60_000);
  await store.addSession({ hash: hashSecret("secret"), person, method: "sso", expiresAt });
  await store.close();
  const by = fromPage(people.hub, "scanhook=secret");
  expect(await readAccount(by)).toMatchObject({
    sessions: [{ method: "sso", current: true }],
    offers: { passkeys: { offered: false, reason: expect.stringMatching(/^You log in at /) } },
  });
  const password = "anything";
  const code = { password, secret: "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ", code: "123456" };
  for (const [method, path, body] of [
    ["POST", "totp", undefined],
    ["PUT", "totp", code],
    ["DELETE", "totp", { password }],
    ["POST", "recovery-codes", { password }],
    ["POST", "passkeys/options", { password }],
  ] as const) {
    const refused = await people.api.call(method, `/api/account/${path}`, { body, by });
    expect([path, refused]).toMatchObject([
      path,
      { status: 409, body: { error: { code: "sso-person" } } },
    ]);
  }
});

test("an ended session and its streams end within a second, and those of others stay", async () => {
  await people.invite("Bea");
  const phone = await logIn("Bea", "Phone 1.0");
  const laptop = await logIn("Bea", "Laptop 2.0");
  const open = async (cookie: string) => {
    const path = `${people.hub.base}/api/scans/stream`;
    const [response] = (await once(
      get(path, { headers: { cookie }, agent: false }),
      "response",
    )) as [IncomingMessage];
    response.on("error", () => {}).resume();
    return response;
  };
  const ended = await open(phone.cookie);
  const stays = await open(laptop.cookie);
  const { sessions } = await readAccount(laptop.call);
  const { id } = sessions.find(({ agent }) => agent === "Phone 1.0")!;
  const path = `/api/account/sessions/${id}`;

  // The owner of the hub ends sessions of others under People, not here.
  const closed = new Promise((resolve) => ended.once("close", resolve));
  const missing = { status: 404, body: { error: { code: "no-such-session" } } };
  expect(await people.api.call("DELETE", path)).toMatchObject(missing);
  expect((await phone.call("GET", "/api/account")).status).toBe(200);
  expect((await people.api.call("DELETE", path, { by: laptop.call })).status).toBe(204);
  expect((await phone.call("GET", "/api/account")).status).toBe(401);
  await closed;
  expect([ended.complete, stays.closed]).toEqual([false, false]);
  expect(await people.api.call("DELETE", path, { by: laptop.call })).toMatchObject(missing);
  expect((await readAccount(laptop.call)).sessions.map(({ agent }) => agent)).not.toContain(
    "Phone 1.0",
  );
  stays.destroy();
});
