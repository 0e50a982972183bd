import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { startHub } from "../hub.ts";
import { makeSunLink } from "../registers/testing/sun-link.ts";
import { parseSettings } from "../settings/settings.ts";
import { type Call, fromPage, ownerPassword, readJson, toCookie } from "../testing/test-hub.ts";

const erp = {
  name: "erp",
  kind: "http",
  settings: { url: "http://127.0.0.1:1/", auth: "bearer" },
  secrets: { token: "a-secret-token" },
  allowPrivate: true,
};

/** Runs `work` with a hub on this data folder and with this key. Returns what the hub logged. */
async function withHub(data: string, key: string, work: (call: Call) => Promise<void>) {
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
  try {
    const base = { base: `http://127.0.0.1:${hub.httpPort}` };
    const code = hub.loginLink?.split("code=")[1];
    const body = { password: ownerPassword, ...(code && { code }) };
    const session = await fromPage(base)("POST", "/api/session", body);
    await work(fromPage(base, toCookie(session)));
  } finally {
    await hub.close();
  }
  return logged;
}

test("a hub with another key checks no tag of a register, and says so when it starts", async () => {
  const data = await mkdtemp(join(tmpdir(), "scanhook-locked-"));
  const tag = makeSunLink("04DE5F1EACC040", 1);
  const scan = { identifier: "1", date: new Date().toISOString(), content: tag };
  try {
    const firstLog = await withHub(data, "first passphrase of two", async (call) => {
      await call("POST", "/api/inboxes", { name: "door", open: true });
      const rules = { keys: { sun: {} } };
      const secrets = { fileKey: "0".repeat(32) };
      const gala = { name: "gala", kind: "check-in", rules, secrets };
      expect((await call("POST", "/api/registers", gala)).status).toBe(201);
      await call("PUT", "/api/inboxes/door/register", { register: "gala" });
    });
    expect(firstLog).not.toContain("another key");
    const secondLog = await withHub(data, "second passphrase of two", async (call) => {
      const posted = await call("POST", "/in/door", scan);
      expect([posted.status, await posted.text()]).toEqual([
        409,
        expect.stringMatching(/^NO\. The hub cannot open the key of its tags/),
      ]);
    });
    expect(secondLog).toContain("The secret fileKey of the register gala was sealed with another");
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test("a hub with another key logs a warning when it starts, and works again once the secret is entered again", async () => {
  const data = await mkdtemp(join(tmpdir(), "scanhook-locked-"));
  try {
    const firstLog = await withHub(data, "first passphrase of two", async (call) => {
      expect((await call("POST", "/api/destinations", erp)).status).toBe(201);
    });
    expect(firstLog).not.toContain("another key");
    const secondLog = await withHub(data, "second passphrase of two", async (call) => {
      const locked = await call("POST", "/api/destinations/erp/test", {});
      expect([locked.status, await readJson(locked)]).toMatchObject([
        409,
        {
          error: {
            code: "secrets-locked",
            message: expect.stringMatching(/^The secret token of the destination erp was sealed /),
          },
        },
      ]);
      // Other fields than the secret can still be changed.
      expect((await call("PATCH", "/api/destinations/erp", { title: "ERP" })).status).toBe(200);
      const { secrets } = erp;
      expect((await call("PATCH", "/api/destinations/erp", { secrets })).status).toBe(200);
      const testResponse = await call("POST", "/api/destinations/erp/test", {});
      expect([testResponse.status, await readJson(testResponse)]).toMatchObject([
        200,
        { ok: false },
      ]);
    });
    expect(secondLog).toContain(
      "The secret token of the destination erp was sealed with another key",
    );
    expect(await withHub(data, "second passphrase of two", async () => {})).not.toContain(
      "another key",
    );
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
