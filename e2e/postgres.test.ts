import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPostgresStore } from "../apps/hub/src/store/postgres/open.ts";
import {
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { startReceiver } from "../apps/hub/src/testing/receiver.ts";
import { scanhook, startCommand } from "./command.ts";
import {
  addDestination,
  createLoad,
  expectAllDelivered,
  resumeDestination,
} from "./forwarding-load.ts";
import { logIn, makeDataFolder, ownerPassword, startHubProcess } from "./hub.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: moving to PostgreSQL, and two hubs.`);

let postgres: TestPostgres;
let rest: AsyncDisposableStack;
beforeAll(async () => {
  rest = new AsyncDisposableStack();
  if (whyNoPostgres) return;
  postgres = await startPostgres();
  rest.defer(() => postgres.stop());
});
afterAll(() => rest?.disposeAsync());

async function openFolder(): Promise<string> {
  const { data, remove } = await makeDataFolder();
  rest.defer(remove);
  return data;
}

async function startHub(data: string, ...args: string[]) {
  const hub = await startHubProcess(data, "--tls", "off", ...args);
  rest.defer(() => hub.stop());
  return hub;
}

it.skipIf(whyNoPostgres)(
  "a move to PostgreSQL that is killed can be repeated, and the moved hub delivers what it accepted before",
  async () => {
    const data = await openFolder();
    const database = await postgres.createDatabase();
    // The tables have to exist before they can be locked.
    await (await openPostgresStore(database)).close();
    const hub = await startHub(data);
    const api = await logIn(hub);
    await api("POST", "/api/inboxes", { name: "load", open: true });
    const receiver = rest.use(await startReceiver());
    receiver.behave(() => 503);
    await addDestination(api, { name: "one", url: receiver.url });
    const load = createLoad();
    await load.post(hub, 4000);
    const refused = await scanhook("migrate", "--from", data, "--to", database);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("Stop it first") });
    await hub.stop();

    await killMove(data, database, ["LOCK TABLE inboxes IN EXCLUSIVE MODE"]);
    await killMove(data, database, holdAfterScans(1500));
    await killMove(data, database, ["LOCK TABLE tags IN EXCLUSIVE MODE"]);
    await killMove(data, database, ["LOCK TABLE deliveries IN EXCLUSIVE MODE"]);
    const early = await scanhook("inbox", "list", "--data", data, "--database", database);
    expect(early.stderr).toMatch(/is not there yet. Run "scanhook migrate" again/);
    const client = await connect(database);
    await client.query("DROP FUNCTION hold CASCADE");
    await client.end();
    const moved = await scanhook("migrate", "--from", data, "--to", database);
    expect(moved).toMatchObject({ code: 0, stderr: "" });
    expect(moved.stdout).toMatch(/^Moved 4000 scans and 4000 deliveries .* all rows were compared/);
    expect(moved.stdout).toContain(`scanhook serve --data ${data} --database ${database}`);
    const again = await scanhook("migrate", "--from", data, "--to", database);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("already") });

    const there = await startHub(data, "--database", database);
    expect(there.loginLink, "its owner's password is there").toBeUndefined();
    const owner = await logIn(there);
    receiver.behave(() => 204);
    await resumeDestination(owner, "one");
    await load.post(there, 50);
    await expectAllDelivered(owner, { one: receiver }, load);
  },
);

it.skipIf(whyNoPostgres)(
  "a scan at one hub is shown live on the other, and settings of one apply to both",
  async () => {
    const database = await postgres.createDatabase();
    const first = await startHub(await openFolder(), "--database", database);
    const api = await logIn(first);
    const second = await startHub(await openFolder(), "--database", database);
    expect(second.loginLink, "there is one owner").toBeUndefined();
    const owner = await logIn(second);
    await api("POST", "/api/inboxes", { name: "load", open: true });
    const { token } = await owner<{ token: string }>("POST", "/api/tokens", { name: "viewer" });
    const watching = new AbortController();
    rest.defer(() => watching.abort());
    const stream = await fetch(`${first.base}/api/scans/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: watching.signal,
    });
    expect(stream.status).toBe(200);
    const seen = new Set<string>();
    const reading = (async () => {
      const lines = createInterface({ input: Readable.fromWeb(stream.body as never) });
      for await (const line of lines) {
        if (!line.startsWith("data: ")) continue;
        const { identifier } = JSON.parse(line.slice(6)) as { identifier?: string };
        if (identifier) seen.add(identifier);
      }
    })().catch(() => {});
    const load = createLoad();
    await Promise.all([load.post(second, 100), load.post(first, 100)]);
    await expect.poll(() => [...load.accepted].filter((one) => !seen.has(one))).toEqual([]);
    expect(load.accepted.size).toBe(200);
    watching.abort();
    await reading;

    const added = await scanhook("inbox", "add", "door", "--open", "--database", database);
    expect(added).toMatchObject({ code: 0 });
    for (const { base } of [first, second]) {
      const answer = await fetch(`${base}/in/door`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          identifier: crypto.randomUUID(),
          date: new Date().toISOString(),
          content: `by ${base}`,
        }),
      });
      expect(answer.status).toBe(204);
    }
    const last = await scanhook("last", "code", "--database", database);
    expect(last).toMatchObject({ code: 0, stdout: expect.stringContaining(second.base) });
  },
);

it.skipIf(whyNoPostgres)(
  "the password of the database appears neither in the log nor in messages nor in the API",
  async () => {
    const secret = "open-sesame-4711";
    const guarded = await startPostgres([], { password: secret });
    rest.defer(() => guarded.stop());
    const database = await guarded.createDatabase();
    const hub = await startHub(await openFolder(), "--database", database, "--log-level", "trace");
    let said = "";
    hub.process.stderr?.on("data", (text) => {
      said += text;
    });
    const api = await logIn(hub);
    const shown = JSON.stringify([
      await api("GET", "/api/config"),
      await api("GET", "/api/inboxes"),
    ]);
    await guarded.kill();
    const ask = () => fetch(`${hub.base}/in/scans`, { method: "POST", body: "{}" });
    // The sessions end a moment after the server.
    await expect.poll(async () => (await ask()).status).toBe(503);
    const answers: string[] = [];
    for (let n = 0; n < 3; n++) {
      const answer = await ask();
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      answers.push(await answer.text());
    }
    await hub.stop();
    const wrong = await scanhook("inbox", "list", "--database", database.replace(":4711", ""));
    const typo = await scanhook(
      "inbox",
      "list",
      "--database",
      database.replace("postgres:", "postgre:"),
    );
    expect(typo).toMatchObject({ code: 2, stderr: expect.stringMatching(/must be a URL such as/) });
    const all = [said, shown, ...answers, wrong.stderr, typo.stderr, ownerPassword].join("\n");
    expect(all).not.toContain(secret);
    expect(wrong.stderr).toMatch(/cannot be reached.*Start PostgreSQL/);
  },
);

/** Starts a move, and kills it while the lock of another session makes it wait. */
async function killMove(data: string, database: string, hold: readonly string[]): Promise<void> {
  const [holding, looking] = await Promise.all([connect(database), connect(database)]);
  await holding.query("BEGIN");
  for (const sql of hold) await holding.query(sql);
  const child = startCommand("migrate", "--from", data, "--to", database);
  const gone = once(child, "exit");
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await looking.query(waiting)).rowCount).toBe(1);
  expect(child.exitCode).toBeNull();
  child.kill("SIGKILL");
  await gone;
  await holding.end();
  // The session of the killed process keeps its locks until PostgreSQL notices.
  const others = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await looking.query(others)).rowCount).toBe(0);
  await looking.end();
}

async function connect(database: string): Promise<Client> {
  const client = new Client({ connectionString: database });
  await client.connect();
  return client;
}

/** Makes the session wait that brings the number of scans beyond this one. */
function holdAfterScans(count: number): string[] {
  return [
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF (SELECT count(*) FROM scans) > ${count} THEN PERFORM pg_advisory_xact_lock(7); END IF;
       RETURN NULL; END $$`,
    "CREATE TRIGGER hold AFTER INSERT ON scans FOR EACH STATEMENT EXECUTE FUNCTION hold()",
    "COMMIT",
    "SELECT pg_advisory_lock(7)",
  ];
}
