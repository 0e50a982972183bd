import { spawn } from "node:child_process";
import { once } from "node:events";
import { codeScan, serializeScan } from "@scanhook/webhook";
import { beforeAll, expect, test } from "vitest";
import { findBundledCommand } from "./bundled-command.ts";
import { addGuestList, verdictOf } from "./guest-list.ts";
import { logIn } from "./hub.ts";
import { tapTag } from "./nfc/fake-tag.ts";
import { hub, openNfcPhone, phone, usePhones } from "./nfc/nfc-phone.ts";
import { encode, waitUntilReading } from "./nfc/reading.ts";
import { setReceiver } from "./phone.ts";

// Senders that are not our scanner with a camera: each is told by what it can show.
usePhones();

let api: Awaited<ReturnType<typeof logIn>>;
beforeAll(async () => {
  api = await logIn(hub);
});

/** Makes a guest list, and a user of its inbox. */
async function openDoor(name: string): Promise<{ url: string; user: string; password: string }> {
  await addGuestList(api, name);
  const login = { user: "north", password: "north-door-1" };
  await api("POST", `/api/inboxes/${name}/credentials`, login);
  return { url: `${hub.base}/in/${name}`, ...login };
}

/**
 * Posts as an app does that knows nothing of verdicts: without credentials first, and again if it
 * is challenged.
 */
async function postPlainly(
  { url, user, password }: Awaited<ReturnType<typeof openDoor>>,
  body: string,
): Promise<Response> {
  const post = (authorization?: string) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(authorization && { authorization }) },
      body,
    });
  const challenge = await post();
  expect(challenge.status).toBe(401);
  expect(challenge.headers.get("www-authenticate")).toMatch(/^Basic /);
  return post(`Basic ${btoa(`${user}:${password}`)}`);
}

test("an app that shows success or failure is right about each guest, also when it sends again", async () => {
  const door = await openDoor("plain");
  const first = serializeScan(codeScan({ content: "T-0001" }));
  const seen: boolean[] = [];
  for (const body of [
    first,
    serializeScan(codeScan({ content: "T-0002" })),
    serializeScan(codeScan({ content: "T-0001" })),
    serializeScan(codeScan({ content: "T-9999" })),
    first,
  ])
    seen.push((await postPlainly(door, body)).ok);
  expect(seen).toEqual([true, true, false, false, true]);
  expect(await api("GET", "/api/registers/plain")).toMatchObject({ inside: 2, refused: 1 });
});

test("an app that shows the first 240 characters of the response shows the whole sentence", async () => {
  const door = await openDoor("long");
  const text = "{{ entry.label }} {% for i in (1..99) %}is here already, {% endfor %}";
  await api("PATCH", "/api/registers/long", { rules: { texts: { "just-now": text } } });
  const send = async (content: string) => {
    const response = await postPlainly(door, serializeScan(codeScan({ content })));
    return { isBeep: !response.ok, shown: (await response.text()).slice(0, 240) };
  };
  expect(await send("T-0001")).toEqual({
    isBeep: false,
    shown: "YES. Ada Lovelace is checked in.",
  });
  const { isBeep, shown } = await send("T-0001");
  expect(isBeep).toBe(true);
  expect(shown).toMatch(/^LOOK\. Ada Lovelace is here already, .*…$/);
  expect(shown).not.toMatch(/[\r\n]/);
});

test("a tag that is held to a phone lets its guest in, and is refused to the next", async () => {
  const door = await openDoor("tags");
  const list = "ticket,name,chip\nT-0003,Katherine Johnson,04A27F1B5E8000\n";
  const columns = { key: "ticket", label: "name", uid: "chip" };
  await api("POST", "/api/registers/tags/import", { text: list, ...columns });
  await openNfcPhone("phone, light", {});
  await setReceiver(phone, hub, door);
  await phone.goto(`${hub.base}/scan/#/scan-nfc`);
  await waitUntilReading();
  const url = { recordType: "url", data: "https://example.com/bracelet" };
  await tapTag(phone, { serialNumber: "04:a2:7f:1b:5e:80:00", records: [url] });
  await verdictOf(phone, "yes").getByText("Katherine Johnson", { exact: true }).waitFor();
  const ticket = { recordType: "text", data: encode("T-0003"), lang: "en", encoding: "utf-8" };
  await tapTag(phone, { serialNumber: "04:11:22:33:44:55:66", records: [ticket] });
  await verdictOf(phone, "look").getByText("JUST NOW", { exact: true }).waitFor();
  await tapTag(phone, { serialNumber: "04:99:22:33:44:55:66", records: [] });
  await verdictOf(phone, "no").getByText("UNKNOWN", { exact: true }).waitFor();
  expect(await api("GET", "/api/registers/tags")).toMatchObject({ inside: 1, admitted: 1 });
});

test("after a look that waits for a tap, the phone reads no other tag before the tap", async () => {
  const door = await openDoor("tap");
  await api("PATCH", "/api/registers/tap", { rules: { tap: true } });
  await openNfcPhone("phone, light", {});
  await setReceiver(phone, hub, door);
  await phone.goto(`${hub.base}/scan/#/scan-nfc`);
  await waitUntilReading();
  const hold = (content: string, serialNumber: string) =>
    tapTag(phone, {
      serialNumber,
      records: [{ recordType: "text", data: encode(content), lang: "en", encoding: "utf-8" }],
    });
  await hold("T-0001", "04:11:22:33:44:55:01");
  await verdictOf(phone, "yes").getByText("Ada Lovelace", { exact: true }).waitFor();
  await hold("T-0001", "04:11:22:33:44:55:02");
  await verdictOf(phone, "look").waitFor();
  await hold("T-0002", "04:11:22:33:44:55:03");
  await phone.getByRole("button", { name: "Read it, go on" }).waitFor();
  // The button has the focus, so that a key is enough.
  await phone.keyboard.press("Enter");
  await phone.getByRole("button", { name: "Read it, go on" }).waitFor({ state: "detached" });
  expect(await api("GET", "/api/registers/tap")).toMatchObject({ admitted: 1, refused: 0 });
  await hold("T-0002", "04:11:22:33:44:55:03");
  await verdictOf(phone, "yes").getByText("Grace Hopper", { exact: true }).waitFor();
});

test("a kiosk prints the verdict of a hub beside each scan", async () => {
  const { url, user, password } = await openDoor("desk");
  const command = await findBundledCommand();
  const kiosk = spawn(process.execPath, [command, "kiosk", "--no-tags", "--stdin", "--to", url], {
    env: { ...process.env, SCANHOOK_USER: user, SCANHOOK_PASSWORD: password },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(kiosk, "exit");
  kiosk.stdin.end("T-0001\nT-9999\n");
  const output = (await kiosk.stdout.toArray()).join("");
  await ended;
  expect(output.match(/(?<=stdin {2})T-.*(?= \(\d+ ms\))/g)?.sort()).toEqual([
    "T-0001  IN: YES. Ada Lovelace is checked in.",
    "T-9999  UNKNOWN: NO. This code is not on the list.",
  ]);
});
