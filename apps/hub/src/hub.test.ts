import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { expect, test } from "vitest";
import { startHub } from "./hub.ts";
import { openListener } from "./listeners.ts";
import { StartError } from "./start-error.ts";
import { asOwner, fromPage, ownerPassword, postScan, startTestHub } from "./testing/test-hub.ts";
import { openServedCertificate } from "./tls/served-certificate.ts";

/** A request with any Host header, as somebody on the LAN would send it. */
async function ask(port: number, path: string, host: string, method = "GET") {
  const sent = request({ port, path, method, host: "127.0.0.1", headers: { host } }).end();
  const [answer] = await once(sent, "response");
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

test("a first start makes the inbox, and the links to log in and to pair a phone", async () => {
  await using test = await startTestHub();
  const { hub } = test;
  expect(hub.addresses.dashboard[0]).toBe(`http://localhost:${hub.httpPort}`);
  expect(hub.loginLink).toMatch(/^http:\/\/localhost:\d+\/#\/login\?code=[\w-]{22}$/);
  expect(hub.pairLink).toMatch(/^http:\/\/localhost:\d+\/scan\/#\/pair\?code=[\w-]{22}$/);
  const code = hub.pairLink!.split("code=")[1];
  const paired = await fromPage(test)("POST", "/scan/pair", { code, device: "Pixel 8" });
  expect(await paired.json()).toMatchObject({ inbox: "scans", user: "pixel-8" });
});

test("to others plain HTTP gives only the help page, the CA and health", async () => {
  await using test = await startTestHub();
  const { httpPort: port, httpsPort } = test.hub;
  const other = `192.168.1.5:${port}`;
  for (const path of ["/phone", "/ca.pem", "/ca.crt", "/ca.mobileconfig", "/healthz"]) {
    expect([path, (await ask(port, path, other)).status]).toEqual([path, 200]);
  }
  for (const path of [
    "/",
    "/scan/",
    "/api/session",
    "/in/scans",
    "/readyz",
    "/phone-x",
    "/nothing",
  ]) {
    const { status, headers } = await ask(port, path, other);
    expect([path, status, headers.location]).toEqual([path, 302, "/phone"]);
  }
  for (const path of ["/api/session", "/in/scans", "/scan/pair"]) {
    const { status, body, headers } = await ask(port, path, other, "POST");
    const isInbox = path.startsWith("/in/");
    expect(headers["access-control-allow-origin"]).toBe(isInbox ? "*" : undefined);
    expect([status, JSON.parse(body).error]).toEqual([
      421,
      {
        code: "https-only",
        message: `This address does not take it over plain HTTP; use https://192.168.1.5:${httpsPort}.`,
      },
    ]);
  }
  for (const host of [`localhost:${port}`, "127.0.0.1", `[::1]:${port}`]) {
    expect((await ask(port, "/readyz", host)).status).toBe(200);
  }
  const ca = await ask(port, "/ca.pem", other);
  expect(ca.body).toBe(await readFile(join(test.settings.data, "ca.pem"), "utf8"));
});

test("https serves everything under the hub's own CA", async () => {
  await using test = await startTestHub();
  const ca = await readFile(join(test.settings.data, "ca.pem"));
  const options = { port: test.hub.httpsPort, host: "127.0.0.1", ca, agent: false };
  const get = async (path: string, headers: object = {}) => {
    const [answer] = await once(
      secureRequest({ ...options, path, headers: { ...headers } }).end(),
      "response",
    );
    return {
      status: answer.statusCode as number,
      headers: answer.headers,
      body: await text(answer),
    };
  };
  expect((await get("/healthz")).body).toBe('{"ok":true}');
  expect((await get("/api/scans")).status).toBe(401);
  const origin = `https://127.0.0.1:${test.hub.httpsPort}`;
  const body = JSON.stringify({ code: test.loginCode, password: ownerPassword });
  const headers = { "content-type": "application/json", origin };
  const login = secureRequest({ ...options, path: "/api/session", method: "POST", headers }).end(
    body,
  );
  const [answer] = await once(login, "response");
  answer.resume();
  const cookie: string = answer.headers["set-cookie"][0];
  expect(cookie).toMatch(/^__Host-scanhook=.*; Path=\/;.* HttpOnly; Secure; SameSite=Strict$/);
  expect((await get("/api/scans", { cookie: cookie.split(";")[0] })).status).toBe(200);
});

test("closing finishes what is in flight, ends the streams, and takes nothing new", async () => {
  await using test = await startTestHub();
  const owner = await asOwner(test);
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  const stream = await owner("GET", "/api/scans/stream");
  const body = JSON.stringify({
    identifier: crypto.randomUUID(),
    date: "2026-05-12T14:23:01Z",
    content: "in flight",
  });
  const slow = connect(test.hub.httpPort, "127.0.0.1");
  slow.write(
    `POST /in/door HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  slow.write(body.slice(0, 10));
  // Browsers open connections on suspicion; one over TLS may not even have shaken hands.
  const silent = [test.hub.httpPort, test.hub.httpsPort!].map((port) => connect(port, "127.0.0.1"));
  await Promise.all(silent.map((socket) => once(socket, "connect")));
  const cut = silent.map((socket) => once(socket, "close"));
  // The hub has the first half once it answers something sent after it.
  await owner("GET", "/healthz");

  const closed = test.hub.close();
  await stream.text();
  await expect(fetch(`${test.base}/healthz`)).rejects.toThrow();
  // The silent ones are not given the time of those in flight.
  await Promise.all(cut);
  slow.write(body.slice(10));
  const answer = await text(slow);
  expect(answer).toMatch(/^HTTP\/1\.1 204 /);
  await closed;
  await test.hub.close();

  const again = await startHub(test.settings, { log: test.log });
  try {
    const base = `http://127.0.0.1:${again.httpPort}`;
    const login = await fromPage({ base })("POST", "/api/session", { password: ownerPassword });
    const cookie = login.headers.getSetCookie()[0]!.split(";")[0]!;
    const stored = await fromPage({ base }, cookie)("GET", "/api/scans");
    expect(await stored.json()).toMatchObject({ scans: [{ content: "in flight" }] });
  } finally {
    await again.close();
  }
});

test("nothing secret is logged, at any level", async () => {
  await using test = await startTestHub("--log-level", "trace");
  const owner = await asOwner(test);
  const made = await owner("POST", "/api/inboxes", {
    name: "door",
    user: "anna",
    password: "open sesame",
  });
  expect(made.status).toBe(201);
  await postScan(
    test,
    { content: "very private" },
    { inbox: "door", user: "anna", password: "open sesame" },
  );
  await owner("GET", `/api/scans?text=private&code=${test.loginCode}`);
  await fromPage(test)("GET", "/api/scans", undefined, { authorization: "Bearer shk_guess" });
  const log = test.logged.join("");
  expect(log).toContain('"route":"/in/:name"');
  const basic = Buffer.from("anna:open sesame").toString("base64");
  for (const secret of [ownerPassword, "sesame", "private", basic, test.loginCode, "shk_guess"]) {
    expect(log).not.toContain(secret);
  }
  for (const line of log.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("time");
});

test("what a dashboard asks all the time is no line of the log; what changes, or is refused, is one", async () => {
  await using test = await startTestHub("--log-level", "info");
  const owner = await asOwner(test);
  expect((await owner("GET", "/api/inboxes")).status).toBe(200);
  expect((await owner("GET", "/api/tags/none")).status).toBe(400);
  expect((await owner("POST", "/api/inboxes", { name: "door" })).status).toBe(201);
  const answered = () =>
    test.logged
      .join("")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { method?: string; route?: string; status?: number })
      .flatMap(({ method, route, status }) => (route ? [`${method} ${route} ${status}`] : []));
  await expect.poll(answered).toContain("POST /api/inboxes 201");
  expect(answered()).toContain("GET /api/tags/:identifier 400");
  expect(answered()).not.toContain("GET /api/inboxes 200");
});

test("a port that is taken stops the start with one sentence, and nothing stays open", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  await expect(startTestHub("--http-port", String(port))).rejects.toThrow(
    new StartError(
      `Port ${port} is taken by another program; choose another with --http-port, or 0 to have one picked.`,
    ),
  );
  await expect(startTestHub("--https-port", String(port))).rejects.toThrow("--https-port");
  await expect(startTestHub("--host", "203.0.113.77")).rejects.toThrow("correct --host");
  other.close();
});

test("own certificate files are served, and a renewed pair without a restart", async () => {
  await using old = await startTestHub();
  await using next = await startTestHub();
  const dir = await mkdtemp(join(tmpdir(), "scanhook-files-"));
  const paths = { tlsCert: join(dir, "cert.pem"), tlsKey: join(dir, "key.pem") };
  const install = async (data: string) => {
    const pair = await openServedCertificate({ ...old.settings, data }, { warn: () => {} });
    await writeFile(paths.tlsKey, pair!.current().key);
    await writeFile(paths.tlsCert, pair!.current().cert);
    pair!.close();
  };
  const settings = { ...old.settings, ...paths, tls: "files" } as const;
  const missing = openServedCertificate(settings, { warn: () => {} });
  await expect(missing).rejects.toThrow(
    `${paths.tlsCert} cannot be read (ENOENT); correct --tls-cert.`,
  );
  await writeFile(paths.tlsCert, "\n");
  const empty = openServedCertificate(settings, { warn: () => {} });
  await expect(empty).rejects.toThrow(`${paths.tlsCert} is empty; correct --tls-cert.`);

  await install(old.settings.data);
  let warn = (_: string) => {};
  const warned = () =>
    new Promise<string>((resolve) => {
      warn = resolve;
    });
  const options = { warn: (sentence: string) => warn(sentence), everyMs: 20 };
  const served = await openServedCertificate(settings, options);
  const at = { host: "127.0.0.1", port: 0, option: "--https-port", tls: served!.current() };
  const listener = await openListener((_request, answer) => answer.end("ok"), at);
  const told: unknown[] = [];
  const renewed = new Promise((resolve) => served!.onChange(resolve));
  served!.onChange((pair) => told.push(pair));
  served!.onChange((pair) => listener.setCertificate(pair));
  const fingerprint = async () => {
    const socket = connectTls({
      port: listener.port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
    });
    await once(socket, "secureConnect");
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const before = await fingerprint();
  for (const halfWritten of ["", await readFile(paths.tlsKey, "utf8")]) {
    const warning = warned();
    await writeFile(paths.tlsCert, halfWritten);
    expect(await warning).toMatch(/^The new TLS files cannot be used: /);
  }
  expect(told).toEqual([]);
  await install(next.settings.data);
  await renewed;
  expect(await fingerprint()).not.toBe(before);
  served!.close();
  await listener.close();
  await rm(dir, { recursive: true });
});
