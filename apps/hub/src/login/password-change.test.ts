import { expect, test, vi } from "vitest";
import { openStore } from "../store/sqlite/open.ts";
import {
  asOwner,
  type Call,
  fromPage,
  ownerPassword,
  readJson,
  startTestHub,
  toCookie,
} from "../testing/test-hub.ts";
import { hashSecret } from "./secrets.ts";

const errorCode = async (response: Response) =>
  (await readJson<{ error: { code: string } }>(response)).error.code;

test("a password change ends every other session and every log-in link", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const otherBrowser = await asOwner({ ...hub, loginCode: "" });
  const { token } = await readJson<{ token: string }>(
    await owner("POST", "/api/tokens", { name: "script" }),
  );
  const store = await openStore(hub.settings.data);
  const expiresAt = new Date(Date.now() + 60_000);
  await store.addCode({ hash: hashSecret("link"), purpose: "login", expiresAt });
  await store.close();

  const next = "staple of the horse";
  const changed = await owner("POST", "/api/session/password", { current: ownerPassword, next });
  expect([changed.status, await changed.text()]).toEqual([204, ""]);
  const renewedSession = fromPage(hub, toCookie(changed));
  expect((await renewedSession("GET", "/api/scans")).status).toBe(200);
  // Requests that the page sent before it had the new cookie.
  expect((await owner("GET", "/api/scans")).status).toBe(200);
  expect((await otherBrowser("GET", "/api/scans")).status).toBe(401);
  await expect.poll(async () => (await owner("GET", "/api/scans")).status).toBe(401);
  const page = fromPage(hub);
  const logIn = async (body: object) => (await page("POST", "/api/session", body)).status;
  expect(await logIn({ code: "link", password: "one of a thief" })).toBe(401);
  expect(await logIn({ password: ownerPassword })).toBe(401);
  expect(await logIn({ password: next })).toBe(200);

  const authorization = `Bearer ${token}`;
  const back = { current: next, next: ownerPassword };
  const byProgram = await page("POST", "/api/session/password", back, { authorization });
  expect([byProgram.status, byProgram.headers.getSetCookie()]).toEqual([204, []]);
});

test("a password change keeps the API tokens unless it is asked to remove them", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const { token } = await readJson<{ token: string }>(
    await owner("POST", "/api/tokens", { name: "script" }),
  );
  const useToken = async () =>
    (await fetch(`${hub.base}/api/scans`, { headers: { authorization: `Bearer ${token}` } }))
      .status;
  const next = "another good password";
  const changed = await owner("POST", "/api/session/password", { current: ownerPassword, next });
  expect([changed.status, await useToken()]).toEqual([204, 200]);
  const again = { current: next, next: ownerPassword, removeTokens: true };
  const page = fromPage(hub, toCookie(changed));
  expect((await page("POST", "/api/session/password", again)).status).toBe(204);
  expect(await useToken()).toBe(401);
});

test("a password change needs the current password and a new one that is long enough", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  using _ = stopClock();
  const change = (by: Call, body: object) => by("POST", "/api/session/password", body);
  const next = "staple of the horse";
  const stranger = await change(fromPage(hub), { current: ownerPassword, next });
  expect([stranger.status, await errorCode(stranger)]).toEqual([401, "login-needed"]);
  const short = await change(owner, { current: ownerPassword, next: "1234567" });
  expect([short.status, await errorCode(short)]).toEqual([422, "password-too-short"]);
  const wrong = await change(owner, { current: "wrong", next });
  expect([wrong.status, await errorCode(wrong)]).toEqual([401, "password-wrong"]);
  expect((await owner("GET", "/api/scans")).status).toBe(200);

  // Wrong current passwords and wrong log-ins count together.
  for (let i = 0; i < 8; i++) {
    const guess = { password: next, code: `guess${i}` };
    expect((await fromPage(hub)("POST", "/api/session", guess)).status).toBe(401);
  }
  const concurrent = await Promise.all(
    [1, 2, 3].map(() => change(owner, { current: "wrong", next })),
  );
  expect(concurrent.map(({ status }) => status).sort()).toEqual([401, 429, 429]);
  const limited = await change(owner, { current: ownerPassword, next });
  expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
});

/** Stops the clock of the limits, so that a slow machine earns no attempts back. */
function stopClock(): Disposable {
  return vi.spyOn(performance, "now").mockReturnValue(performance.now());
}
