import { expect, test } from "vitest";
import { asOwner, fromPage, readJson } from "../../testing/test-hub.ts";
import { publicUrl, runProvider } from "./testing/run-provider.ts";
import { startSsoHub } from "./testing/start-sso-hub.ts";
import { atCallback, logIn, TestBrowser } from "./testing/test-browser.ts";

test("a log-in at the provider makes an account with the role of the groups", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  provider.accounts.set("sub-1", { name: " Ada\n Lovelace ", groups: ["staff", "others"] });
  const browser = new TestBrowser(hub);
  expect(await browser.session()).toMatchObject({
    loggedIn: false,
    sso: { name: new URL(provider.issuer).host },
  });
  const page = await logIn(browser, "sub-1");
  expect(page.url.href).toBe(`${publicUrl}/#/`);
  expect(await browser.session()).toMatchObject({
    loggedIn: true,
    person: {
      name: "Ada Lovelace",
      role: "desk",
      sso: { issuer: provider.issuer, subject: "sub-1" },
      hasPassword: false,
      lastLoginAt: expect.any(String),
    },
  });
});

test("the request to the provider has PKCE, a nonce and a state that is bound to the browser", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  const browser = new TestBrowser(hub);
  const seen = [];
  for (const _ of [1, 2]) {
    const { url } = await browser.open("/sso/login", ({ origin }) => origin === provider.issuer);
    seen.push(url.searchParams);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "scanhook",
      response_type: "code",
      redirect_uri: `${publicUrl}/sso/callback`,
      scope: "openid profile",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      state: expect.stringMatching(/^[\w-]{22}$/),
    });
  }
  for (const name of ["state", "nonce", "code_challenge"])
    expect(seen[0]!.get(name)).not.toBe(seen[1]!.get(name));
  const [cookie = ""] = browser.setCookies;
  expect(cookie).toMatch(
    /^__Host-scanhook-sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; /,
  );
  expect(cookie).toContain("SameSite=Lax");
});

test("an account is found by its subject, and never takes over one with the same name", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  const owner = await asOwner(hub);
  provider.accounts.set("sub-1", { name: "Owner" });
  provider.accounts.set("sub-2", { name: "OWNER" });
  const first = new TestBrowser(hub);
  await logIn(first, "sub-1");
  expect(await first.session()).toMatchObject({ person: { name: "Owner 2", role: "viewer" } });
  const second = new TestBrowser(hub);
  await logIn(second, "sub-2");
  expect(await second.session()).toMatchObject({ person: { name: "OWNER 3" } });
  provider.accounts.set("sub-1", { name: "Another name", groups: "staff" });
  const again = new TestBrowser(hub);
  await logIn(again, "sub-1");
  expect(await again.session()).toMatchObject({ person: { name: "Owner 2", role: "desk" } });
  const { people } = await readJson<{ people: object[] }>(await owner("GET", "/api/people"));
  expect(people).toHaveLength(3);
});

test("the role follows the groups at each log-in, and without one the access ends", async () => {
  await using provider = await runProvider({ conformIdTokenClaims: false });
  await using hub = await startSsoHub(provider, "--sso-group", "hub");
  const owner = await asOwner(hub);
  provider.accounts.set("sub-1", { name: "Ada", groups: ["hub", "bosses", "staff"] });
  const ada = new TestBrowser(hub);
  await logIn(ada, "sub-1");
  expect(await ada.session()).toMatchObject({ person: { role: "owner" } });
  const created = await ada.fetch(new URL("/api/tokens", publicUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"name":"script"}',
  });
  const { token } = await readJson<{ token: string }>(created);
  const useToken = () =>
    fetch(`${hub.base}/api/scans`, { headers: { authorization: `Bearer ${token}` } });
  expect((await useToken()).status).toBe(200);

  provider.accounts.set("sub-1", { name: "Ada", groups: ["hub"] });
  await logIn(new TestBrowser(hub), "sub-1");
  // Holds for the sessions from before, too.
  expect(await ada.session()).toMatchObject({ person: { role: "viewer" } });

  provider.accounts.set("sub-1", { name: "Ada", groups: ["bosses", "staff"] });
  const refused = await logIn(new TestBrowser(hub), "sub-1");
  expect(refused.url.href).toBe(`${publicUrl}/#/login?problem=sso-no-role`);
  expect(await ada.session()).toMatchObject({ loggedIn: false });
  expect((await useToken()).status).toBe(401);
  // The local owner is not affected.
  expect((await owner("GET", "/api/people")).status).toBe(200);

  provider.accounts.set("sub-1", { name: "Ada", groups: ["hub", "staff"] });
  await logIn(ada, "sub-1");
  expect(await ada.session()).toMatchObject({ person: { name: "Ada", role: "desk" } });
  const journal = await owner("GET", "/api/changes");
  const { changes } = await readJson<{ changes: { via: string; by: string }[] }>(journal);
  expect(changes.filter(({ via }) => via === "sign-in")).toMatchObject([
    { by: "Ada", subject: "person", fields: [{ field: "role", from: "viewer", to: "desk" }] },
    { by: "Ada", subject: "token", name: "script", action: "removed" },
    { by: "Ada", subject: "person", fields: [{ field: "role", from: "owner", to: "viewer" }] },
    { by: "Ada", subject: "person", name: "Ada", action: "added" },
  ]);
});

test("an owner of the provider keeps no limit to inboxes, and others keep theirs", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  const owner = await asOwner(hub);
  provider.accounts.set("sub-1", { name: "Ada", groups: "staff" });
  const ada = new TestBrowser(hub);
  const readPerson = async () => {
    await logIn(ada, "sub-1");
    return (await ada.session()).person as { id: number };
  };
  const { id } = await readPerson();
  await owner("PATCH", `/api/people/${id}`, { inboxes: ["scans"] });
  expect(await readPerson()).toMatchObject({ role: "desk", inboxes: ["scans"] });
  provider.accounts.set("sub-1", { name: "Ada", groups: "bosses" });
  const boss = await readPerson();
  expect([boss, Object.hasOwn(boss, "inboxes")]).toMatchObject([{ role: "owner" }, false]);
});

test("a log-in that is canceled at the provider says so, and the next one works", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  const browser = new TestBrowser(hub);
  const form = await browser.open("/sso/login");
  const canceled = await browser.open(`${form.url.href}/abort`);
  expect(canceled.url.href).toBe(`${publicUrl}/#/login?problem=sso-refused`);
  expect((await logIn(browser, "sub-1")).url.hash).toBe("#/");
});

test("a log-in gets a new session, whatever session the browser had", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  const browser = new TestBrowser(hub);
  const sessionOf = () => /__Host-scanhook=([\w-]+)/.exec(browser.cookieHeader(new URL(publicUrl)));
  await logIn(browser, "sub-1");
  const first = sessionOf()![1];
  await logIn(browser, "sub-1");
  expect(sessionOf()![1]).not.toBe(first);
  const [last = ""] = browser.setCookies.filter((text) => text.startsWith("__Host-scanhook="));
  expect(last).toContain("SameSite=Strict");
  // The secret of the log-in is gone.
  expect(browser.cookieHeader(new URL(publicUrl))).not.toContain("-sso=");
});

test("an address to which the provider has returned works once, and in one browser", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  const [ada, eve] = [new TestBrowser(hub), new TestBrowser(hub)];
  const ofAda = (await logIn(ada, "ada", atCallback)).url;
  const ofEve = (await logIn(eve, "eve", atCallback)).url;
  // Log-in CSRF: the address of Eve would log Ada in as Eve.
  const other = new TestBrowser(hub);
  await logIn(other, "other", atCallback);
  for (const browser of [other, new TestBrowser(hub)]) {
    expect((await browser.open(ofEve.href)).url.hash).toBe("#/login?problem=sso-expired");
    expect(await browser.session()).toMatchObject({ loggedIn: false });
  }
  // The code of Ada with the state of Eve is refused by the provider, which compares the verifier.
  const mixed = new URL(ofEve);
  mixed.searchParams.set("code", ofAda.searchParams.get("code")!);
  expect((await eve.open(mixed.href)).url.hash).toBe("#/login?problem=sso-expired");
  expect(hub.logged.join("")).toContain("invalid_grant");
  expect(await eve.session()).toMatchObject({ loggedIn: false });

  const cookies = ada.cookieHeader(new URL(publicUrl));
  const fresh = (await logIn(ada, "ada", atCallback)).url;
  expect(ada.cookieHeader(new URL(publicUrl))).not.toBe(cookies);
  const replays = await Promise.all([ada.open(fresh.href), ada.open(fresh.href)]);
  expect(replays.map(({ url }) => url.hash).sort()).toEqual(["#/", "#/login?problem=sso-expired"]);
  expect(await ada.session()).toMatchObject({ person: { sso: { subject: "ada" } } });
  expect((await ada.open(fresh.href)).url.hash).toBe("#/login?problem=sso-expired");
});

test("a wrong or missing state, and an answer that was not asked for, log nobody in", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  for (const change of [
    (url: URL) => url.searchParams.set("state", "x".repeat(22)),
    (url: URL) => url.searchParams.delete("state"),
    (url: URL) => url.searchParams.append("state", url.searchParams.get("state")!),
    (url: URL) => url.searchParams.append("code", url.searchParams.get("code")!),
    (url: URL) => url.searchParams.set("iss", "https://other.example"),
    (url: URL) => url.searchParams.delete("iss"),
    (url: URL) => url.searchParams.delete("code"),
    (url: URL) => (url.search = "?error=access_denied"),
  ]) {
    const browser = new TestBrowser(hub);
    const { url } = await logIn(browser, "ada", atCallback);
    change(url);
    const page = await browser.open(url.href);
    expect([url.search, page.url.href]).toEqual([
      url.search,
      expect.stringMatching(
        /^https:\/\/scans\.example\.com\/#\/login\?problem=sso-(expired|failed)$/,
      ),
    ]);
    expect(await browser.session()).toMatchObject({ loggedIn: false });
  }
  const { people } = await readJson<{ people: object[] }>(
    await (await asOwner(hub))("GET", "/api/people"),
  );
  expect(people).toHaveLength(1);
});

test("while the provider is down, the log-in page says so, and the local owner can log in", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  await provider.stop();
  const browser = new TestBrowser(hub);
  expect((await logIn(browser, "ada")).url.hash).toBe("#/login?problem=sso-unreachable");
  const owner = await asOwner(hub);
  expect((await owner("GET", "/api/people")).status).toBe(200);
  await provider.start();
  const { url } = await logIn(browser, "ada", atCallback);
  await provider.stop();
  expect((await browser.open(url.href)).url.hash).toBe("#/login?problem=sso-unreachable");
  expect((await logIn(browser, "ada")).url.hash).toBe("#/login?problem=sso-unreachable");
  await provider.start();
  expect((await logIn(browser, "ada")).url.hash).toBe("#/");
  await provider.stop();
  const left = await browser.fetch(new URL("/api/session", publicUrl), { method: "DELETE" });
  expect(left.status).toBeLessThan(300);
  expect(await browser.session()).toMatchObject({ loggedIn: false });
  expect(hub.logged.join("")).toContain("refused the connection");
});

test("a provider may change its keys at any moment", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  for (const _ of [1, 2, 3]) {
    const browser = new TestBrowser(hub);
    expect((await logIn(browser, "ada")).url.hash).toBe("#/");
    await provider.rotateKeys();
  }
});

test("who logs out is led to the provider, where the session ends, too", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  const browser = new TestBrowser(hub);
  await logIn(browser, "ada");
  // As long as the session at the provider lasts, it asks for nothing.
  const fresh = await browser.open("/sso/login");
  expect(fresh.url.hash).toBe("#/");
  const left = await browser.fetch(new URL("/api/session", publicUrl), { method: "DELETE" });
  const { location } = await readJson<{ location: string }>(left);
  expect(await browser.session()).toMatchObject({ loggedIn: false });
  expect(location.startsWith(`${provider.issuer}/session/end?`)).toBe(true);
  const question = await browser.open(location);
  const end = await browser.submit(question, { logout: "yes" });
  expect(end.text).toBe("You are logged out.");
  const form = await browser.open("/sso/login");
  expect(form.text).toContain('value="login"');
});

test("a local log-out leads nowhere", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  expect((await (await asOwner(hub))("DELETE", "/api/session")).status).toBe(204);
});

test("another address of the hub leads to public-url first, and only once", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  const direct = await fromPage(hub)("GET", "/sso/login");
  expect(direct.headers.get("location")).toBe(`${publicUrl}/sso/login?here`);
  const there = await fromPage(hub)("GET", "/sso/login?here");
  expect(there.headers.get("location")).toMatch(new RegExp(`^${provider.issuer}/auth\\?`));
});

test("an address can begin 30 log-ins without ending one, and HEAD begins none", async () => {
  await using provider = await runProvider();
  await using hub = await startSsoHub(provider);
  expect((await fromPage(hub)("HEAD", "/sso/login?here")).status).toBe(404);
  const places = [];
  for (let i = 0; i < 31; i++) {
    const response = await fromPage(hub)("GET", "/sso/login?here");
    places.push(response.headers.get("location")!.split("?")[0]);
  }
  expect(places.filter((place) => place === `${provider.issuer}/auth`)).toHaveLength(30);
  expect(places[30]).toBe("/#/login");
});
