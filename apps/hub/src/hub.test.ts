import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readRunFile } from "./addresses/run-file.ts";
import { openListener } from "./http/listeners.ts";
import { startHub } from "./hub.ts";
import { StartError } from "./settings/start-error.ts";
import { asOwner, fromPage, ownerPassword, postScan, startTestHub } from "./testing/test-hub.ts";
import { openServedCertificate } from "./tls/served-certificate.ts";

/** Sends a request with any Host header, like another device on the LAN. */
async function requestWithHost(port: number, path: string, host: string, method = "GET") {
  const headers = { host, origin: "https://scanner.example" };
  const clientRequest = request({ port, path, method, host: "127.0.0.1", headers }).end();
  const [response] = await once(clientRequest, "response");
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

async function requestWithoutHost(port: number, methodAndPath: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end(`${methodAndPath} HTTP/1.0\r\nContent-Length: 0\r\n\r\n`);
  return text(socket);
}

test("without TLS, a request for the owner without Host is told to send one", async () => {
  await using test = await startTestHub("--tls", "off");
  const response = await requestWithoutHost(test.hub.httpPort, "GET /api/session");
  expect(response).toMatch(/^HTTP\/1\.1 421 /);
  expect(response).toContain("The request has no Host header with the name of this hub;");
});

test("the API refuses a compressed body with 415", async () => {
  await using test = await startTestHub();
  const body = gzipSync(JSON.stringify({ password: "x" }));
  const response = await fetch(`${test.base}/api/session`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-encoding": "gzip",
      origin: test.base,
    },
    body,
  });
  expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "identity"]);
  expect(await response.json()).toMatchObject({
    message: expect.stringMatching(/^The body has a Content-Encoding, such as gzip, /),
  });
});

test("the first start creates an inbox and links to log in and to pair a phone", async () => {
  await using test = await startTestHub();
  const { hub } = test;
  expect(hub.addresses.dashboard[0]).toBe(`http://localhost:${hub.httpPort}`);
  expect(hub.loginLink).toMatch(/^http:\/\/localhost:\d+\/#\/login\?code=[\w-]{22}$/);
  expect(hub.pairLink).toMatch(/^http:\/\/localhost:\d+\/scan\/#\/pair\?code=[\w-]{22}$/);
  const code = hub.pairLink!.split("code=")[1];
  const paired = await fromPage(test)("POST", "/scan/pair", { code, device: "Pixel 8" });
  expect(await paired.json()).toMatchObject({ inbox: "scans", user: "pixel-8" });
});

test("other devices get only the help page, the CA and health over plain HTTP", async () => {
  await using test = await startTestHub();
  const { httpPort: port, httpsPort } = test.hub;
  const lanHost = `192.168.1.5:${port}`;
  for (const path of ["/phone", "/ca.pem", "/ca.crt", "/ca.mobileconfig", "/healthz"]) {
    expect([path, (await requestWithHost(port, path, lanHost)).status]).toEqual([path, 200]);
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
    const { status, headers } = await requestWithHost(port, path, lanHost);
    expect([path, status, headers.location]).toEqual([path, 302, "/phone"]);
  }
  for (const path of ["/api/session", "/in/scans", "/scan/pair"]) {
    const { status, body, headers } = await requestWithHost(port, path, lanHost, "POST");
    const isInbox = path.startsWith("/in/");
    expect(headers["access-control-allow-origin"]).toBe(isInbox ? "*" : undefined);
    expect([status, JSON.parse(body).error]).toEqual([
      421,
      {
        code: "https-only",
        message: `This address does not accept the request over plain HTTP; use https://192.168.1.5:${httpsPort}.`,
        reason: "https-base",
        values: { url: `https://192.168.1.5:${httpsPort}` },
      },
    ]);
  }
  // HTTP/1.0 needs no Host, and the hub knows at which of its addresses the request came.
  const nameless = await requestWithoutHost(port, "POST /in/scans");
  expect(nameless).toMatch(/^HTTP\/1\.1 421 /);
  expect(nameless).toContain(`over plain HTTP; use https://127.0.0.1:${httpsPort}."`);
  for (const host of [`localhost:${port}`, "127.0.0.1", `[::1]:${port}`]) {
    expect((await requestWithHost(port, "/readyz", host)).status).toBe(200);
  }
  const ca = await requestWithHost(port, "/ca.pem", lanHost);
  expect(ca.body).toBe(await readFile(join(test.settings.data, "ca.pem"), "utf8"));
});

test("HTTPS serves everything with a certificate of the hub's own CA", async () => {
  await using test = await startTestHub();
  const ca = await readFile(join(test.settings.data, "ca.pem"));
  const options = { port: test.hub.httpsPort, host: "127.0.0.1", ca, agent: false };
  const get = async (path: string, headers: object = {}) => {
    const [response] = await once(
      secureRequest({ ...options, path, headers: { ...headers } }).end(),
      "response",
    );
    return {
      status: response.statusCode as number,
      headers: response.headers,
      body: await text(response),
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
  const [response] = await once(login, "response");
  response.resume();
  const cookie: string = response.headers["set-cookie"][0];
  expect(cookie).toMatch(/^__Host-scanhook=.*; Path=\/;.* HttpOnly; Secure; SameSite=Strict$/);
  expect((await get("/api/scans", { cookie: cookie.split(";")[0] })).status).toBe(200);
});

test("close finishes requests in flight, ends live streams and accepts nothing new", async () => {
  await using test = await startTestHub();
  const owner = await asOwner(test);
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  const stream = await owner("GET", "/api/scans/stream");
  const body = JSON.stringify({
    identifier: crypto.randomUUID(),
    date: "2026-05-12T14:23:01Z",
    content: "in flight",
  });
  const slowSocket = connect(test.hub.httpPort, "127.0.0.1");
  slowSocket.write(
    `POST /in/door HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  slowSocket.write(body.slice(0, 10));
  // Browsers open connections in advance. One to the HTTPS port has not even started its TLS
  // handshake.
  const unusedSockets = [test.hub.httpPort, test.hub.httpsPort!].map((port) =>
    connect(port, "127.0.0.1"),
  );
  await Promise.all(unusedSockets.map((socket) => once(socket, "connect")));
  const closedByHub = unusedSockets.map((socket) => once(socket, "close"));
  // The hub has the first half of the body once it responds to a later request.
  await owner("GET", "/healthz");

  const closed = test.hub.close();
  await stream.text();
  await expect(fetch(`${test.base}/healthz`)).rejects.toThrow();
  // Unused connections do not get the time of requests in flight.
  await Promise.all(closedByHub);
  slowSocket.write(body.slice(10));
  const response = await text(slowSocket);
  expect(response).toMatch(/^HTTP\/1\.1 204 /);
  await closed;
  await test.hub.close();

  const restartedHub = await startHub(test.settings, { log: test.log });
  try {
    const base = `http://127.0.0.1:${restartedHub.httpPort}`;
    const login = await fromPage({ base })("POST", "/api/session", { password: ownerPassword });
    const cookie = login.headers.getSetCookie()[0]!.split(";")[0]!;
    const stored = await fromPage({ base }, cookie)("GET", "/api/scans");
    expect(await stored.json()).toMatchObject({ scans: [{ content: "in flight" }] });
  } finally {
    await restartedHub.close();
  }
});

test("no secret is logged at any level", async () => {
  await using test = await startTestHub("--log-level", "trace");
  const owner = await asOwner(test);
  const created = await owner("POST", "/api/inboxes", {
    name: "door",
    user: "anna",
    password: "open sesame",
  });
  expect(created.status).toBe(201);
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

test("changes and refusals are logged at level info, and successful reads are not", async () => {
  await using test = await startTestHub("--log-level", "info");
  const owner = await asOwner(test);
  expect((await owner("GET", "/api/inboxes")).status).toBe(200);
  expect((await owner("GET", "/api/tags/none")).status).toBe(400);
  expect((await owner("POST", "/api/inboxes", { name: "door" })).status).toBe(201);
  const loggedRequests = () =>
    test.logged
      .join("")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { method?: string; route?: string; status?: number })
      .flatMap(({ method, route, status }) => (route ? [`${method} ${route} ${status}`] : []));
  await expect.poll(loggedRequests).toContain("POST /api/inboxes 201");
  expect(loggedRequests()).toContain("GET /api/tags/:identifier 400");
  expect(loggedRequests()).not.toContain("GET /api/inboxes 200");
});

test("a port in use stops the start with one sentence and leaves nothing open", async () => {
  const occupyingServer = createServer().listen(0, "127.0.0.1");
  await once(occupyingServer, "listening");
  const { port } = occupyingServer.address() as AddressInfo;
  await expect(startTestHub("--http-port", String(port))).rejects.toThrow(
    new StartError(
      `Port ${port} is taken by another program; choose another with --http-port, or 0 to have one picked.`,
    ),
  );
  await expect(startTestHub("--https-port", String(port))).rejects.toThrow("--https-port");
  await expect(startTestHub("--host", "203.0.113.77")).rejects.toThrow("correct --host");
  occupyingServer.close();
});

test("certificate files of the owner are served, and renewed ones without a restart", async () => {
  await using oldHub = await startTestHub();
  await using newHub = await startTestHub();
  const dir = await mkdtemp(join(tmpdir(), "scanhook-files-"));
  const paths = { tlsCert: join(dir, "cert.pem"), tlsKey: join(dir, "key.pem") };
  const installCertificate = async (data: string) => {
    const pair = await openServedCertificate({ ...oldHub.settings, data }, { warn: () => {} });
    await writeFile(paths.tlsKey, pair!.current().key);
    await writeFile(paths.tlsCert, pair!.current().cert);
    pair!.close();
  };
  const settings = { ...oldHub.settings, ...paths, tls: "files" } as const;
  const openingWithoutFiles = openServedCertificate(settings, { warn: () => {} });
  await expect(openingWithoutFiles).rejects.toThrow(
    `${paths.tlsCert} cannot be read (ENOENT); correct --tls-cert.`,
  );
  await writeFile(paths.tlsCert, "\n");
  const openingEmptyFile = openServedCertificate(settings, { warn: () => {} });
  await expect(openingEmptyFile).rejects.toThrow(`${paths.tlsCert} is empty; correct --tls-cert.`);

  await installCertificate(oldHub.settings.data);
  let warn = (_: string) => {};
  const nextWarning = () =>
    new Promise<string>((resolve) => {
      warn = resolve;
    });
  const options = { warn: (sentence: string) => warn(sentence), intervalMs: 20 };
  const served = await openServedCertificate(settings, options);
  const listenerOptions = {
    host: "127.0.0.1",
    port: 0,
    option: "--https-port",
    tls: served!.current(),
  };
  const listener = await openListener((_request, response) => response.end("ok"), listenerOptions);
  const renewals: unknown[] = [];
  const renewed = new Promise((resolve) => served!.onChange(resolve));
  served!.onChange((pair) => renewals.push(pair));
  served!.onChange((pair) => listener.setCertificate(pair));
  const fetchFingerprint = async () => {
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
  const oldFingerprint = await fetchFingerprint();
  for (const halfWritten of ["", await readFile(paths.tlsKey, "utf8")]) {
    const warning = nextWarning();
    await writeFile(paths.tlsCert, halfWritten);
    expect(await warning).toMatch(/^The new TLS files cannot be used: /);
  }
  expect(renewals).toEqual([]);
  await installCertificate(newHub.settings.data);
  await renewed;
  expect(await fetchFingerprint()).not.toBe(oldFingerprint);
  served!.close();
  await listener.close();
  await rm(dir, { recursive: true });
});

test("a second hub with the same data folder is refused, and commands still find the first", async () => {
  await using hub = await startTestHub();
  const { settings } = hub;
  await expect(startHub(settings, { log: hub.log })).rejects.toThrow(
    `Another hub is running with the data folder ${settings.data} at ${hub.hub.addresses.dashboard[0]}. Stop it, or choose another folder with --data.`,
  );
  expect(readRunFile(settings.data)?.ports.http).toBe(hub.hub.httpPort);
  await hub.hub.close();
  const next = await startHub(settings, { log: hub.log });
  expect(readRunFile(settings.data)?.ports.http).toBe(next.httpPort);
  await next.close();
});
