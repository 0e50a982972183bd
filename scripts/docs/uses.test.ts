// The worked pages of docs/uses are followed step by step: a real hub, a real shell, what they show as answers.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test as usualTest } from "vitest";
import { parse } from "yaml";
import { startReceiver } from "../../apps/hub/src/testing/receiver.ts";
import { startBroker } from "./testing/broker.ts";
import { startProgram } from "./testing/start-program.ts";
import {
  blocksOf,
  blockWith,
  followPage,
  settingsOf,
  withoutChance,
} from "./testing/worked-page.ts";

const missing = ["curl", "jq"].filter((tool) => spawnSync(tool, ["--version"]).status !== 0);
if (missing.length > 0)
  console.warn(`The worked pages are not followed: ${missing.join(" and ")} not installed.`);
const test = usualTest.skipIf(missing.length > 0);

type Followed = Awaited<ReturnType<typeof followPage>>;

/** Runs the commands of the page; each prints what the page shows below it. */
async function expectAsShown(followed: Followed): Promise<void> {
  const steps = await followed.runAll();
  expect(steps.length).toBeGreaterThan(0);
  for (const { command, said, shown } of steps)
    if (shown !== undefined) expect(withoutChance(said), command).toBe(withoutChance(shown));
}

/** Every route of the page makes something of a scan, and nothing was given up. */
async function expectRoutesWork(page: string, { call }: Followed): Promise<void> {
  const { routes } = parse(settingsOf(page) ?? "") as { routes: Record<string, object> };
  for (const [name, { destination, inbox, filter, shape }] of Object.entries(routes) as [
    string,
    { destination: string; inbox: string; filter?: object; shape?: object },
  ][]) {
    const draft = { destination, inbox, ...(filter && { filter }), ...(shape && { shape }) };
    const answer = await call("POST", "/api/preview", draft);
    expect(await answer.json(), name).toMatchObject({ made: { ok: true } });
  }
  const dead = await call("GET", "/api/deliveries?state=dead");
  expect(await dead.json()).toEqual({ deliveries: [] });
}

const linesOf = async (followed: Followed, file: string) => {
  await followed.untilDelivered();
  return readFileSync(join(followed.hub.settings.data, "files", file), "utf8");
};

test("inventory: the counts come out, and the trail shows a change", async () => {
  const page = "docs/uses/inventory.md";
  await using followed = await followPage(page, { variables: { SMTP_PASSWORD: "made up" } });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  const db = new DatabaseSync(join(followed.hub.settings.data, "scanhook.db"));
  db.exec("UPDATE scans SET content = 'another' WHERE id = 2");
  db.close();
  const verify = blockWith(page, "sh", "scanhook verify");
  const stderr = blockWith(page, "text", "does NOT hold");
  await expect(followed.run(verify)).rejects.toMatchObject({ code: 1, stderr });
});

test("lead capture: contacts come into the file and, by name, into the chat", async () => {
  const page = "docs/uses/lead-capture.md";
  await using slack = await startReceiver((_, answer) => answer.writeHead(200).end("ok"));
  const variables = { SLACK_URL: slack.url };
  await using followed = await followPage(page, { variables });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  expect(await linesOf(followed, "expo-2026.csv")).toContain("FN:Grace Hopper");
  expect(slack.received.map(({ body }) => JSON.parse(body).text)).toEqual([
    blockWith(page, "text", "met").trim(),
  ]);
});

test("home: the event of a tag reaches Home Assistant, and a message the broker", async () => {
  const page = "docs/uses/home-automation.md";
  await using home = await startReceiver(() => 200);
  await using broker = await startBroker();
  const replace = {
    "http://homeassistant.local:8123": `http://127.0.0.1:${home.port}`,
    "host: mqtt.local": "host: 127.0.0.1",
    // The broker of this test knows no MQTT 5.
    "port: 1883": `port: ${broker.port}\n      version: 3.1.1`,
  };
  await using followed = await followPage(page, { variables: { HOME_TOKEN: "made up" }, replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  await followed.untilDelivered();
  const [event] = home.received;
  expect(event).toMatchObject({
    path: "/api/events/tag_scanned",
    headers: { authorization: "Bearer made up" },
  });
  expect(withoutChance(JSON.stringify(JSON.parse(event!.body), null, 2))).toBe(
    withoutChance(blockWith(page, "json")).trim(),
  );
  expect(broker.topics).toContain("scanhook/home/nfc");
  expect(parse(blockWith(page, "yaml", "alias:"))).toHaveProperty("triggers");
});

test("assets: the log has names, and who was not visited is listed", async () => {
  const page = "docs/uses/assets.md";
  await using followed = await followPage(page);
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  const log = await linesOf(followed, "rounds.csv");
  expect(withoutChance(log)).toBe(withoutChance(blockWith(page, "csv")));
});

test("check-in: the phone sees who may come in, and who already has", async () => {
  const page = "docs/uses/check-in.md";
  const program = blockWith(page, "js");
  expect(program.split("\n").filter(Boolean).length).toBeLessThan(31);
  const files = { "check-in.mjs": program, "tickets.csv": blockWith(page, "csv") };
  const variables = { CHECK_IN_TOKEN: "made up" };
  await using backend = await startProgram("check-in.mjs", files, variables);
  const replace = { "http://127.0.0.1:4000/": backend.url };
  await using followed = await followPage(page, { variables, replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  const entries = readFileSync(join(backend.folder, "entries.jsonl"), "utf8").trim().split("\n");
  expect(entries.map((line) => JSON.parse(line).code)).toEqual([
    "7Q4M-K2XD-9FTA",
    "B3HN-W8RC-5JZE",
  ]);
});

test("filament: a spool's scan opens it in Spoolman and stands in the log", async () => {
  const page = "docs/uses/filament.md";
  await using spoolman = await startReceiver(() => 200);
  const replace = { "http://spoolman.local:7912": `http://127.0.0.1:${spoolman.port}` };
  await using followed = await followPage(page, { replace });
  await expectAsShown(followed);
  await expectRoutesWork(page, followed);
  const [scan, relayed] = blocksOf(page).filter(({ language }) => language === "json");
  const answer = await followed.call("GET", "/api/scans/1");
  expect(((await answer.json()) as { body: string }).body).toBe(scan!.text);
  expect(await linesOf(followed, "spools.csv")).toBe(blockWith(page, "csv"));
  expect(spoolman.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ["/api/v1/tag/scan", JSON.parse(relayed!.text)],
  ]);
});
