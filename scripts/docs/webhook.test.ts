// The pages on the webhook and its receivers agree with the sender, the hub and other programs.
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseScan, receiverHeaders, scanJsonSchema, send, serializeScan } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfigFile } from "../../apps/hub/src/config-file/parse.ts";
import { errors } from "../../apps/hub/src/http/errors.ts";
import { renderPage } from "../../apps/hub/src/phone-help/page.ts";
import { hubTexts } from "../../apps/hub/src/texts/hub-texts.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const readCodeBlocks = (page: string, language: string) =>
  [
    ...read(page).matchAll(
      new RegExp(`^\`\`\`${language}(?: title="([^"]*)")?\n(.*?)^\`\`\`$`, "gms"),
    ),
  ].map(([, title, text = ""]) => ({ title, text }));
const pages = globSync("docs/{start,webhook,receivers}/*.md", { cwd: root }).sort();

test("the page on authentication shows the exchange that takes place on the wire", async () => {
  const page = "docs/webhook/authentication.md";
  const [firstRequest, challenge, secondRequest, accepted] = readCodeBlocks(page, "http").map(
    ({ text }) => text.trimEnd(),
  );
  const requests: string[] = [];
  const server = createServer((socket) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
      // A request can arrive in several chunks.
      const [head = "", body = ""] = text.split("\r\n\r\n");
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
      if (!(Buffer.byteLength(body) >= length)) return;
      requests.push(text);
      text = "";
      const response = requests.length === 1 ? challenge! : accepted!;
      socket.write(`${response.replaceAll("\n", "\r\n")}\r\n\r\n`);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const scan = parseScan(firstRequest!.split("\n\n")[1]!);
  if (!scan.ok) throw new Error(scan.reason);
  const receiver = { url: `http://127.0.0.1:${port}/scans`, user: "desk", password: "grün: 7" };
  expect(await send(scan.scan, receiver)).toEqual({ kind: "accepted", status: 204 });
  server.close();
  for (const [index, shown] of [firstRequest!, secondRequest!].entries()) {
    const [head, body] = shown.split("\n\n");
    const [line, , ...headers] = head!.split("\n");
    expect(requests[index]).toContain(`${line}\r\n`);
    for (const header of headers) {
      const [name, value] = header.split(": ");
      expect(requests[index]).toContain(`${name!.toLowerCase()}: ${value}\r\n`);
    }
    expect(requests[index]!.endsWith(`\r\n\r\n${body}`)).toBe(true);
    expect(/^authorization:/im.test(requests[index]!)).toBe(index === 1);
  }
});

test.each(pages)("every scan on %s is valid and is written as the sender writes it", (page) => {
  for (const { text } of readCodeBlocks(page, "json")) {
    if (!text.includes('"identifier"')) continue;
    const parsed = parseScan(text);
    if (text.startsWith('{\n  "name"') || text.startsWith("[")) continue;
    expect(parsed).toMatchObject({ ok: true });
    if (parsed.ok) expect(`${serializeScan(parsed.scan)}\n`).toBe(text);
  }
});

test("the page on the payload names every field of the schema", () => {
  const { properties } = scanJsonSchema as { properties: Record<string, { properties?: object }> };
  for (const name of Object.keys(properties))
    expect(read("docs/webhook/payload.md")).toContain(`\`${name}\``);
  const keys = Object.keys(properties.structured?.properties ?? {});
  for (const key of keys)
    expect(read("docs/webhook/structured-tags.md")).toContain(`| \`${key}\` |`);
});

test("the page on receiving well shows the CORS headers that our own receivers send", () => {
  const [shown] = readCodeBlocks("docs/webhook/receiving-well.md", "http");
  const headerNames = ["Allow-Origin", "Allow-Headers", "Expose-Headers"];
  for (const [index, line] of shown!.text.trim().split("\n").entries()) {
    const [name = "", value = ""] = line.split(": ");
    expect(name).toBe(`Access-Control-${headerNames[index]}`);
    expect(receiverHeaders[name.toLowerCase()]).toContain(value);
  }
});

test("the page on errors lists every status that an inbox returns", () => {
  const answers = "apps/hub/src/register-work/answer-questions.ts";
  const files = [...globSync("apps/hub/src/receive/*.ts", { cwd: root }), answers];
  const receive = files.filter((file) => !file.endsWith(".test.ts")).map(read);
  const used = Object.entries(errors).filter(([code]) => receive.join().includes(`"${code}"`));
  const statuses = new Set([...used.map(([, { status }]) => status), errors["https-only"].status]);
  // No scanner causes these: 400 means broken HTTP, 500 a bug of the hub.
  statuses.delete(400);
  statuses.delete(500);
  const table = read("docs/webhook/errors.md").split("## What the hub answers")[1]!;
  const documentedStatuses = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, cell]) =>
    cell!.split(", ").map(Number),
  );
  expect(documentedStatuses.filter((status) => status >= 300).sort()).toEqual([...statuses].sort());
});

test.each(pages)("every settings file on %s is valid", (page) => {
  for (const { title, text } of readCodeBlocks(page, "yaml")) {
    if (!title?.startsWith("scanhook.yaml")) continue;
    const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
    const env = Object.fromEntries(names.map((name) => [name, findExample(name)]));
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
const findExample = (name: string) => addresses[name] ?? "a secret";

test("each automation for Home Assistant is YAML with one trigger and one action", () => {
  const shown = readCodeBlocks("docs/receivers/home-assistant.md", "yaml").filter(({ title }) =>
    title?.startsWith("Home Assistant"),
  );
  expect(shown).toHaveLength(2);
  for (const { text } of shown) {
    const { triggers, actions } = parse(text);
    expect(triggers).toHaveLength(1);
    expect(actions).toHaveLength(1);
  }
});

test("docs/start/phone.md names the steps as the help page on the phone does", () => {
  const pageValues = { httpsBase: "https://a", localUrl: "http://b", name: "c", fingerprint: "d" };
  const english = { language: "en", languages: ["en"], texts: hubTexts.read("phone", "en") };
  const page = renderPage({ device: "apple", ...pageValues, ...english })
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
  const steps = read("docs/start/phone.md").split("## 2.")[1]!.split("## 3.")[0]!;
  const bold = [...steps.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, label]) => label!.split(" → "));
  const otherHeadings = ["iPhone, iPad", "Android", "Without installing anything", "Settings"];
  expect(bold.filter((label) => !otherHeadings.includes(label) && !page.includes(label))).toEqual(
    [],
  );
});

test.each(pages)(
  "%s has a front matter with a title, a description of at most 160 characters, tags and an order",
  (page) => {
    const { title, description, tags, sidebar } = parse(read(page).split("---\n")[1]!);
    expect(title.length).toBeLessThan(60);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(tags.length).toBeGreaterThan(0);
    expect(sidebar.order).toBeGreaterThan(0);
    expect(basename(page)).toMatch(/^[a-z0-9-]+\.md$/);
  },
);
