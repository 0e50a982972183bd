import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../store/postgres/open.ts";
import { whyNoPostgres } from "../store/postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "../store/postgres/testing/shared-postgres.ts";
import { openStore } from "../store/sqlite/open.ts";
import {
  asOwner,
  fromPage,
  ownerPassword,
  postScan,
  readJson,
  startTestHub,
  type TestHub,
  toCookie,
} from "../testing/test-hub.ts";

// These tests end a session or token while a response to it is still being sent. Scans arrive all
// the time, so that no stream is ever silent.

const stores = ["SQLite", "PostgreSQL"] as const;
let postgres: SharedPostgres | undefined;
beforeAll(async () => {
  if (whyNoPostgres) console.log(`Skipped in part: ${whyNoPostgres}.`);
  else postgres = await sharePostgres();
});

type Right = { headers: Record<string, string> };

/** Opens a long response, and resolves once its headers have arrived. Its text is not read. */
async function open(hub: TestHub, path: string, { headers }: Right): Promise<IncomingMessage> {
  const request = get(`${hub.base}${path}`, { headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.on("error", () => {});
  return response;
}

/** Posts scans until it is disposed. */
function keepPosting(hub: TestHub): AsyncDisposable {
  let isPosting = true;
  const posting = (async () => {
    for (let count = 0; isPosting; count++) await postScan(hub, { content: `scan ${count}` });
  })();
  return {
    async [Symbol.asyncDispose]() {
      isPosting = false;
      await posting;
    },
  };
}

describe.each(stores)("on %s", (kind) => {
  const isSkipped = kind === "PostgreSQL" && whyNoPostgres !== undefined;

  test.skipIf(isSkipped)("every response ends with the right that opened it", async () => {
    const databases = await Promise.all(
      kind === "PostgreSQL" ? [postgres!.createMigratedDatabase()] : [],
    );
    const settings = databases.flatMap((url) => ["--database", url]);
    await using hub = await startTestHub(...settings);
    const openNode = () =>
      databases[0] === undefined ? openStore(hub.settings.data) : openPostgresStore(databases[0]);
    const owner = await asOwner(hub);
    await owner("POST", "/api/inboxes", { name: "door", open: true });
    await owner("POST", "/api/inboxes", { name: "desk", open: true });
    await owner("POST", "/api/registers", { name: "gala", kind: "check-in" });
    // Large enough that the export does not fit into the buffers of a connection that nobody reads.
    const content = "x".repeat(700_000);
    for (let count = 0; count < 24; count++) await postScan(hub, { content }, { inbox: "desk" });

    const logIn = async (): Promise<Right> => {
      const response = await fromPage(hub)("POST", "/api/session", { password: ownerPassword });
      return { headers: { cookie: toCookie(response) } };
    };
    const makeToken = async () => {
      const made = await owner("POST", "/api/tokens", { name: "program" });
      const { id, token } = await readJson<{ id: number; token: string }>(made);
      return { id, headers: { authorization: `Bearer ${token}` } };
    };
    // The export comes first, so that its session is checked before those of the streams.
    const paths = [
      "/api/scans/export?inbox=desk",
      "/api/scans/stream",
      "/api/registers/gala/stream",
    ];
    const openAll = async (right: Right) => {
      const opened: IncomingMessage[] = [];
      for (const path of paths) opened.push(await open(hub, path, right));
      return opened;
    };
    const hasEnded = async (response: IncomingMessage) => {
      response.resume();
      await new Promise((resolve) => {
        if (response.closed) resolve(undefined);
        else response.once("close", resolve);
      });
      return response.complete;
    };
    /** Returns for each response whether it ended regularly. */
    const allEnded = async ([exported, ...streams]: IncomingMessage[]) => [
      ...(await Promise.all(streams.map(hasEnded))),
      await hasEnded(exported!),
    ];

    await using _ = keepPosting(hub);
    const stays = await openAll(await makeToken());

    const token = await makeToken();
    const ofToken = await openAll(token);
    await owner("DELETE", `/api/tokens/${token.id}`);
    expect(await allEnded(ofToken)).toEqual([false, false, false]);

    const otherToken = await makeToken();
    const ofOtherToken = await openAll(otherToken);
    const otherNode = await openNode();
    await otherNode.removeToken(otherToken.id);
    await otherNode.close();
    expect(await allEnded(ofOtherToken)).toEqual([false, false, false]);

    const session = await logIn();
    const ofSession = await openAll(session);
    await fromPage(hub, session.headers.cookie)("DELETE", "/api/session");
    expect(await allEnded(ofSession)).toEqual([false, false, false]);

    const ofOther = await openAll(await logIn());
    const change = { current: ownerPassword, next: `${ownerPassword}!` };
    expect((await owner("POST", "/api/session/password", change)).status).toBe(204);
    expect(await allEnded(ofOther)).toEqual([false, false, false]);

    // Responses to other sessions and tokens continue.
    expect(stays.map(({ closed, destroyed }) => closed || destroyed)).toEqual([
      false,
      false,
      false,
    ]);
    for (const response of stays) response.destroy();
  });
});
