import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { expect, test, vi } from "vitest";
import {
  type Deviation,
  makePasskey,
  type SoftwarePasskey,
  showPasskey,
} from "../../login/testing/software-authenticator.ts";
import {
  asOwner,
  type Call,
  fromPage,
  ownerPassword,
  readJson,
  startTestHub,
} from "../../testing/test-hub.ts";
import { usePeopleHub } from "./testing/people-hub.ts";

const origin = "https://hub.example.org";
const host = "hub.example.org";
const people = usePeopleHub(origin);

type Problem = { error: { code: string; message: string } };
type Account = { passkeys: { id: number; name: string; lastUsedAt?: string }[] };

async function askToAdd(by: Call, password = ownerPassword) {
  const path = "/api/account/passkeys/options";
  const { status, body } = await people.api.call("POST", path, { body: { password }, by });
  expect(status).toBe(200);
  return body as PublicKeyCredentialCreationOptionsJSON;
}

async function add(by: Call, name: string, password?: string): Promise<SoftwarePasskey> {
  const { passkey, response } = makePasskey(await askToAdd(by, password), { origin });
  const added = await people.api.call("POST", "/api/account/passkeys", {
    body: { name, response },
    by,
  });
  expect(added).toMatchObject({ status: 201, body: { name } });
  return passkey;
}

async function askToLogIn(by: Call) {
  const { body } = await people.api.call("POST", "/api/session/passkey/options", { by });
  return body as PublicKeyCredentialRequestOptionsJSON;
}

async function logIn(passkey: SoftwarePasskey, deviation: Deviation = {}) {
  const by = people.fromElsewhere();
  const response = showPasskey(passkey, await askToLogIn(by), { origin, ...deviation });
  return people.api.call<Problem>("POST", "/api/session/passkey", { body: { response }, by });
}

const readPasskeys = async (by: Call) =>
  (await readJson<Account>(await by("GET", "/api/account"))).passkeys;

test("a passkey logs its person in without name, password and second factor", async () => {
  const ada = await people.invite("Ada");
  const before = await askToAdd(ada);
  expect(before).toMatchObject({
    rp: { id: host },
    user: { name: "Ada" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: [],
  });
  const passkey = await add(ada, "Phone");
  expect((await askToAdd(ada)).excludeCredentials).toMatchObject([{ id: passkey.id }]);
  expect(await askToLogIn(fromPage(people.hub))).toMatchObject({
    rpId: host,
    userVerification: "required",
  });
  expect(await (await fromPage(people.hub)("GET", "/api/session")).json()).toMatchObject({
    passkeys: true,
  });

  const logged = await logIn(passkey);
  expect(logged).toMatchObject({
    status: 200,
    body: { loggedIn: true, person: { name: "Ada", role: "desk" } },
  });
  const cookie = logged.headers.getSetCookie()[0]!.split(";")[0]!;
  const account = await readJson<object>(await fromPage(people.hub, cookie)("GET", "/api/account"));
  expect(account).toMatchObject({
    passkeys: [{ name: "Phone", lastUsedAt: expect.any(String) }],
    sessions: expect.arrayContaining([
      expect.objectContaining({ method: "passkey", current: true }),
    ]),
  });
  expect((await logIn(passkey)).status).toBe(200);
});

test("a passkey is accepted only from its own site, with a PIN or a fingerprint, and if it is no copy", async () => {
  const passkey = await add(await people.invite("Bea"), "Key");
  expect((await logIn(passkey, { counter: 7 })).status).toBe(200);
  const intruder: SoftwarePasskey = {
    ...(await add(people.owner, "Key of another")),
    id: passkey.id,
  };
  const handle = { userHandle: passkey.userHandle };
  for (const [name, by, deviation] of [
    ["wrong origin", passkey, { origin: "https://hub.example.org.evil.example" }],
    ["wrong rp", passkey, { rpId: "example.org" }],
    ["no PIN", passkey, { isVerified: false }],
    ["same counter", passkey, { counter: 7 }],
    ["lower counter", passkey, { counter: 3 }],
    ["user of another", passkey, { userHandle: intruder.userHandle }],
    ["signed by another", intruder, { ...handle, counter: 50 }],
    ["unknown", { ...passkey, id: "AAAAAAAAAAAAAAAAAAAAAA" }, { counter: 50 }],
  ] satisfies [string, SoftwarePasskey, Deviation][]) {
    const refused = await logIn({ ...by }, deviation);
    expect([name, refused.status, refused.body.error.code]).toEqual([name, 401, "passkey-wrong"]);
    expect([name, refused.headers.getSetCookie()]).toEqual([name, []]);
  }
  const elsewhere = await logIn({ ...passkey }, { origin: "https://10.0.0.7" });
  expect(elsewhere.body.error.message).toContain(`only at ${origin};`);
  expect((await logIn(passkey, { counter: 8 })).status).toBe(200);
});

test("a challenge works once, and only for what and whom it was made", async () => {
  const cleo = await people.invite("Cleo");
  const passkey = await add(cleo, "Key");
  const by = people.fromElsewhere();
  const path = "/api/session/passkey";
  const response = showPasskey(passkey, await askToLogIn(by), { origin });
  const twice = await Promise.all(
    [1, 2].map(() => people.api.call("POST", path, { body: { response }, by })),
  );
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
  const expired = { status: 401, body: { error: { code: "passkey-expired" } } };
  expect(await people.api.call("POST", path, { body: { response }, by })).toMatchObject(expired);
  expect(await logIn(passkey, { challenge: "b3VyIG93bg" })).toMatchObject(expired);
  const { challenge } = await askToAdd(cleo);
  expect(await logIn(passkey, { challenge })).toMatchObject(expired);

  const register = (response: object, caller: Call) =>
    people.api.call("POST", "/api/account/passkeys", { body: { name: "x", response }, by: caller });
  const options = await askToAdd(people.owner);
  expect(await register(makePasskey(options, { origin }).response, cleo)).toMatchObject(expired);
  expect(await register(makePasskey(options, { origin }).response, people.owner)).toMatchObject(
    expired,
  );
  const loginChallenge = { origin, challenge: (await askToLogIn(by)).challenge };
  const made = makePasskey(await askToAdd(people.owner), loginChallenge).response;
  expect(await register(made, people.owner)).toMatchObject(expired);
});

test("a challenge ends after five minutes", async () => {
  const passkey = await add(await people.invite("Fay"), "Key");
  const by = people.fromElsewhere();
  const askEarlier = async (seconds: number) => {
    using _ = vi.spyOn(Date, "now").mockReturnValue(Date.now() - seconds * 1000);
    return await askToLogIn(by);
  };
  const show = async (options: PublicKeyCredentialRequestOptionsJSON) => {
    const response = showPasskey(passkey, options, { origin });
    const path = "/api/session/passkey";
    return (await people.api.call<Problem>("POST", path, { body: { response }, by })).body;
  };
  expect(await show(await askEarlier(301))).toMatchObject({ error: { code: "passkey-expired" } });
  expect(await show(await askEarlier(200))).toMatchObject({ loggedIn: true });
});

test("only a passkey that was made for this hub is added, and once", async () => {
  const dora = await people.invite("Dora");
  const register = (response: object, by: Call) =>
    people.api.call<Problem>("POST", "/api/account/passkeys", {
      body: { name: "x", response },
      by,
    });
  for (const deviation of [
    { origin: "https://evil.example" },
    { origin, rpId: "evil.example" },
    { origin, isVerified: false },
  ]) {
    const refused = await register(makePasskey(await askToAdd(dora), deviation).response, dora);
    expect([refused.status, refused.body.error.code]).toEqual([401, "passkey-wrong"]);
  }
  const unread = makePasskey(await askToAdd(dora), { origin }).response;
  unread.response.clientDataJSON = "bm8ganNvbg";
  expect((await register(unread, dora)).body.error.code).toBe("passkey-wrong");
  expect((await register({ ...unread, id: "no base64!" }, dora)).status).toBe(400);
  expect(await readPasskeys(dora)).toEqual([]);

  const wrong = await people.api.call<Problem>("POST", "/api/account/passkeys/options", {
    body: { password: "wrong" },
    by: dora,
  });
  expect([wrong.status, wrong.body.error.code]).toEqual([401, "password-wrong"]);

  // Somebody else claims the credential that Dora has.
  const { passkey, response } = makePasskey(await askToAdd(dora), { origin });
  expect((await register(response, dora)).status).toBe(201);
  const claimed = makePasskey(await askToAdd(people.owner), {
    origin,
    credential: passkey.id,
  }).response;
  const taken = await register(claimed, people.owner);
  expect([taken.status, taken.body.error.code]).toEqual([409, "passkey-exists"]);
});

test("a removed passkey logs nobody in, and nobody removes that of another person", async () => {
  const emma = await people.invite("Emma");
  const passkey = await add(emma, "Old phone");
  const [listed] = await readPasskeys(emma);
  const path = `/api/account/passkeys/${listed!.id}`;
  expect((await people.api.call("DELETE", path)).status).toBe(404);
  expect((await logIn(passkey)).status).toBe(200);
  expect((await people.api.call("DELETE", path, { by: emma })).status).toBe(204);
  expect((await people.api.call("DELETE", path, { by: emma })).status).toBe(404);
  expect((await logIn(passkey)).body.error.code).toBe("passkey-wrong");
});

test("requests for passkeys are limited at each address", async () => {
  using _ = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const by = people.fromElsewhere();
  const ask = async () => (await by("POST", "/api/session/passkey/options")).status;
  for (let count = 0; count < 30; count++) expect(await ask()).toBe(200);
  expect(await ask()).toBe(429);
  expect((await people.fromElsewhere()("POST", "/api/session/passkey/options")).status).toBe(200);
  const crossSite = await fromPage(people.hub)("POST", "/api/session/passkey/options", undefined, {
    origin: "https://evil.example",
  });
  expect(crossSite.status).toBe(403);
});

test.each([
  [[], /^Passkeys need a name of the hub; .*--public-url.*\.$/],
  [["--public-url", "https://192.0.2.7:8443"], /IP address such as 192\.0\.2\.7:8443; .*\.$/],
  [["--public-url", "https://[2001:db8::7]"], /IP address such as \[2001:db8::7\]; .*\.$/],
  [["--public-url", "http://hub.example.org"], /only over HTTPS; .*\.$/],
])("a hub started with %j offers no passkeys, and says why", async (settings, reason) => {
  await using other = await startTestHub("--tls", "off", ...settings);
  const call = await asOwner(other);
  const account = await readJson<object>(await call("GET", "/api/account"));
  const offer = { offered: false, reason: expect.stringMatching(reason) };
  expect(account).toMatchObject({ offers: { passkeys: offer, sso: { offered: false } } });
  expect(await (await call("GET", "/api/session")).json()).toMatchObject({ passkeys: false });
  for (const [path, body] of [
    ["/api/account/passkeys/options", { password: ownerPassword }],
    ["/api/session/passkey/options", undefined],
  ] as const) {
    const refused = await call("POST", path, body);
    expect([refused.status, (await readJson<Problem>(refused)).error]).toMatchObject([
      409,
      { code: "passkeys-not-offered", message: expect.stringMatching(reason) },
    ]);
  }
});

test("localhost counts as a name", async () => {
  await using other = await startTestHub("--tls", "off", "--public-url", "http://localhost:8080");
  const account = await (await asOwner(other))("GET", "/api/account");
  expect(await account.json()).toMatchObject({ offers: { passkeys: { offered: true } } });
});
