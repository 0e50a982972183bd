// Follows the worked pages of docs/uses step by step in a real shell with a real hub, and compares
// the output with the page.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test as vitestTest } from "vitest";
import { parse } from "yaml";
import { startMailServer } from "../../apps/hub/src/alerts/testing/watched-hub.ts";
import { parseConfigFile } from "../../apps/hub/src/config-file/parse.ts";
import { remindOfDates } from "../../apps/hub/src/register-work/reminders.ts";
import { openStore } from "../../apps/hub/src/store/sqlite/open.ts";
import { startReceiver } from "../../apps/hub/src/testing/receiver.ts";
import { startBroker } from "./testing/broker.ts";
import { startProgram } from "./testing/start-program.ts";
import {
  findCodeBlock,
  followPage,
  maskVariableParts,
  readCodeBlocks,
  readSettingsBlock,
} from "./testing/worked-page.ts";

const missing = ["curl", "jq"].filter((tool) => spawnSync(tool, ["--version"]).status !== 0);
if (missing.length > 0)
  console.warn(`Skipped: the worked pages, because ${missing.join(" and ")} is not installed.`);
const test = vitestTest.skipIf(missing.length > 0);

type Followed = Awaited<ReturnType<typeof followPage>>;

/** Runs the commands of the page and expects the output that the page shows below each. */
async function expectAsShown(followed: Followed): Promise<void> {
  const steps = await followed.runAll();
  expect(steps.length).toBeGreaterThan(0);
  for (const { command, output, shown } of steps)
    if (shown !== undefined)
      expect(maskVariableParts(output), command).toBe(maskVariableParts(shown));
}

/** Expects every route of the page to make a message from a scan, and no delivery to be dead. */
async function expectRoutesWork(page: string, { call }: Followed): Promise<void> {
  const { routes } = parse(readSettingsBlock(page) ?? "") as { routes: Record<string, object> };
  for (const [name, { destination, inbox, filter, shape }] of Object.entries(routes) as [
    string,
    { destination: string; inbox: string; filter?: object; shape?: object },
  ][]) {
    const draft = { destination, inbox, ...(filter && { filter }), ...(shape && { shape }) };
    const response = await call("POST", "/api/preview", draft);
    expect(await response.json(), name).toMatchObject({ made: { ok: true } });
  }
  const dead = await call("GET", "/api/deliveries?state=dead");
  expect(await dead.json()).toEqual({ deliveries: [] });
}

const readForwardedFile = async (followed: Followed, file: string) => {
  await followed.waitUntilDelivered();
  return readFileSync(join(followed.hub.settings.data, "files", file), "utf8");
};

test("the page on inventory ends with the stock it shows, and its audit trail reveals a changed scan", async () => {
  const page = "docs/uses/inventory.md";
  await using followed = await followPage(page, { variables: { SMTP_PASSWORD: "made up" } });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  const stock = [
    ["Highlighter", ["Shelf A1", 10]],
    ["Tape", ["Shelf A1", 28]],
    ["Spray"],
    ["Stapler", ["Shelf A2", 5]],
  ];
  expect(await listStock(followed, "parts")).toEqual(stock);
  const rounds = await followed.call("GET", "/api/registers/parts/rounds");
  expect(await rounds.json()).toMatchObject({
    rounds: [{ id: 1, counted: 3, visited: 2, appliedAt: expect.anything() }],
  });
  expect(sumJournal(readFileSync(join(followed.folder, "journal.jsonl"), "utf8"))).toEqual({
    Highlighter: 10,
    Tape: 28,
    Spray: 0,
    Stapler: 5,
  });
  for (const file of ["shelves.pdf", "articles.pdf"])
    expect(readFileSync(join(followed.folder, file), "latin1")).toMatch(/^%PDF-/);
  const again = await followed.run("npx scanhook register import parts counted.csv");
  expect(again).toContain("0 new, 0 changed");
  expect(await listStock(followed, "parts")).toEqual(stock);

  const verified = await followed.run("npx scanhook verify --inbox storeroom");
  const head = /9:[0-9a-f]{64}/.exec(verified)?.[0];
  await followed.run(`npx scanhook verify --inbox storeroom --head ${head}`);
  const db = new DatabaseSync(join(followed.hub.settings.data, "scanhook.db"));
  db.exec("UPDATE scans SET content = 'another' WHERE id = 5");
  db.close();
  const stderr = findCodeBlock(page, "text", "does NOT hold");
  await expect(followed.run("npx scanhook verify")).rejects.toMatchObject({ code: 1, stderr });
});

/** Lists the articles of a stock by the API, each with the places that have some. */
async function listStock({ call }: Followed, register: string): Promise<unknown[]> {
  const response = await call("GET", `/api/registers/${register}/entries?role=article`);
  const { entries } = (await response.json()) as {
    entries: { label: string; stock?: { label?: string; quantity: number }[] }[];
  };
  return entries.map(({ label, stock = [] }) => [
    label,
    ...stock.filter(({ quantity }) => quantity !== 0).map((at) => [at.label, at.quantity]),
  ]);
}

/** Adds up what the lines of a journal have booked of each article. */
function sumJournal(journal: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const line of journal.trim().split("\n")) {
    const { label, delta } = JSON.parse(line) as { label?: string; delta?: number };
    if (label !== undefined && delta !== undefined) sums[label] = (sums[label] ?? 0) + delta;
  }
  return sums;
}

test("the page on a display at the door makes links that open, and ends one", async () => {
  await using followed = await followPage("docs/uses/door-display.md");
  await followed.run("npx scanhook inbox add door --user north > door.txt");
  await followed.run("npx scanhook register add gala --kind check-in --inbox door");
  const steps = await followed.runAll();
  expect(steps[0]!.output).toMatch(/^(https?:\S+\/door\/[\w-]{22}\n){2}$/);
  expect(steps.at(-1)!.output).toContain("Ended the link of display 1.");
  const [ended, opens] = steps[0]!.output.trim().split("\n");
  const statusOf = async (link = "") => {
    const path = `${new URL(link).pathname}/events`;
    const response = await fetch(followed.hub.base + path);
    await response.body?.cancel();
    return response.status;
  };
  expect([await statusOf(ended), await statusOf(opens)]).toEqual([404, 200]);
});

test("the page on leads asks for consent, feeds a CRM, and exports what the visitors agreed to", async () => {
  const page = "docs/uses/lead-capture.md";
  await using crm = await startReceiver((_, response) => response.writeHead(201).end());
  await using slack = await startReceiver((_, response) => response.writeHead(200).end("ok"));
  const variables = { SLACK_URL: slack.url, CRM_TOKEN: "made up" };
  const replace = { "https://crm.example.com/api/leads": crm.url };
  await using followed = await followPage(page, { variables, replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  await followed.waitUntilDelivered();
  const leads = crm.received.map(({ body }) => JSON.parse(body));
  expect(leads).toEqual([JSON.parse(findCodeBlock(page, "json", "metBy"))]);
  expect(slack.received.map(({ body }) => JSON.parse(body).text)).toEqual([
    "maria met Ada Lovelace",
  ]);
  const vcards = readFileSync(join(followed.folder, "ben.vcf"), "utf8");
  expect(vcards).toContain("EMAIL:ada@example.com");
  const exported = await followed.run("npx scanhook export --format jsonl");
  expect(exported).toContain("ada@example.com");
  expect(exported).not.toContain("alan@example.com");
});

test("the page on home automation sends an event to Home Assistant and a message to the broker", async () => {
  const page = "docs/uses/home-automation.md";
  await using home = await startReceiver(() => 200);
  await using broker = await startBroker();
  const replace = {
    "http://homeassistant.local:8123": `http://127.0.0.1:${home.port}`,
    "host: mqtt.local": "host: 127.0.0.1",
    // The broker of this test does not support MQTT 5.
    "port: 1883": `port: ${broker.port}\n      version: 3.1.1`,
  };
  await using followed = await followPage(page, { variables: { HOME_TOKEN: "made up" }, replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  await followed.waitUntilDelivered();
  const [event] = home.received;
  expect(event).toMatchObject({
    path: "/api/events/tag_scanned",
    headers: { authorization: "Bearer made up" },
  });
  expect(maskVariableParts(JSON.stringify(JSON.parse(event!.body), null, 2))).toBe(
    maskVariableParts(findCodeBlock(page, "json")).trim(),
  );
  expect(broker.topics).toContain("scanhook/home/nfc");
  expect(parse(findCodeBlock(page, "yaml", "alias:"))).toHaveProperty("triggers");
});

test("the page on lending shows who has what, and reminds once of what is not back", async () => {
  const page = "docs/uses/assets.md";
  await using phones = await startReceiver(() => 200);
  await using mail = await startMailServer();
  const variables = { SMTP_PASSWORD: "made up", SCANHOOK_PASSWORD: "" };
  const replace = replaceRecipients({ ntfy: phones.port, smtp: mail.port });
  await using followed = await followPage(page, { variables, replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  for (const file of ["cards.pdf", "labels.pdf", "loans.pdf", "receipt.pdf"])
    expect(readFileSync(join(followed.folder, file), "latin1")).toMatch(/^%PDF-/);
  await remind(followed, "tools");
  await remind(followed, "tools");
  await followed.waitUntilDelivered();
  const reminder = findCodeBlock(page, "text", "Hopper; it was due").trim();
  // The hub may have looked for dates while Drill 2 was not back yet.
  const isOfSaw = (text: string) => !text.startsWith("Drill 2 is lent");
  const messages = phones.received.map(({ body }) => JSON.parse(body).message as string);
  expect(messages.filter(isOfSaw)).toEqual([reminder]);
  const mails = mail.mails.map(readMail).filter(({ text }) => isOfSaw(text));
  expect(mails).toEqual([{ subject: "Not back: Circular saw", text: reminder }]);
});

test("the page on inspections asks a checklist, tells of fails, and its trail reveals a changed answer", async () => {
  const page = "docs/uses/inspection.md";
  await using phones = await startReceiver(() => 200);
  await using mail = await startMailServer();
  const variables = { SMTP_PASSWORD: "made up", SCANHOOK_PASSWORD: "" };
  const replace = replaceRecipients({ ntfy: phones.port, smtp: mail.port });
  await using followed = await followPage(page, { variables, replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  for (const file of ["due.pdf", "log.pdf"])
    expect(readFileSync(join(followed.folder, file), "latin1")).toMatch(/^%PDF-/);
  await followed.waitUntilDelivered();
  const fails = findCodeBlock(page, "text", "Inspected by karl.").trim().split("\n");
  const messages = phones.received.map(({ body }) => JSON.parse(body).message);
  expect(messages.sort()).toEqual(fails);
  expect(
    mail.mails
      .map(readMail)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(fails);

  const registers = findCodeBlock(page, "yaml", "registers:");
  expect(parseConfigFile(registers, { path: "scanhook.yaml", env: {} })).toMatchObject({
    ok: true,
  });
  const db = new DatabaseSync(join(followed.hub.settings.data, "scanhook.db"));
  const { id } = db
    .prepare("SELECT min(id) AS id FROM scans WHERE inbox = 'register-events'")
    .get() as { id: number };
  db.exec(`UPDATE scans SET body = replace(body, 'intact', 'broken') WHERE id = ${id}`);
  db.close();
  const stderr = findCodeBlock(page, "text", "does NOT hold");
  await expect(followed.run("npx scanhook verify")).rejects.toMatchObject({ code: 1, stderr });
});

/** Exchanges the ntfy server and the mail server of a page for those of a test. */
const replaceRecipients = ({ ntfy, smtp }: { ntfy: number; smtp: number }) => ({
  "https://ntfy.example.org": `http://127.0.0.1:${ntfy}`,
  "host: smtp.example.org": `host: 127.0.0.1\n      port: ${smtp}\n      security: none`,
  // The server of this test has no log-in.
  "      user: scanhook\n": "",
  "    secrets:\n      password: ${SMTP_PASSWORD}\n": "",
});

/** Reports the dates of a register that have come, as a hub does every minute. */
async function remind({ hub }: Followed, name: string): Promise<void> {
  const store = await openStore(hub.settings.data);
  try {
    const register = (await store.registers()).find((each) => each.name === name);
    await remindOfDates(store, register!, new Date());
  } finally {
    await store.close();
  }
}

/** Returns the subject and the text of a mail. */
function readMail(mail: string): { subject: string; text: string } {
  const [head = "", ...body] = mail.split("\r\n\r\n");
  const subject = /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? "";
  return { subject, text: body.join("\n").replace(/=\r\n/g, "").trim() };
}

test("the page on check-in lets each guest in once, by a register and by a backend, and empties the list", async () => {
  const page = "docs/uses/check-in.md";
  const program = findCodeBlock(page, "js");
  expect(program.split("\n").filter(Boolean).length).toBeLessThan(31);
  const files = { "check-in.mjs": program, "tickets.csv": findCodeBlock(page, "csv") };
  const variables = { CHECK_IN_TOKEN: "made up", SCANHOOK_PASSWORD: "" };
  await using backend = await startProgram("check-in.mjs", files, variables);
  const replace = { "http://127.0.0.1:4000/": backend.url };
  await using followed = await followPage(page, { variables, replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  const registers = findCodeBlock(page, "yaml", "registers:");
  expect(parseConfigFile(registers, { path: "scanhook.yaml", env: {} })).toMatchObject({
    ok: true,
  });
  const entries = readFileSync(join(backend.folder, "entries.jsonl"), "utf8").trim().split("\n");
  expect(entries.map((line) => JSON.parse(line).code)).toEqual([
    "7Q4M-K2XD-9FTA",
    "B3HN-W8RC-5JZE",
  ]);
  const codes = readFileSync(join(followed.folder, "codes.csv"), "utf8");
  expect(codes).toContain(",Ada Lovelace,,T-0001,");
  expect(readFileSync(join(followed.folder, "gala.pdf"), "latin1")).toMatch(/^%PDF-/);
  expect(await followed.run("npx scanhook register empty gala")).toContain("Deleted 2 entries");
});

test("the page on filament opens a scanned spool in Spoolman and logs it", async () => {
  const page = "docs/uses/filament.md";
  await using spoolman = await startReceiver(() => 200);
  const replace = { "http://spoolman.local:7912": `http://127.0.0.1:${spoolman.port}` };
  await using followed = await followPage(page, { replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  const [scan, relayed] = readCodeBlocks(page).filter(({ language }) => language === "json");
  const response = await followed.call("GET", "/api/scans/1");
  expect(((await response.json()) as { body: string }).body).toBe(scan!.text);
  expect(await readForwardedFile(followed, "spools.csv")).toBe(findCodeBlock(page, "csv"));
  expect(spoolman.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ["/api/v1/tag/scan", JSON.parse(relayed!.text)],
  ]);
});
