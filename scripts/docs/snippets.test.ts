// Every snippet of the docs is run by a test, or stands in the list of testing/snippets.ts with the
// reason why not. The command lines that no other test runs are run here, in an empty folder with a
// real hub.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { codeScan, createReceiver, nfcScan, send } from "@scanhook/webhook";
import { toNodeListener } from "@scanhook/webhook/node";
import { expect, test } from "vitest";
import { startExample } from "../../examples/testing/start-example.ts";
import { serializePlan } from "../../packages/rooms/src/model/serialize-plan.ts";
import { makePlan, makeRoom } from "../../packages/rooms/src/testing/make-plan.ts";
import { freePort } from "../testing/free-port.ts";
import { matches, rules, snippets } from "./testing/snippets.ts";
import { findCodeBlock, followPage, readCodeBlocks } from "./testing/worked-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const password = "tall blue heron";

test.each(snippets)("$page: the snippet $language “$text” has one rule", (snippet) => {
  const found = rules.filter((rule) => matches(rule, snippet));
  expect(found.map((rule) => ("ranBy" in rule ? rule.ranBy : rule.because))).toHaveLength(1);
});

test("every rule is about a snippet, and names a test that exists or a reason", () => {
  for (const rule of rules) {
    expect(
      snippets.some((snippet) => matches(rule, snippet)),
      String(rule.page),
    ).toBe(true);
    if ("ranBy" in rule) expect(existsSync(join(root, rule.ranBy)), rule.ranBy).toBe(true);
    else expect(rule.because).toMatch(/\w+ \w+/);
  }
});

/** Starts an empty hub and an empty folder in which commands run. */
const openFolder = () => followPage("README.md");
type Followed = Awaited<ReturnType<typeof openFolder>>;

/** Adds a user, with the password of the pages, to the inbox that every hub begins with. */
async function addUser({ call }: Followed, user: string): Promise<void> {
  const response = await call("POST", "/api/inboxes/scans/credentials", { user, password });
  expect(response.status).toBe(201);
}

/** Starts a receiver that is not a hub, for `desk` with the password `secret`. */
async function startReceiver() {
  const contents: string[] = [];
  const receive = createReceiver({
    credentials: { user: "desk", password: "secret" },
    accept: ({ content }) => void contents.push(content),
  });
  const server = createServer(toNodeListener(receive)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, contents, [Symbol.dispose]: stop };
}

test("the page on a laptop sends the scan whose response it shows", async () => {
  await using followed = await openFolder();
  const output = await followed.run(findCodeBlock("docs/start/laptop.md", "sh", "send --to"));
  expect(output).toMatch(/^Accepted with 204 in \d+ ms\.$/m);
});

test("the page on a desk reader makes a user and prints the password", async () => {
  await using followed = await openFolder();
  const output = await followed.run(findCodeBlock("docs/start/desk-reader.md", "sh", "inbox add"));
  expect(output).toMatch(/User name +kiosk/);
  expect(output).toMatch(/Password +\S{10}/);
});

test("the page on a door without internet starts a hub, pairs a phone and backs up", async () => {
  const page = "docs/start/door-without-internet.md";
  await using followed = await openFolder();
  const { folder, run } = followed;
  const [http, https] = [await freePort(), await freePort()];
  // The address of a hotspot is not here; every address in 127.0.0.0/8 is, on Linux.
  const serve = findCodeBlock(page, "sh", "npx scanhook serve")
    .replace("https://10.42.0.1:8443", `https://127.0.0.1:${https}`)
    .replace(/\n$/, ` --http-port ${http} --https-port ${https} --data door`);
  const hub = spawn("sh", ["-c", `exec ${serve}`], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(hub, "close");
  try {
    let printed = "";
    for await (const line of createInterface(hub.stdout)) {
      printed += `${line}\n`;
      if (line.startsWith("ready ")) break;
    }
    expect(printed).toContain(`https://127.0.0.1:${https}/`);
    const base = `http://127.0.0.1:${http}`;
    // The link in the QR code: the page for phones, and behind the # the code for the scanner.
    const [, help = "", code = ""] = /(http:\S+\/phone)#\/pair\?code=(\S+)/.exec(printed) ?? [];
    expect(help).toBe(`${base}/phone`);
    const android = await fetch(help, { headers: { "user-agent": "Android" } });
    expect(await android.text()).toContain("scanhook-ca.crt");
    const profile = await fetch(`${base}/ca.mobileconfig`);
    expect(profile.headers.get("content-type")).toBe("application/x-apple-aspen-config");
    const paired = await fetch(`${base}/scan/pair`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code, device: "North" }),
    });
    const { user, password, url } = (await paired.json()) as Record<string, string>;
    expect(url).toMatch(/\/in\/scans$/);
    const fromTheHub = (command: string) =>
      run(`SCANHOOK_DATA=door\nexport SCANHOOK_DATA\n${command}`);
    await fromTheHub(
      `printf 'ticket,name\nT-0001,Ada Lovelace\nT-0002,Grace Hopper\n' > list.csv
      npx scanhook register add gala --kind check-in --inbox scans
      npx scanhook register import gala list.csv --key ticket --label name`,
    );
    const ready = findCodeBlock(page, "sh", "curl").replace("http://localhost:8080", base);
    expect(JSON.parse(await run(ready))).toEqual({ ok: true });
    const sent = await send(codeScan({ content: "T-0001" }), {
      url: `${base}/in/scans`,
      user: user!,
      password: password!,
    });
    expect(sent).toMatchObject({ kind: "accepted" });
    await fromTheHub(findCodeBlock(page, "sh", "register export"));
    expect(await readFile(join(folder, "guests.csv"), "utf8")).toContain("Grace Hopper");
    expect(await fromTheHub(findCodeBlock(page, "sh", "register act"))).toContain("YES.");
    await fromTheHub(findCodeBlock(page, "sh", "backup"));
    expect(readdirSync(folder).filter((name) => /^door-.*\.tar\.gz$/.test(name))).toHaveLength(1);
  } finally {
    hub.kill();
    await ended;
  }
});

test("the pages on receivers check a receiver with doctor", async () => {
  await using followed = await openFolder();
  using receiver = await startReceiver();
  const own = findCodeBlock("docs/start/own-receiver.md", "sh");
  expect(
    await followed.run(own.replace("https://example.com/scans", receiver.url), "secret\n"),
  ).toContain("204");
  expect(receiver.contents).toEqual(["Scanhook doctor"]);
  const noSend = findCodeBlock("docs/receivers/which-way.md", "sh");
  await followed.run(noSend.replace("https://n8n.example.com/webhook/scans", receiver.url));
  expect(receiver.contents).toHaveLength(1);
});

test("the page on authentication shows a command that tells whether a receiver challenges", async () => {
  await using followed = await openFolder();
  using receiver = await startReceiver();
  const command = findCodeBlock("docs/webhook/authentication.md", "sh")
    .trim()
    .replace("https://example.com/scans", receiver.url);
  const challenge = await followed.run(command);
  expect(challenge).toMatch(/^HTTP\/1\.1 401 /);
  expect(challenge).toMatch(/^www-authenticate: Basic /im);
  expect(await followed.run(`${command} --user desk:secret`)).toMatch(/^HTTP\/1\.1 204 /m);
});

test("the page on sending again shows a resend, which the hub stores once", async () => {
  await using followed = await openFolder();
  await addUser(followed, "desk");
  const page = "docs/webhook/resend.md";
  const resend = findCodeBlock(page, "sh").replace(
    "https://example.com/scans",
    `${followed.hub.base}/in/scans`,
  );
  for (const _ of [1, 2])
    expect(await followed.run(resend, `${password}\n`)).toContain("Accepted with 204");
  const response = await followed.call("GET", "/api/scans?inbox=scans");
  expect(await response.json()).toMatchObject({ scans: [{ repeats: 1 }] });
});

test("the page on own backends sends to the receiver for Node", async () => {
  await using followed = await openFolder();
  await using example = await startExample(
    "node/receiver.mjs",
    { tools: [] },
    { RECEIVER_USER: "desk", RECEIVER_PASSWORD: "secret" },
  );
  const line = example.nextLine();
  const page = "docs/receivers/own-backend.md";
  await followed.run(
    findCodeBlock(page, "sh", "send --to").replace("http://localhost:3000/", example.url),
  );
  expect(await line).toContain("hello");
});

test("the page on a proxy and the page on troubleshooting check a hub with doctor", async () => {
  await using followed = await openFolder();
  await addUser(followed, "scanner");
  await addUser(followed, "phone");
  const proxied = findCodeBlock("docs/start/behind-a-proxy.md", "sh", "doctor");
  const output = await followed.run(
    proxied.replace("https://scans.example.com", followed.hub.base),
    `${password}\n`,
  );
  expect(output).toContain("204");
  const page = "docs/project/troubleshooting.md";
  mkdirSync(join(followed.folder, "data"));
  await copyAuthority(followed, "data/ca.pem");
  const own = findCodeBlock(page, "console", "doctor");
  const secure = `https://127.0.0.1:${followed.hub.hub.httpsPort}`;
  expect(
    await followed.run(own.replace("https://192.168.1.5:8443", secure), `${password}\n`),
  ).toContain("204");
  const login = findCodeBlock(page, "console", "login-link");
  expect(
    await followed.run(login.replace("/var/lib/scanhook", followed.hub.settings.data)),
  ).toContain("code=");
});

const copyAuthority = ({ hub, folder }: Followed, file: string) =>
  copyFile(join(hub.settings.data, "ca.pem"), join(folder, file));

test("the page on actions reads the last scans and opens screens", async () => {
  await using followed = await openFolder();
  await addUser(followed, "phone");
  const receiver = { url: `${followed.hub.base}/in/scans`, user: "phone", password };
  await send(codeScan({ content: "a code" }), receiver);
  await send(nfcScan({ uid: "04:A2:7F:1B:5E:80:00", content: "a tag" }), receiver);
  await copyAuthority(followed, "ca.pem");
  await writeFile(join(followed.folder, "xdg-open"), "#!/bin/sh\n", { mode: 0o755 });
  // The command starts a browser only where there is a screen.
  const output = await followed.run(
    `export DISPLAY=:0\n${findCodeBlock("docs/app/actions.md", "sh")}`
      .replaceAll("https://hub.local:8443", `https://127.0.0.1:${followed.hub.hub.httpsPort}`)
      .replace("shk_…", '"$TOKEN"'),
  );
  expect(output).toContain("a code");
  expect(output).toContain('"content":"a tag"');
  expect(output).toContain("/scan/#/scan-nfc");
  expect(output).toContain("/scan/#/write-nfc?url=https%3A%2F%2Fexample.org%2F7");
});

test("the page on operations backs up, restores and verifies", async () => {
  await using followed = await openFolder();
  await followed.run("npx scanhook inbox add door --open --audit");
  await send(codeScan({ content: "a code" }), {
    url: `${followed.hub.base}/in/door`,
  });
  const page = "docs/hub/operations.md";
  const inFolder = (command: string) =>
    command
      .replaceAll("/mnt/backups", ".")
      .replaceAll("2026-11-21", new Date().toISOString().slice(0, 10));
  const backup = findCodeBlock(page, "sh", "scanhook backup /mnt");
  await followed.run(inFolder(backup).replaceAll("/var/lib/scanhook", "./restored"));
  const hold = findCodeBlock(page, "sh", "--hold");
  await followed.run(inFolder(hold).replaceAll("/var/lib/scanhook", "./held"));
  const trail = await followed.run("npx scanhook verify --inbox door");
  const head = /head (\S+)/.exec(trail)?.[1] ?? "";
  expect(head).toMatch(/^1:[0-9a-f]{64}$/);
  const verify = findCodeBlock(page, "sh", "scanhook verify").replace(/1042:[0-9a-f]{64}/, head);
  expect(await followed.run(verify)).toContain("holds");
  expect(
    await followed.run('SCANHOOK_DATA="$PWD/restored" npx scanhook verify --inbox door'),
  ).toContain(head);
});

test("every call on the pages on the HTTP API and the metrics is one that the hub understands", async () => {
  await using followed = await openFolder();
  const quietCurl = `curl() { command curl --silent --max-time 2 --output response.txt --write-out '%{http_code}' "$@" || [ $? = 28 ]; }\n`;
  const variables = `export HUB=${followed.hub.base} SCANHOOK_TOKEN=$TOKEN\n`;
  const calls = [
    ...["http-api", "forwarding-api", "people-api"]
      .flatMap((page) => readCodeBlocks(`docs/reference/${page}.md`))
      .filter(({ text }) => text.includes("curl ")),
    ...readCodeBlocks("docs/reference/metrics.md").filter(({ language }) => language === "sh"),
  ].filter(({ language }) => language === "sh");
  expect(calls.length).toBeGreaterThan(40);
  const isDeletion = ({ text }: { text: string }) => text.includes("-X DELETE");
  // Other calls need what these delete.
  for (const { text } of [
    ...calls.filter((call) => !isDeletion(call)),
    ...calls.filter(isDeletion),
  ]) {
    const status = await followed.run(
      variables + quietCurl + text.replace("https://hub.example:8443", followed.hub.base),
    );
    const response = await readFile(join(followed.folder, "response.txt"), "utf8").catch(() => "");
    // The hub is empty, so a thing that an example names may be missing; the call itself has to be
    // right.
    // JSON Lines have an object on each line.
    const [first = ""] = response.split("\n");
    const code = /^[{]/.test(first) ? (JSON.parse(first).error?.code ?? "") : "";
    expect([text, code, Number(status)]).toEqual([
      text,
      expect.not.stringMatching(wrongCall),
      expect.any(Number),
    ]);
    expect([text, Number(status) < 500]).toEqual([text, true]);
  }
});

/** The codes of a call that is written wrongly. */
const wrongCall =
  /^(invalid-request|login-needed|credentials-|token-wrong|cross-site|not-found|method-not-|wrong-media|not-a-)/;

test("the READMEs of the packages show code that runs", async () => {
  await using followed = await openFolder();
  mkdirSync(join(followed.folder, "node_modules/@scanhook"), { recursive: true });
  for (const name of ["content", "rooms", "tags", "webhook"])
    symlinkSync(
      join(root, "packages", name),
      join(followed.folder, "node_modules/@scanhook", name),
      "dir",
    );
  const run = async (text: string) => {
    await writeFile(join(followed.folder, "snippet.mts"), text);
    return followed.run(`"${process.execPath}" snippet.mts`);
  };
  const content = findCodeBlock("packages/content/README.md", "ts");
  const [, parsed = "", , , openings = ""] =
    /^\/\/ (\{.*\})\n(.*)\n(.*); \/\/ (\[.*\])$/m.exec(content) ?? [];
  expect(parsed).toContain("wifi");
  expect(openings).toContain("call");
  await run(`import assert from "node:assert/strict";
${content}
assert.deepEqual(content, ${parsed});
assert.equal(summarizeContent(content), "workshop");
assert.deepEqual(listOpenings(parseContent("tel:+1-201-555-0123")), ${openings});`);
  const tags = findCodeBlock("packages/tags/README.md", "ts");
  await run(`import assert from "node:assert/strict";
const memory = new Uint8Array(180);
memory.set([0xe1, 0x10, 0x12, 0x00, 0x03, 0x00, 0xfe], 12);
${tags}
assert.ok(written.ok);
assert.equal(readType2(written.memory).kind, "ndef");`);
  const rooms = findCodeBlock("packages/rooms/README.md", "ts");
  const corners = [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ] as const;
  const plan = serializePlan(makePlan([makeRoom(corners)]));
  await run(`import assert from "node:assert/strict";
const file = new Blob([${JSON.stringify(plan)}]);
${rooms}
assert.equal(innerArea.toFixed(2), "12.00");`);
  const webhook = findCodeBlock("packages/webhook/README.md", "js");
  await run(`process.env.PASSWORD = "secret";
${webhook.replace("listen(3000)", "listen(0).unref()")}`);
});
