import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import type { StoredScan } from "../../store/stored-scan.ts";
import {
  asOwner,
  type Call,
  postScan,
  readJson,
  startTestHub,
  type TestHub,
} from "../../testing/test-hub.ts";

async function startHubWithViewerToken() {
  const hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  const tokenResponse = await owner("POST", "/api/tokens", { name: "viewer" });
  return Object.assign(hub, {
    owner,
    token: (await readJson<{ token: string }>(tokenResponse)).token,
  });
}

/** Opens a stream and records its events, parsed as EventSource does. */
function openViewer(hub: TestHub & { token: string }, query = "", lastEventId?: number) {
  const events: { id: number; event: string; scan: StoredScan }[] = [];
  let wake = () => {};
  let streamResponse: IncomingMessage | undefined;
  const headers = {
    authorization: `Bearer ${hub.token}`,
    ...(lastEventId !== undefined && { "last-event-id": String(lastEventId) }),
  };
  const request = get(`${hub.base}/api/scans/stream${query}`, { headers, agent: false });
  const opened = once(request, "response").then(([response]: IncomingMessage[]) => {
    streamResponse = response;
    let text = "";
    response!.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
        if (fields.event) {
          events.push({
            id: Number(fields.id),
            event: fields.event,
            scan: JSON.parse(fields.data!),
          });
        }
      }
      wake();
    });
    response!.on("error", () => {});
    return response!;
  });
  request.on("error", () => {});
  return {
    events,
    opened,
    /** Resolves at the first bytes. The stream has read its starting point by then. */
    started: opened.then((response) => once(response, "data")),
    /** Cuts the connection like a lost network, and resolves when it is closed. */
    async drop() {
      const closed = new Promise((resolve) => streamResponse?.once("close", resolve));
      streamResponse?.socket.destroy();
      await closed;
    },
    async waitForEvents(count: number) {
      await opened;
      while (events.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

const listScans = async (owner: Call) =>
  (await readJson<{ scans: StoredScan[] }>(await owner("GET", "/api/scans?limit=500"))).scans;

test("a viewer gets scans as they arrive, with every field of the store", async () => {
  await using hub = await startHubWithViewerToken();
  await postScan(hub, { content: "before" });
  const viewer = openViewer(hub);
  const response = await viewer.opened;
  expect(response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  await viewer.started;
  await postScan(hub, { content: "line\nbreaks: and\r\n\n“quotes”" });
  await viewer.waitForEvents(1);
  const [newest] = await listScans(hub.owner);
  expect(viewer.events).toEqual([{ id: newest!.id, event: "scan", scan: newest }]);
});

test("viewers miss nothing and get nothing twice while connections drop and scans arrive", async () => {
  await using hub = await startHubWithViewerToken();
  let posted = 0;
  const postInSequence = async (target: number) => {
    while (posted < target) {
      const response = await postScan(hub, { content: `scan ${posted++}` });
      expect(response.status).toBe(204);
    }
  };
  const postUntil = (target: number) =>
    Promise.all(Array.from({ length: 8 }, () => postInSequence(target)));
  const total = 300;
  // Holds back the last scans until some connections have dropped, however fast the hub is.
  const hasDroppedOften = Promise.withResolvers<void>();
  const posting = Promise.all([postUntil(250), hasDroppedOften.promise]).then(() =>
    postUntil(total),
  );
  const seenIds: number[] = [];
  for (let drops = 0; seenIds.length < total; drops++) {
    if (drops === 5) hasDroppedOften.resolve();
    const lastId = seenIds.at(-1);
    const viewer =
      lastId === undefined ? openViewer(hub, "?after=0") : openViewer(hub, "?after=0", lastId);
    await viewer.waitForEvents(Math.min(1 + 10 * drops, posted - seenIds.length));
    await viewer.drop();
    seenIds.push(...viewer.events.map((event) => event.id));
  }
  await posting;
  expect(seenIds).toEqual((await listScans(hub.owner)).map((scan) => scan.id).toReversed());
});

test("an event tells a viewer how often a scan was repeated and keeps its position", async () => {
  await using hub = await startHubWithViewerToken();
  await hub.owner("POST", "/api/inboxes", { name: "gate", open: true });
  const viewer = openViewer(hub, "?after=0");
  const gateViewer = openViewer(hub, "?after=0&inbox=gate");
  await Promise.all([viewer.started, gateViewer.started]);
  const identifier = crypto.randomUUID();
  await postScan(hub, { content: "one", identifier });
  await viewer.waitForEvents(1);
  const { id } = viewer.events[0]!.scan;
  for (const repeats of [1, 2]) {
    await postScan(hub, { content: "one", identifier });
    await viewer.waitForEvents(1 + repeats);
    expect(viewer.events.at(-1)).toEqual({ event: "repeat", id: NaN, scan: { id, repeats } });
  }
  await postScan(hub, { content: "two" }, { inbox: "gate" });
  await viewer.waitForEvents(4);
  await gateViewer.waitForEvents(1);
  expect(gateViewer.events.map((event) => event.scan.content)).toEqual(["two"]);
  await viewer.drop();
  await gateViewer.drop();
});

test("an event tells every viewer which scan was deleted and keeps its position", async () => {
  await using hub = await startHubWithViewerToken();
  const viewer = openViewer(hub, "?after=0");
  const tagViewer = openViewer(hub, "?after=0&source=nfc");
  await Promise.all([viewer.started, tagViewer.started]);
  await postScan(hub, { content: "my password" });
  await viewer.waitForEvents(1);
  const { id } = viewer.events[0]!.scan;
  expect((await hub.owner("DELETE", `/api/scans/${id}`)).status).toBe(204);
  await viewer.waitForEvents(2);
  await tagViewer.waitForEvents(1);
  const event = { event: "delete", id: NaN, scan: { id } };
  expect([viewer.events[1], tagViewer.events[0]]).toEqual([event, event]);
  await postScan(hub, { content: "next" });
  await viewer.waitForEvents(3);
  expect(viewer.events[2]!.scan).toMatchObject({ content: "next" });
  await viewer.drop();
  await tagViewer.drop();
});

test("the stream accepts the same filters as the list of scans", async () => {
  await using hub = await startHubWithViewerToken();
  await hub.owner("POST", "/api/inboxes", { name: "gate", open: true });
  const viewer = openViewer(hub, "?after=0&inbox=gate&source=nfc&text=tick");
  await viewer.opened;
  await postScan(hub, { content: "ticket 1", identifier: "04:A2:B3:C4:D5:E6:F7" });
  await postScan(hub, { content: "ticket 2" }, { inbox: "gate" });
  await postScan(hub, { content: "other", identifier: "04:A2:B3:C4:D5:E6:F7" }, { inbox: "gate" });
  await postScan(
    hub,
    { content: "ticket 4", identifier: "04:A2:B3:C4:D5:E6:F7" },
    { inbox: "gate" },
  );
  await viewer.waitForEvents(1);
  expect(viewer.events.map((event) => event.scan.content)).toEqual(["ticket 4"]);
});

test("a viewer that starts after an unknown later scan gets new scans", async () => {
  await using hub = await startHubWithViewerToken();
  const viewer = openViewer(hub, "", 1_000_000);
  await viewer.started;
  await postScan(hub, { content: "first" });
  await viewer.waitForEvents(1);
});

test("a viewer that does not read delays nobody", async () => {
  await using hub = await startHubWithViewerToken();
  const stalled = connect(hub.hub.httpPort, "127.0.0.1");
  stalled.pause();
  stalled.write(
    `GET /api/scans/stream?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${hub.token}\r\n\r\n`,
  );
  const big = "x".repeat(500_000);
  const viewer = openViewer(hub, "?after=0");
  for (let i = 0; i < 30; i++) expect((await postScan(hub, { content: big })).status).toBe(204);
  await viewer.waitForEvents(30);
  await viewer.drop();
  stalled.destroy();
});

test("metrics count scans, viewers and refusals", async () => {
  await using hub = await startHubWithViewerToken();
  const viewer = openViewer(hub);
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
