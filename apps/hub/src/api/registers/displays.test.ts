import { expect, test } from "vitest";
import type { DisplayState } from "../../register-work/display-state.ts";
import { asOwner, fromPage, postScan, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { maxScreens } from "./display-stream.ts";

async function startHubWithGuests() {
  const hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door" });
  for (const user of ["north", "south"])
    await owner("POST", "/api/inboxes/door/credentials", { user, password: "correct horse" });
  await owner("POST", "/api/registers", { name: "gala", kind: "check-in", title: "Gala night" });
  const text = "ticket,name\nT-1,Ada Lovelace\nT-2,Alan Turing\n";
  await owner("POST", "/api/registers/gala/import", { text, key: "ticket", label: "name" });
  await owner("PUT", "/api/inboxes/door/register", { register: "gala" });
  const add = async (display: object): Promise<{ id: number; path: string }> => {
    const made = await owner("POST", "/api/registers/gala/displays", display);
    const { id, link } = (await made.json()) as { id: number; link: string };
    return { id, path: new URL(link).pathname };
  };
  const scan = (content: string, user: string) =>
    postScan(hub, { content }, { inbox: "door", user, password: "correct horse" });
  return Object.assign(hub, { owner, add, scan });
}

/** Opens a display without a log-in, as a browser does. */
async function openDisplay(hub: TestHub, path: string) {
  const abort = new AbortController();
  const response = await fetch(`${hub.base}${path}/events`, { signal: abort.signal });
  const events = readEvents(response);
  return {
    response,
    /** Resolves to the next state that fits, or to undefined once the link has ended. */
    async next(fits: (state: DisplayState) => boolean = () => true) {
      for (;;) {
        const { value } = await events.next();
        if (value === undefined || fits(value)) return value;
      }
    },
    close: () => abort.abort(),
  };
}

async function* readEvents(response: Response): AsyncGenerator<DisplayState> {
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      if (block.startsWith("event: ended")) return;
      const [, data] = /^event: state\ndata: (.*)$/.exec(block) ?? [];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

test("a display shows counts and verdicts without a log-in, and no names unless they are switched on", async () => {
  await using hub = await startHubWithGuests();
  const plain = await openDisplay(hub, (await hub.add({})).path);
  const naming = await openDisplay(hub, (await hub.add({ names: true })).path);
  expect(plain.response.headers.get("set-cookie")).toBeNull();
  expect(await plain.next()).toEqual({ register: "Gala night", kind: "check-in", inside: 0 });
  await hub.scan("T-1", "north");
  const hasVerdict = ({ last }: DisplayState) => last !== undefined;
  expect(await plain.next(hasVerdict)).toEqual({
    ...{ register: "Gala night", kind: "check-in", inside: 1 },
    last: {
      ...{ movement: expect.any(Number), result: "look", code: "checked-in", word: "IN" },
      ...{ door: "north", at: expect.any(String) },
    },
  });
  expect((await naming.next(hasVerdict))!.last!.title).toBe("Ada Lovelace");
  await hub.owner("POST", "/api/registers/gala/empty", {});
  const emptied = await naming.next(({ last }) => last?.title === undefined);
  expect(emptied!.last).toMatchObject({ word: "IN", door: "north" });
  plain.close();
  naming.close();
});

test("a display of one door leaves out the others", async () => {
  await using hub = await startHubWithGuests();
  const display = await openDisplay(hub, (await hub.add({ door: "south" })).path);
  await hub.scan("T-1", "south");
  await hub.scan("T-9", "north");
  await hub.scan("T-2", "north");
  const state = await display.next(({ inside }) => inside === 2);
  expect(state).toMatchObject({ door: "south", last: { door: "south", code: "checked-in" } });
  display.close();
});

test("removing a display or its register ends its link, also where it is open", async () => {
  await using hub = await startHubWithGuests();
  const [first, second] = [await hub.add({}), await hub.add({ door: "north", names: true })];
  const path = "/api/registers/gala/displays";
  const listed = (await (await hub.owner("GET", path)).json()) as { displays: object[] };
  expect(listed.displays).toEqual([
    { id: first.id, names: false, createdAt: expect.any(String) },
    { id: second.id, door: "north", names: true, createdAt: expect.any(String) },
  ]);
  const screens = await Promise.all([first, second].map((added) => openDisplay(hub, added.path)));
  for (const screen of screens) expect(await screen.next()).toBeDefined();
  expect((await hub.owner("DELETE", `${path}/${first.id}`)).status).toBe(204);
  expect(await screens[0]!.next()).toBeUndefined();
  expect((await hub.owner("DELETE", `${path}/${first.id}`)).status).toBe(404);
  await hub.owner("DELETE", "/api/registers/gala");
  expect(await screens[1]!.next()).toBeUndefined();
  const gone = await fetch(`${hub.base}${second.path}/events`);
  expect([gone.status, await gone.json()]).toMatchObject([
    404,
    { error: { code: "no-such-display" } },
  ]);
});

test("displays are the owner's, and the tokens of their links cannot be tried out", async () => {
  await using hub = await startHubWithGuests();
  const { path } = await hub.add({});
  const stranger = fromPage(hub);
  expect((await stranger("GET", "/api/registers/gala/displays")).status).toBe(401);
  expect((await stranger("POST", "/api/registers/gala/displays", {})).status).toBe(401);
  expect((await hub.owner("POST", "/api/registers/none/displays", {})).status).toBe(404);
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1)
    statuses.push((await fetch(`${hub.base}/door/guess-${tries}/events`)).status);
  expect(statuses).toEqual([...Array(10).fill(404), 429, 429]);
  const display = await openDisplay(hub, path);
  expect(display.response.status).toBe(200);
  display.close();
  expect(hub.logged.join("")).not.toContain(path);
});

test("a display has a limited number of screens, and the place of a closed one is free again", async () => {
  await using hub = await startHubWithGuests();
  const { path } = await hub.add({});
  const open = () => openDisplay(hub, path);
  const screens = await Promise.all(Array.from({ length: maxScreens }, open));
  expect(screens.map(({ response }) => response.status)).toEqual(Array(maxScreens).fill(200));
  const refused = await fetch(`${hub.base}${path}/events`);
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { error: { code: "too-many-screens" } },
  ]);
  screens.pop()!.close();
  await expect
    .poll(async () => {
      const { response, close } = await open();
      close();
      return response.status;
    })
    .toBe(200);
  for (const screen of screens) screen.close();
});
