import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { startHub } from "../hub.ts";
import { createSealing } from "../secrets/sealing.ts";
import { parseSettings } from "../settings/settings.ts";
import { openStore } from "../store/sqlite/open.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { fromPage, ownerPassword, readJson, toCookie } from "../testing/test-hub.ts";
import { decodeBase32 } from "./base32.ts";
import { createFailureLimit } from "./failure-limit.ts";
import { createSecondFactorCheck, sealTotp } from "./second-factor.ts";
import { createTotp, toTotpStep } from "./totp.ts";

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(findMemory(), "scanhook-factor-"));
});
afterAll(() => rm(data, { recursive: true, force: true }));

/** Starts a hub on the same data folder with this key. `logged` returns what it has logged. */
async function startWithKey(key: string) {
  const listen = ["--tls", "off", "--host", "127.0.0.1", "--http-port", "0"];
  const parsed = parseSettings({ args: ["--data", data, ...listen, "--secret-key", key], env: {} });
  if (!parsed.ok) throw new Error(parsed.reason);
  let logged = "";
  const log = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const hub = await startHub(parsed.settings, { log });
  const base = `http://127.0.0.1:${hub.httpPort}`;
  const page = fromPage({ base });
  return {
    logged: () => logged,
    async logIn(body: object) {
      const response = await page("POST", "/api/session", { password: ownerPassword, ...body });
      const by = fromPage({ base }, toCookie(response));
      const { error } = await readJson<{ error?: { code: string } }>(response);
      return { by, outcome: error?.code ?? response.status };
    },
    code: hub.loginLink?.split("code=")[1],
    [Symbol.asyncDispose]: () => hub.close(),
  };
}

/** Returns the code of an app whose clock is at the next step, because that of now may be used. */
const nextCode = (secret: string) => createTotp(decodeBase32(secret)!, toTotpStep(Date.now()) + 1);

type Hub = Awaited<ReturnType<typeof startWithKey>>;

async function setUp(by: Awaited<ReturnType<Hub["logIn"]>>["by"]) {
  const { secret } = await readJson<{ secret: string }>(await by("POST", "/api/account/totp"));
  const code = createTotp(decodeBase32(secret)!, toTotpStep(Date.now()));
  const set = await by("PUT", "/api/account/totp", { password: ownerPassword, secret, code });
  const { recoveryCodes } = await readJson<{ recoveryCodes: string[] }>(set);
  return { secret, recoveryCodes };
}

test("with another key of the hub, only recovery codes log in, until the app is set up again", async () => {
  let earlier: Awaited<ReturnType<typeof setUp>>;
  {
    await using hub = await startWithKey("first passphrase of two");
    earlier = await setUp((await hub.logIn({ code: hub.code })).by);
    expect((await hub.logIn({ second: nextCode(earlier.secret) })).outcome).toBe(200);
    expect(hub.logged()).not.toContain("another key");
  }
  {
    await using hub = await startWithKey("second passphrase of two");
    expect(hub.logged()).toContain("The secret totp of person 1 was sealed with another key");
    const second = nextCode(earlier.secret);
    expect((await hub.logIn({ second })).outcome).toBe("second-factor-locked");
    const { by, outcome } = await hub.logIn({ second: earlier.recoveryCodes[0] });
    expect(outcome).toBe(200);
    const renewed = await setUp(by);
    expect((await hub.logIn({ second })).outcome).toBe("second-factor-wrong");
    expect((await hub.logIn({ second: nextCode(renewed.secret) })).outcome).toBe(200);
  }
});

test("while the store cannot write, a code of the app still works, and once", async () => {
  const dataDir = join(data, "full");
  const store = await openStore(dataDir);
  const sealing = createSealing({ dataDir });
  const secret = Buffer.from("12345678901234567890");
  const sealed = await sealTotp(sealing, 1, secret);
  if (!sealed.ok) throw new Error(sealed.reason);
  await store.setTotp(1, { sealed: sealed.sealed, recoveryCodes: [] });
  const full = () => Promise.reject(new StoreUnavailable("full", "The disk is full."));
  // RFC 6238, appendix B: the password of this second.
  const [time, second] = [1_234_567_890_000, "005924"];
  const check = createSecondFactorCheck({
    store: {
      loginSecrets: (id) => store.loginSecrets(id),
      useRecoveryCode: full,
      useTotpStep: full,
    },
    sealing,
    failures: createFailureLimit(),
    now: () => time,
  });
  const app = Fastify();
  app.get("/", async (request, reply) => ({
    error: await check(request, reply, { person: 1, second }),
  }));
  const answers = await Promise.all([1, 2, 3].map(() => app.inject("/")));
  const errors = answers.map((answer) => answer.json<{ error?: string }>().error);
  expect(errors.filter((error) => error === undefined)).toHaveLength(1);
  expect(errors.filter((error) => error === "second-factor-wrong")).toHaveLength(2);
  await app.close();
  await store.close();
});
