import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { scanEvents } from "./live.ts";
import { openStore } from "./store/sqlite/open.ts";
import type { StoredScan } from "./store/store.ts";
import {
  asOwner,
  type Call,
  postScan,
  readJson,
  startTestHub,
  type TestHub,
} from "./testing/test-hub.ts";

async function startOpenHub() {
  const hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  const made = await owner("POST", "/api/tokens", { name: "viewer" });
  return Object.assign(hub, { owner, token: (await readJson<{ token: string }>(made)).token });
}

/** A viewer that keeps what it saw, as EventSource would parse it. */
function view(hub: TestHub & { token: string }, query = "", lastEventId?: number) {
  const seen: { id: number; event: string; scan: StoredScan }[] = [];
  let wake = () => {};
  let answer: IncomingMessage | undefined;
  const headers = {
    authorization: `Bearer ${hub.token}`,
    ...(lastEventId !== undefined && { "last-event-id": String(lastEventId) }),
  };
  const request = get(`${hub.base}/api/scans/stream${query}`, { headers, agent: false });
  const opened = once(request, "response").then(([response]: IncomingMessage[]) => {
    answer = response;
    let text = "";
    response!.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
        if (fields.event) {
          seen.push({ id: Number(fields.id), event: fields.event, scan: JSON.parse(fields.data!) });
        }
      }
      wake();
    });
    response!.on("error", () => {});
    return response!;
  });
  request.on("error", () => {});
  return {
    seen,
    opened,
    /** The stream has taken its starting point once its first bytes are here. */
    started: opened.then((response) => once(response, "data")),
    /** Cuts the connection as a lost network would, and resolves when it is gone. */
    async drop() {
      const gone = new Promise((resolve) => answer?.once("close", resolve));
      answer?.socket.destroy();
      await gone;
    },
    async sees(count: number) {
      await opened;
      while (seen.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

const list = async (owner: Call) =>
  (await readJson<{ scans: StoredScan[] }>(await owner("GET", "/api/scans?limit=500"))).scans;

test("a viewer sees scans as they arrive, with all the store knows", async () => {
  await using hub = await startOpenHub();
  await postScan(hub, { content: "before" });
  const viewer = view(hub);
  const response = await viewer.opened;
  expect(response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  await viewer.started;
  await postScan(hub, { content: "line\nbreaks: and\r\n\n“quotes”" });
  await viewer.sees(1);
  const [newest] = await list(hub.owner);
  expect(viewer.seen).toEqual([{ id: newest!.id, event: "scan", scan: newest }]);
});

test("catching up leaves no gap and shows nothing twice, though connections drop while scans pour in", async () => {
  await using hub = await startOpenHub();
  let posted = 0;
  const poster = async (until: number) => {
    while (posted < until) {
      const answer = await postScan(hub, { content: `scan ${posted++}` });
      expect(answer.status).toBe(204);
    }
  };
  const pour = (until: number) => Promise.all(Array.from({ length: 8 }, () => poster(until)));
  const total = 300;
  // The last ones come after some drops, however quick the hub is.
  const droppedOften = Promise.withResolvers<void>();
  const posting = Promise.all([pour(250), droppedOften.promise]).then(() => pour(total));
  const seen: number[] = [];
  for (let drops = 0; seen.length < total; drops++) {
    if (drops === 5) droppedOften.resolve();
    const last = seen.at(-1);
    const viewer = last === undefined ? view(hub, "?after=0") : view(hub, "?after=0", last);
    await viewer.sees(Math.min(1 + 10 * drops, posted - seen.length));
    await viewer.drop();
    seen.push(...viewer.seen.map((event) => event.id));
  }
  await posting;
  expect(seen).toEqual((await list(hub.owner)).map((scan) => scan.id).toReversed());
});

test("a viewer is told how often a scan came again, without losing its place", async () => {
  await using hub = await startOpenHub();
  await hub.owner("POST", "/api/inboxes", { name: "gate", open: true });
  const viewer = view(hub, "?after=0");
  const atGate = view(hub, "?after=0&inbox=gate");
  await Promise.all([viewer.started, atGate.started]);
  const identifier = crypto.randomUUID();
  await postScan(hub, { content: "one", identifier });
  await viewer.sees(1);
  const { id } = viewer.seen[0]!.scan;
  for (const repeats of [1, 2]) {
    await postScan(hub, { content: "one", identifier });
    await viewer.sees(1 + repeats);
    expect(viewer.seen.at(-1)).toEqual({ event: "repeat", id: NaN, scan: { id, repeats } });
  }
  await postScan(hub, { content: "two" }, { inbox: "gate" });
  await viewer.sees(4);
  await atGate.sees(1);
  expect(atGate.seen.map((event) => event.scan.content)).toEqual(["two"]);
  await viewer.drop();
  await atGate.drop();
});

test("a viewer is told which scan was deleted, whatever it looks at, without losing its place", async () => {
  await using hub = await startOpenHub();
  const viewer = view(hub, "?after=0");
  const ofTags = view(hub, "?after=0&source=nfc");
  await Promise.all([viewer.started, ofTags.started]);
  await postScan(hub, { content: "my password" });
  await viewer.sees(1);
  const { id } = viewer.seen[0]!.scan;
  expect((await hub.owner("DELETE", `/api/scans/${id}`)).status).toBe(204);
  await viewer.sees(2);
  await ofTags.sees(1);
  const event = { event: "delete", id: NaN, scan: { id } };
  expect([viewer.seen[1], ofTags.seen[0]]).toEqual([event, event]);
  await postScan(hub, { content: "next" });
  await viewer.sees(3);
  expect(viewer.seen[2]!.scan).toMatchObject({ content: "next" });
  await viewer.drop();
  await ofTags.drop();
});

test("a filter of the list is a filter of the stream", async () => {
  await using hub = await startOpenHub();
  await hub.owner("POST", "/api/inboxes", { name: "gate", open: true });
  const viewer = view(hub, "?after=0&inbox=gate&source=nfc&text=tick");
  await viewer.opened;
  await postScan(hub, { content: "ticket 1", identifier: "04:A2:B3:C4:D5:E6:F7" });
  await postScan(hub, { content: "ticket 2" }, { inbox: "gate" });
  await postScan(hub, { content: "other", identifier: "04:A2:B3:C4:D5:E6:F7" }, { inbox: "gate" });
  await postScan(
    hub,
    { content: "ticket 4", identifier: "04:A2:B3:C4:D5:E6:F7" },
    { inbox: "gate" },
  );
  await viewer.sees(1);
  expect(viewer.seen.map((event) => event.scan.content)).toEqual(["ticket 4"]);
});

test("a viewer whose number is beyond the newest scan is not deaf", async () => {
  await using hub = await startOpenHub();
  const viewer = view(hub, "", 1_000_000);
  await viewer.started;
  await postScan(hub, { content: "first" });
  await viewer.sees(1);
});

test("a viewer that does not read holds nobody up", async () => {
  await using hub = await startOpenHub();
  const deaf = connect(hub.hub.httpPort, "127.0.0.1");
  deaf.pause();
  deaf.write(
    `GET /api/scans/stream?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${hub.token}\r\n\r\n`,
  );
  const big = "x".repeat(500_000);
  const viewer = view(hub, "?after=0");
  for (let i = 0; i < 30; i++) expect((await postScan(hub, { content: big })).status).toBe(204);
  await viewer.sees(30);
  await viewer.drop();
  deaf.destroy();
});

test("scans, viewers and refusals are counted", async () => {
  await using hub = await startOpenHub();
  const viewer = view(hub);
  await viewer.started;
  const identifier = crypto.randomUUID();
  await postScan(hub, { content: "one", identifier });
  await postScan(hub, { content: "one", identifier });
  await postScan(hub, { content: "to nobody" }, { inbox: "none" });
  const metrics = async () => (await fetch(`${hub.base}/metrics`)).text();
  const text = await metrics();
  for (const line of [
    "scanhook_scans_accepted_total 1",
    "scanhook_scans_repeated_total 1",
    'scanhook_scans_refused_total{code="no-such-inbox"} 1',
    "scanhook_store_append_seconds_count 2",
    "scanhook_viewers 1",
    "scanhook_scans_stored 1",
    'scanhook_http_request_duration_seconds_count{method="POST",route="/in/:name",status="204"} 2',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  await viewer.drop();
  await expect.poll(metrics).toContain("scanhook_viewers 0\n");
});

test("a stream ends when its token is removed, at the next ping", async () => {
  await using hub = await startOpenHub();
  const store = await openStore(hub.settings.data);
  let allowed = true;
  const events = scanEvents(store, {
    filter: {},
    signal: new AbortController().signal,
    mayGoOn: async () => allowed,
    pingMs: 5,
  });
  expect((await events.next()).value).toBe("retry: 2000\n\n");
  expect((await events.next()).value).toBe(": ping\n\n");
  allowed = false;
  expect((await events.next()).done).toBe(true);
  await store.close();
});
