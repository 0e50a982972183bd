import { afterEach, expect, test, vi } from "vitest";
import { decodeBase32 } from "../../login/base32.ts";
import { createTotp, toTotpStep } from "../../login/totp.ts";
import { type Call, fromPage, ownerPassword, toCookie } from "../../testing/test-hub.ts";
import { usePeopleHub } from "./testing/people-hub.ts";

const people = usePeopleHub("https://hub.example.org");

type Problem = { error: { code: string; message: string } };
type Codes = { recoveryCodes: string[] };

/** Stops the clock in the middle of a time step. `pass` lets steps pass. */
function stopClock() {
  const step = toTotpStep(Date.now());
  const set = (to: number) => vi.spyOn(Date, "now").mockReturnValue((to + 0.5) * 30_000);
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  set(step);
  let passed = 0;
  return {
    pass(steps: number): void {
      passed += steps;
      set(step + passed);
    },
    /** Returns the code of an app whose clock is some steps off. */
    code: (secret: string, steps = 0) => createTotp(decodeBase32(secret)!, step + passed + steps),
  };
}
afterEach(() => void vi.restoreAllMocks());

async function setUp(by: Call, clock: ReturnType<typeof stopClock>) {
  const made = await people.api.call<{ secret: string; uri: string }>("POST", "/api/account/totp", {
    by,
  });
  const { secret, uri } = made.body;
  const body = { password: ownerPassword, secret, code: clock.code(secret) };
  const set = await people.api.call<Codes>("PUT", "/api/account/totp", { body, by });
  expect(set.status).toBe(200);
  return { secret, uri, recoveryCodes: set.body.recoveryCodes };
}

/** Logs in, and returns the code of the error, or the status 200. */
async function logIn(name: string, second?: string, by = people.fromElsewhere()) {
  const body = { name, password: ownerPassword, second };
  const answer = await people.api.call<Problem>("POST", "/api/session", { body, by });
  return answer.status === 200 ? 200 : answer.body.error.code;
}

test("after the set-up, a log-in needs a code of the app, and each code works once", async () => {
  const clock = stopClock();
  const ada = await people.invite("Ada");
  const { secret, uri, recoveryCodes } = await setUp(ada, clock);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(
    `otpauth://totp/Scanhook:Ada@hub.example.org?secret=${secret}&issuer=Scanhook&algorithm=SHA1&digits=6&period=30`,
  );
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await (await ada("GET", "/api/account")).json()).toMatchObject({
    hasTotp: true,
    recoveryCodes: 10,
  });
  expect(await logIn("Ada")).toBe("second-factor-needed");
  expect(await logIn("Ada", " ")).toBe("second-factor-needed");
  expect(await logIn("Ada", clock.code(secret))).toBe("second-factor-wrong");
  clock.pass(1);
  const code = clock.code(secret);
  expect(await logIn("Ada", `${code.slice(0, 3)} ${code.slice(3)}`)).toBe(200);
  expect(await logIn("Ada", code)).toBe("second-factor-wrong");
  clock.pass(1);
  const body = { name: "Ada", password: "wrong", second: clock.code(secret) };
  const wrong = await people.fromElsewhere()("POST", "/api/session", body);
  expect(wrong.status).toBe(401);
  // A wrong password has not used up the code.
  expect(await logIn("Ada", clock.code(secret))).toBe(200);
});

test("a code may be 30 seconds off, and a clock that is further off is named at the set-up", async () => {
  const clock = stopClock();
  const bea = await people.invite("Bea");
  const { secret } = await setUp(bea, clock);
  clock.pass(10);
  expect(await logIn("Bea", clock.code(secret, -2))).toBe("second-factor-wrong");
  expect(await logIn("Bea", clock.code(secret, 2))).toBe("second-factor-wrong");
  expect(await logIn("Bea", clock.code(secret, -1))).toBe(200);
  expect(await logIn("Bea", clock.code(secret, 1))).toBe(200);
  // A later step is used, so the one of now is over.
  expect(await logIn("Bea", clock.code(secret))).toBe("second-factor-wrong");

  const enter = async (code: string) => {
    const body = { password: ownerPassword, secret, code };
    const options = { body, by: bea };
    const { status, body: answer } = await people.api.call<Problem>(
      "PUT",
      "/api/account/totp",
      options,
    );
    return [status, answer.error.code, answer.error.message];
  };
  const [status, code, message] = await enter(clock.code(secret, -6));
  expect([status, code]).toEqual([401, "second-factor-wrong"]);
  expect(message).toMatch(/ 180 seconds behind that of the hub; .*\.$/);
  expect((await enter(clock.code(secret, 4)))[2]).toMatch(/ 120 seconds ahead of that /);
  expect((await enter("12345x"))[2]).toMatch(/^This code does not belong to the key /);
});

test("a recovery code stands in for the app once, however it is typed", async () => {
  const clock = stopClock();
  const cleo = await people.invite("Cleo");
  const { secret, recoveryCodes } = await setUp(cleo, clock);
  const [first = "", second = "", third = ""] = recoveryCodes;
  expect(await logIn("Cleo", first.toUpperCase().replaceAll("-", ""))).toBe(200);
  expect(await logIn("Cleo", first)).toBe("second-factor-wrong");
  expect(await (await cleo("GET", "/api/account")).json()).toMatchObject({ recoveryCodes: 9 });
  const dora = await people.invite("Dora");
  await setUp(dora, clock);
  expect(await logIn("Dora", second)).toBe("second-factor-wrong");

  clock.pass(1);
  const code = clock.code(secret);
  expect(await logIn("Cleo", code)).toBe(200);
  const path = "/api/account/recovery-codes";
  const wrong = await people.api.call("POST", path, { body: { password: "wrong" }, by: cleo });
  expect(wrong).toMatchObject({ status: 401, body: { error: { code: "password-wrong" } } });
  const body = { password: ownerPassword };
  const renewed = (await people.api.call<Codes>("POST", path, { body, by: cleo })).body;
  expect(await logIn("Cleo", third)).toBe("second-factor-wrong");
  // New recovery codes do not make the last code of the app valid again.
  expect(await logIn("Cleo", code)).toBe("second-factor-wrong");
  expect(await logIn("Cleo", renewed.recoveryCodes[0])).toBe(200);
});

test("a second factor is removed only with the password", async () => {
  const clock = stopClock();
  const emma = await people.invite("Emma");
  const call = (method: string, path: string, body: object) =>
    people.api.call<Problem>(method, `/api/account/${path}`, { body, by: emma });
  expect(await call("POST", "recovery-codes", { password: ownerPassword })).toMatchObject({
    status: 409,
    body: { error: { code: "no-second-factor" } },
  });
  const { secret } = await setUp(emma, clock);
  const other = { secret, code: clock.code(secret), password: "wrong" };
  expect((await call("PUT", "totp", other)).body.error.code).toBe("password-wrong");
  expect((await call("DELETE", "totp", { password: "wrong" })).status).toBe(401);
  expect(await logIn("Emma")).toBe("second-factor-needed");
  expect((await call("DELETE", "totp", { password: ownerPassword })).status).toBe(204);
  expect(await logIn("Emma")).toBe(200);
});

test("a changed password keeps the second factor, and a log-in link needs none", async () => {
  const clock = stopClock();
  const finn = await people.invite("Finn");
  await setUp(finn, clock);
  const change = { current: ownerPassword, next: "another good password" };
  const changed = await finn("POST", "/api/session/password", change);
  expect(changed.status).toBe(204);
  const page = people.fromElsewhere();
  const login = await page("POST", "/api/session", { name: "Finn", password: change.next });
  expect(await login.json()).toMatchObject({ error: { code: "second-factor-needed" } });

  const account = await fromPage(people.hub, toCookie(changed))("GET", "/api/account");
  const { person } = (await account.json()) as { person: { id: number } };
  const made = await people.owner("POST", `/api/people/${person.id}/link`);
  const { link } = (await made.json()) as { link: string };
  // The person has another device, on which localhost is not the hub.
  expect(link).toMatch(/^https:\/\/hub\.example\.org\/#\/login\?code=/);
  const code = link.split("code=")[1];
  const byLink = await page("POST", "/api/session", { code, password: ownerPassword });
  expect([byLink.status, await byLink.json()]).toMatchObject([200, { person: { hasTotp: true } }]);
  expect(await logIn("Finn")).toBe("second-factor-needed");
});

test("codes are guessed ten times at most, and nobody else is locked out", async () => {
  const clock = stopClock();
  const gwen = await people.invite("Gwen");
  const { secret, recoveryCodes } = await setUp(gwen, clock);
  const hans = await people.invite("Hans");
  const ofHans = await setUp(hans, clock);
  clock.pass(1);
  const code = clock.code(secret);
  // A code that is wrong at each step of the window.
  const near = [-1, 0, 1].map((steps) => clock.code(secret, steps));
  const wrong = ["000000", "000001", "000002", "000003"].find((guess) => !near.includes(guess));
  const guesser = people.fromElsewhere();
  for (let count = 0; count < 5; count++) {
    expect(await logIn("Gwen", wrong, guesser)).toBe("second-factor-wrong");
  }
  // From other addresses, and at once.
  const guesses = await Promise.all(Array.from({ length: 8 }, () => logIn("Gwen", wrong)));
  expect(guesses.sort()).toEqual([
    ...Array(5).fill("second-factor-wrong"),
    ...Array(3).fill("too-many-codes"),
  ]);
  const limited = await people.fromElsewhere()("POST", "/api/session", {
    name: "Gwen",
    password: ownerPassword,
    second: code,
  });
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "300"]);
  expect(await logIn("Hans", clock.code(ofHans.secret))).toBe(200);
  expect(await logIn("Gwen", recoveryCodes[0])).toBe(200);
  expect(await logIn("Gwen")).toBe("second-factor-needed");

  // Guesses also count for their address, together with wrong passwords.
  for (let count = 0; count < 5; count++) {
    expect(await logIn("Gwen", recoveryCodes[0], guesser)).toBe("second-factor-wrong");
  }
  expect(await logIn("Hans", undefined, guesser)).toBe("too-many-tries");
});
