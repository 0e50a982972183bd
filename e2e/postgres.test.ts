import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openPostgresStore } from "../apps/hub/src/store/postgres/open.ts";
import { startPostgres, whyNoPostgres } from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { sharePostgres } from "../apps/hub/src/store/postgres/testing/shared-postgres.ts";
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

let resources: AsyncDisposableStack;
beforeEach(() => {
  resources = new AsyncDisposableStack();
});
afterEach(() => resources.disposeAsync());

async function openDatabase(): Promise<string> {
  const postgres = await sharePostgres();
  const database = await postgres.createDatabase();
  resources.defer(() => postgres.dropDatabase(database));
  return database;
}

async function openFolder(): Promise<string> {
  const { data, remove } = await makeDataFolder();
  resources.defer(remove);
  return data;
}

async function startHub(data: string, ...args: string[]) {
  const hub = await startHubProcess(data, "--tls", "off", ...args);
  resources.defer(() => hub.stop());
  return hub;
}

it.skipIf(whyNoPostgres)(
  "a move to PostgreSQL that is killed can be repeated, and the moved hub delivers what it accepted before",
  async () => {
    const data = await openFolder();
    const database = await openDatabase();
    // The tables have to exist before they can be locked.
    await (await openPostgresStore(database)).close();
    const hub = await startHub(data);
    const api = await logIn(hub);
    await api("POST", "/api/inboxes", { name: "load", open: true });
    const receiver = resources.use(await startReceiver());
    receiver.behave(() => 503);
    await addDestination(api, { name: "one", url: receiver.url });
    const load = createLoad();
    await load.post(hub, 4000);
    const refusedMove = await scanhook("migrate", "--from", data, "--to", database);
    expect(refusedMove).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Stop it first"),
    });
    await hub.stop();

    await killMove(data, database, ["LOCK TABLE inboxes IN EXCLUSIVE MODE"]);
    await killMove(data, database, holdAfterScans(1500));
    await killMove(data, database, ["LOCK TABLE tags IN EXCLUSIVE MODE"]);
    await killMove(data, database, ["LOCK TABLE deliveries IN EXCLUSIVE MODE"]);
    const listDuringMove = await scanhook("inbox", "list", "--data", data, "--database", database);
    expect(listDuringMove.stderr).toMatch(/is not there yet. Run "scanhook migrate" again/);
    const client = await connect(database);
    await client.query("DROP FUNCTION hold CASCADE");
    await client.end();
    const finishedMove = await scanhook("migrate", "--from", data, "--to", database);
    expect(finishedMove).toMatchObject({ code: 0, stderr: "" });
    expect(finishedMove.stdout).toMatch(
      /^Moved 4000 scans and 4000 deliveries .* all rows were compared/,
    );
    expect(finishedMove.stdout).toContain(`scanhook serve --data ${data} --database ${database}`);
    const repeatedMove = await scanhook("migrate", "--from", data, "--to", database);
    expect(repeatedMove).toMatchObject({ code: 0, stdout: expect.stringContaining("already") });

    const movedHub = await startHub(data, "--database", database);
    expect(movedHub.loginLink, "its owner's password is there").toBeUndefined();
    const movedApi = await logIn(movedHub);
    expect(await movedApi("GET", "/api/backup")).toMatchObject({
      instead: expect.stringContaining("pg_dump"),
    });
    receiver.behave(() => 204);
    await resumeDestination(movedApi, "one");
    await load.post(movedHub, 50);
    await expectAllDelivered(movedApi, { one: receiver }, load);
  },
);

it.skipIf(whyNoPostgres)(
  "a scan at one hub is shown live on the other, and settings of one apply to both",
  async () => {
    const database = await openDatabase();
    const first = await startHub(await openFolder(), "--database", database);
    const firstApi = await logIn(first);
    const second = await startHub(await openFolder(), "--database", database);
    expect(second.loginLink, "there is one owner").toBeUndefined();
    const secondApi = await logIn(second);
    await firstApi("POST", "/api/inboxes", { name: "load", open: true });
    const { token } = await secondApi<{ token: string }>("POST", "/api/tokens", { name: "viewer" });
    const viewerAbort = new AbortController();
    resources.defer(() => viewerAbort.abort());
    const stream = await fetch(`${first.base}/api/scans/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: viewerAbort.signal,
    });
    expect(stream.status).toBe(200);
    const seenIdentifiers = new Set<string>();
    const streamEnd = (async () => {
      const lines = createInterface({ input: Readable.fromWeb(stream.body as never) });
      for await (const line of lines) {
        if (!line.startsWith("data: ")) continue;
        const { identifier } = JSON.parse(line.slice(6)) as { identifier?: string };
        if (identifier) seenIdentifiers.add(identifier);
      }
    })().catch(() => {});
    const load = createLoad();
    await Promise.all([load.post(second, 100), load.post(first, 100)]);
    await expect
      .poll(() => [...load.accepted].filter((identifier) => !seenIdentifiers.has(identifier)))
      .toEqual([]);
    expect(load.accepted.size).toBe(200);
    viewerAbort.abort();
    await streamEnd;

    const added = await scanhook("inbox", "add", "door", "--open", "--database", database);
    expect(added).toMatchObject({ code: 0 });
    for (const { base } of [first, second]) {
      const response = await fetch(`${base}/in/door`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          identifier: crypto.randomUUID(),
          date: new Date().toISOString(),
          content: `by ${base}`,
        }),
      });
      expect(response.status).toBe(204);
    }
    const last = await scanhook("last", "code", "--database", database);
    expect(last).toMatchObject({ code: 0, stdout: expect.stringContaining(second.base) });
  },
);

it.skipIf(whyNoPostgres)(
  "the password of the database appears neither in the log nor in messages nor in the API",
  async () => {
    const secret = "open-sesame-4711";
    const guardedPostgres = await startPostgres([], { password: secret });
    resources.defer(() => guardedPostgres.stop());
    const database = await guardedPostgres.createDatabase();
    const hub = await startHub(await openFolder(), "--database", database, "--log-level", "trace");
    let logOutput = "";
    hub.process.stderr?.on("data", (text) => {
      logOutput += text;
    });
    const api = await logIn(hub);
    const apiOutput = JSON.stringify([
      await api("GET", "/api/config"),
      await api("GET", "/api/inboxes"),
    ]);
    await guardedPostgres.kill();
    const postScan = () => fetch(`${hub.base}/in/scans`, { method: "POST", body: "{}" });
    // The sessions end a moment after the server.
    await expect.poll(async () => (await postScan()).status).toBe(503);
    const responseTexts: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await postScan();
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      responseTexts.push(await response.text());
    }
    await hub.stop();
    const unreachable = await scanhook(
      "inbox",
      "list",
      "--database",
      database.replace(":4711", ""),
    );
    const misspeltScheme = await scanhook(
      "inbox",
      "list",
      "--database",
      database.replace("postgres:", "postgre:"),
    );
    expect(misspeltScheme).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/must be a URL such as/),
    });
    const allOutput = [
      logOutput,
      apiOutput,
      ...responseTexts,
      unreachable.stderr,
      misspeltScheme.stderr,
      ownerPassword,
    ].join("\n");
    expect(allOutput).not.toContain(secret);
    expect(unreachable.stderr).toMatch(/cannot be reached.*Start PostgreSQL/);
  },
);

/** Starts a move, and kills it while the lock of another session makes it wait. */
async function killMove(
  data: string,
  database: string,
  lockStatements: readonly string[],
): Promise<void> {
  const [lockHolder, observer] = await Promise.all([connect(database), connect(database)]);
  await lockHolder.query("BEGIN");
  for (const sql of lockStatements) await lockHolder.query(sql);
  const child = await startCommand("migrate", "--from", data, "--to", database);
  const exit = once(child, "exit");
  const waitingSessions =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await observer.query(waitingSessions)).rowCount).toBe(1);
  expect(child.exitCode).toBeNull();
  child.kill("SIGKILL");
  await exit;
  await lockHolder.end();
  // The session of the killed process keeps its locks until PostgreSQL notices.
  const otherSessions = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await observer.query(otherSessions)).rowCount).toBe(0);
  await observer.end();
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
