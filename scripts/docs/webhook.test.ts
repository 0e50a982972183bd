// What the pages on the webhook and its receivers say is what sender, hub and other programs do.
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseScan, printScan, receiverHeaders, scanJsonSchema, send } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfigFile } from "../../apps/hub/src/config-file/parse.ts";
import { errors } from "../../apps/hub/src/errors.ts";
import { renderPage } from "../../apps/hub/src/phone-help/page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const blocks = (page: string, language: string) =>
  [
    ...read(page).matchAll(
      new RegExp(`^\`\`\`${language}(?: title="([^"]*)")?\n(.*?)^\`\`\`$`, "gms"),
    ),
  ].map(([, title, text = ""]) => ({ title, text }));
const pages = globSync("docs/{start,webhook,receivers}/*.md", { cwd: root }).sort();

test("the exchange on the page of authentication is the one on the wire", async () => {
  const page = "docs/webhook/authentication.md";
  const [first, challenge, second, accepted] = blocks(page, "http").map(({ text }) =>
    text.trimEnd(),
  );
  const seen: string[] = [];
  const server = createServer((socket) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
      // A request may come in pieces.
      const [head = "", body = ""] = text.split("\r\n\r\n");
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
      if (!(Buffer.byteLength(body) >= length)) return;
      seen.push(text);
      text = "";
      const answer = seen.length === 1 ? challenge! : accepted!;
      socket.write(`${answer.replaceAll("\n", "\r\n")}\r\n\r\n`);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const scan = parseScan(first!.split("\n\n")[1]!);
  if (!scan.ok) throw new Error(scan.reason);
  const receiver = { url: `http://127.0.0.1:${port}/scans`, user: "desk", password: "grün: 7" };
  expect(await send(scan.scan, receiver)).toEqual({ kind: "accepted", status: 204 });
  server.close();
  for (const [index, shown] of [first!, second!].entries()) {
    const [head, body] = shown.split("\n\n");
    const [line, , ...headers] = head!.split("\n");
    expect(seen[index]).toContain(`${line}\r\n`);
    for (const header of headers) {
      const [name, value] = header.split(": ");
      expect(seen[index]).toContain(`${name!.toLowerCase()}: ${value}\r\n`);
    }
    expect(seen[index]!.endsWith(`\r\n\r\n${body}`)).toBe(true);
    expect(/^authorization:/im.test(seen[index]!)).toBe(index === 1);
  }
});

test.each(pages)("every scan that %s shows is one, printed as the sender prints it", (page) => {
  for (const { text } of blocks(page, "json")) {
    if (!text.includes('"identifier"')) continue;
    const parsed = parseScan(text);
    if (text.startsWith('{\n  "name"') || text.startsWith("[")) continue;
    expect(parsed).toMatchObject({ ok: true });
    if (parsed.ok) expect(`${printScan(parsed.scan)}\n`).toBe(text);
  }
});

test("the page of the payload names every field of the schema", () => {
  const { properties } = scanJsonSchema as { properties: Record<string, { properties?: object }> };
  for (const name of Object.keys(properties))
    expect(read("docs/webhook/payload.md")).toContain(`\`${name}\``);
  const keys = Object.keys(properties.structured?.properties ?? {});
  for (const key of keys)
    expect(read("docs/webhook/structured-tags.md")).toContain(`| \`${key}\` |`);
});

test("the headers for pages are those our own receivers send", () => {
  const [shown] = blocks("docs/webhook/receiving-well.md", "http");
  const wanted = ["Allow-Origin", "Allow-Headers", "Expose-Headers"];
  for (const [index, line] of shown!.text.trim().split("\n").entries()) {
    const [name = "", value = ""] = line.split(": ");
    expect(name).toBe(`Access-Control-${wanted[index]}`);
    expect(receiverHeaders[name.toLowerCase()]).toContain(value);
  }
});

test("the page of errors has every status an inbox answers", () => {
  const receive = read("apps/hub/src/receive.ts");
  const used = Object.entries(errors).filter(([code]) => receive.includes(`"${code}"`));
  const statuses = new Set([...used.map(([, { status }]) => status), errors["https-only"].status]);
  // Both are for requests that no scanner makes: 400 is broken HTTP, 500 a bug.
  statuses.delete(400);
  statuses.delete(500);
  const table = read("docs/webhook/errors.md").split("## What the hub answers")[1]!;
  const named = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, cell]) =>
    cell!.split(", ").map(Number),
  );
  expect(named.filter((status) => status >= 300).sort()).toEqual([...statuses].sort());
});

test.each(pages)("every settings file on %s is taken as it stands", (page) => {
  for (const { title, text } of blocks(page, "yaml")) {
    if (!title?.startsWith("scanhook.yaml")) continue;
    const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
    const env = Object.fromEntries(names.map((name) => [name, exampleOf(name)]));
    expect(parseConfigFile(text, { path: "scanhook.yaml", env })).toMatchObject({ ok: true });
  }
});

const addresses: Record<string, string> = {
  SLACK_URL: "https://hooks.slack.com/services/T0/B0/x",
  DISCORD_URL: "https://discord.com/api/webhooks/1/x",
  TEAMS_URL: "https://example.logic.azure.com/workflows/1",
  ZAPIER_URL: "https://hooks.zapier.com/hooks/catch/1/x/",
  MAKE_URL: "https://hook.eu2.make.com/x",
};
const exampleOf = (name: string) => addresses[name] ?? "a secret";

test("the automations for Home Assistant are YAML, with a trigger and an action each", () => {
  const shown = blocks("docs/receivers/home-assistant.md", "yaml").filter(({ title }) =>
    title?.startsWith("Home Assistant"),
  );
  expect(shown).toHaveLength(2);
  for (const { text } of shown) {
    const { triggers, actions } = parse(text);
    expect(triggers).toHaveLength(1);
    expect(actions).toHaveLength(1);
  }
});

test("docs/start/phone.md calls the steps as the page on the phone does", () => {
  const given = { httpsBase: "https://a", localUrl: "http://b", name: "c", fingerprint: "d" };
  const page = renderPage({ device: "apple", ...given })
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
  const steps = read("docs/start/phone.md").split("## 2.")[1]!.split("## 3.")[0]!;
  const bold = [...steps.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, words]) => words!.split(" → "));
  const places = ["iPhone, iPad", "Android", "Without installing anything", "Settings"];
  expect(bold.filter((words) => !places.includes(words) && !page.includes(words))).toEqual([]);
});

test.each(pages)(
  "%s says in its frontmatter what it is, in no more than 160 characters",
  (page) => {
    const { title, description, tags, sidebar } = parse(read(page).split("---\n")[1]!);
    expect(title.length).toBeLessThan(60);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(tags.length).toBeGreaterThan(0);
    expect(sidebar.order).toBeGreaterThan(0);
    expect(basename(page)).toMatch(/^[a-z0-9-]+\.md$/);
  },
);
