import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { giveNfc, tapTag } from "./nfc/fake-tag.ts";
import { uid, url } from "./nfc/reading.ts";
import { keepNotices, pairPhone, waitForResult } from "./phone.ts";
import { countPasswords, storeAsVersion020 } from "./stored-on-phone.ts";

// One phone is paired with several inboxes of a hub, which are its jobs.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  for (const [name, title] of [
    ["door", "Door"],
    ["stock", "Storeroom: count"],
  ]) {
    await api("POST", "/api/inboxes", { name, title });
  }
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

const bar = (phone: Page) => phone.getByTestId("job-bar");
const jobOn = (phone: Page) => bar(phone).locator("label:has(input:checked)").textContent();
const turnOn = (phone: Page, name: string) =>
  bar(phone)
    .getByRole("radio", { name: new RegExp(name, "i") })
    .check();
const cardOf = (inbox: string) => `${hub.base}/scan/#/job/${inbox}`;

async function takePhone(device: string, look: Look = "phone, light") {
  const opened = await openDevice(browser, look);
  await keepNotices(opened.context);
  await opened.page.close();
  const page = await opened.context.newPage();
  await pairPhone(page, hub, api, device, "door");
  await pairPhone(page, hub, api, device, "stock");
  await expect.poll(() => jobOn(page)).toContain("Storeroom: count");
  return { ...opened, page };
}

async function showPicture(phone: Page, text: string): Promise<void> {
  const { data, width, height } = toFrame(await drawPicture([{ symbology: "qrcode", text }]));
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  await phone
    .getByLabel("Scan from a picture")
    .and(phone.locator("input"))
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
}

async function scan(phone: Page, text: string, kind = "accepted"): Promise<void> {
  await showPicture(phone, text);
  const card = await waitForResult(phone, kind);
  expect(await card.textContent()).toContain(text.replace(/^http:\/\//, ""));
}

async function findInboxOf(content: string): Promise<string[]> {
  type Scans = { scans: { inbox: string; content: string }[] };
  const { scans } = await api<Scans>("GET", "/api/scans");
  return scans.filter((each) => each.content === content).map(({ inbox }) => inbox);
}

test("a phone that an earlier version paired keeps its receiver, its password and its unsent scan", async () => {
  const { context, page, errors } = await openDevice(browser);
  const login = await api<{ user: string; password: string }>(
    "POST",
    "/api/inboxes/door/credentials",
    { user: "old-phone" },
  );
  // A page of the same origin that is not the app.
  await page.goto(`${hub.base}/healthz`);
  await page.evaluate(storeAsVersion020, { url: `${hub.base}/in/door`, ...login });
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByTestId("unsent").getByText("1 scan was not sent").waitFor();
  expect(await page.getByText("Jobs", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Send it now" }).click();
  await page.getByText("1 scan sent.").waitFor();
  expect(await findInboxOf("OLD-1")).toEqual(["door"]);
  // The user has moved to the store of the password.
  const readLocal = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(readLocal).not.toContain(login.user);
  await page.goto(`${hub.base}/scan/#/more/webhook`);
  const findUser = (each: Page) => each.getByTestId("user").inputValue();
  await expect.poll(() => findUser(page)).toBe(login.user);
  // Another window takes over changes of this one, and keeps the user.
  const other = await context.newPage();
  await other.goto(`${hub.base}/scan/#/more/webhook`);
  await expect.poll(() => findUser(other)).toBe(login.user);
  await page.evaluate(() => {
    localStorage["scanhook.jobs"] = `${localStorage["scanhook.jobs"]} `;
  });
  await other.reload();
  await expect.poll(() => findUser(other)).toBe(login.user);
  await other.close();

  // Its receiver stays when it is paired with another inbox.
  await pairPhone(page, hub, api, "old-phone", "stock");
  await expect.poll(() => bar(page).getByRole("radio").count()).toBe(2);
  await turnOn(page, "door");
  await scan(page, "OLD-2");
  expect(await findInboxOf("OLD-2")).toEqual(["door"]);
  expect(errors).toEqual([]);
  await context.close();
});

test("pairing adds a job, a tap switches, and scans go to the job that was on when they were made", async () => {
  const { context, page: phone, errors } = await takePhone("switcher");
  await scan(phone, "COUNT-1");
  await turnOn(phone, "Door");
  await expect.poll(() => jobOn(phone)).toContain("Door");
  // The result of the job before is no longer shown, and the same code counts for the other job.
  await expect.poll(() => phone.getByTestId("result").count()).toBe(0);
  await scan(phone, "COUNT-1");
  expect((await findInboxOf("COUNT-1")).toSorted()).toEqual(["door", "stock"]);

  await phone.keyboard.press("Escape");

  // The door responds only after the phone has another job.
  const { promise: wasSwitched, resolve: goOn } = Promise.withResolvers<void>();
  await phone.route("**/in/door", async (route) => {
    await wasSwitched;
    await route.continue();
  });
  await showPicture(phone, "SLOW-1");
  await waitForResult(phone, "sending");
  await turnOn(phone, "Storeroom");
  goOn();
  await expect.poll(() => findInboxOf("SLOW-1")).toEqual(["door"]);
  await phone.unroute("**/in/door");

  // An unsent scan of the door is sent to the door while the storeroom is on.
  await turnOn(phone, "Door");
  await phone.route("**/in/door", (route) => route.abort("connectionrefused"));
  await scan(phone, "LATE-1", "unreachable");
  await phone.unroute("**/in/door");
  await turnOn(phone, "Storeroom");
  await phone.goto(`${hub.base}/scan/#/more/history`);
  const row = phone.getByTestId("history-row").filter({ hasText: "LATE-1" });
  expect(await row.textContent()).toContain("Door");
  const unsent = phone.getByTestId("unsent");
  expect(await unsent.textContent()).toContain("Door");
  await unsent.getByRole("button", { name: "Send it now" }).click();
  await phone.getByText("1 scan sent.").waitFor();
  expect(await findInboxOf("LATE-1")).toEqual(["door"]);
  expect(errors).toEqual([]);
  await context.close();
});

test("the card of a job turns it on, and no card is ever sent", async () => {
  const { context, page: phone, errors } = await takePhone("card-reader");
  await showPicture(phone, cardOf("door"));
  await phone.getByRole("status").getByText("“Door” is on.").waitFor();
  expect(await jobOn(phone)).toContain("Door");
  expect(await phone.getByTestId("result").count()).toBe(0);
  for (const card of [cardOf("scans"), "https://else.example/scan/#/job/door"]) {
    await phone.reload();
    await showPicture(phone, card);
    await phone.getByRole("status").getByText("does not have the job of this card").waitFor();
    expect(await phone.getByTestId("result").count()).toBe(0);
    expect(await findInboxOf(card)).toEqual([]);
  }
  expect(await jobOn(phone)).toContain("Door");
  expect(await findInboxOf(cardOf("door"))).toEqual([]);

  // As a link, which the camera of the phone may open, it leads to the jobs and turns nothing on.
  await phone.goto(cardOf("stock"));
  await phone.getByRole("heading", { name: "Jobs" }).waitFor();
  expect(await phone.getByRole("radio", { name: /Door/ }).isChecked()).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("the camera reads the card that the phone shows", async () => {
  const { context, page: phone, errors } = await takePhone("card-printer");
  await phone.goto(`${hub.base}/scan/#/more/jobs`);
  await phone.getByRole("link", { name: "Name, card and receiver of “Door”" }).click();
  const picture = phone.getByTestId("job-card");
  await picture.waitFor();
  const src = await picture.getAttribute("src");
  const base64 = await phone.evaluate(async (address) => {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, src!);
  const card = Buffer.from(base64, "base64");
  const [name] = await Promise.all([
    phone.waitForEvent("download").then((file) => file.suggestedFilename()),
    phone.getByRole("button", { name: "Save the picture" }).click(),
  ]);
  expect(name).toBe("job Door.png");
  // A browser that cannot print from a page saves the file.
  await phone.evaluate(() =>
    Object.defineProperty(navigator, "pdfViewerEnabled", { value: false }),
  );
  const [printed] = await Promise.all([
    phone.waitForEvent("download"),
    phone.getByRole("button", { name: "Print", exact: true }).click(),
  ]);
  expect(printed.suggestedFilename()).toBe("job Door.pdf");
  const pdf = await readFile(await printed.path());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  await phone.goto(`${hub.base}/scan/#/qr`);
  await phone
    .getByLabel("Scan from a picture")
    .and(phone.locator("input"))
    .setInputFiles({ name, mimeType: "image/png", buffer: card });
  await phone.getByRole("status").getByText("“Door” is on.").waitFor();
  expect(errors).toEqual([]);
  await context.close();

  const camera = await writeVideo(join(folder.data, "card.y4m"), [
    { codes: [{ symbology: "qrcode", text: cardOf("door"), turn: 20 }], frames: 20 },
  ]);
  const watching = await startBrowser(camera);
  try {
    const { context, page } = await openDevice(watching);
    await keepNotices(context);
    await pairPhone(page, hub, api, "door-keeper", "door");
    // With one job there is nothing to switch, and its card is no scan all the same.
    await page.getByRole("status").getByText("“Door” is on.").waitFor();
    expect(await bar(page).count()).toBe(0);
    await pairPhone(page, hub, api, "door-keeper", "stock");
    await expect.poll(() => jobOn(page)).toContain("Door");
    expect(await findInboxOf(cardOf("door"))).toEqual([]);
  } finally {
    await watching.close();
  }
});

test("a tag is read for the job that is on, and a tag with the link of a card turns its job on", async () => {
  const nearTags = await startBrowser(undefined, ["WebNFC"]);
  try {
    const { context, page: phone, errors } = await openDevice(nearTags);
    await giveNfc(context);
    await keepNotices(context);
    await pairPhone(phone, hub, api, "tag-reader", "door");
    await pairPhone(phone, hub, api, "tag-reader", "stock");
    await expect.poll(() => jobOn(phone)).toContain("Storeroom: count");
    await phone.goto(`${hub.base}/scan/#/scan-nfc`);
    await phone.getByTestId("nfc-reading").waitFor();
    const tag = { serialNumber: uid, records: [url("https://example.com/drill-7")] };
    await tapTag(phone, tag);
    await waitForResult(phone, "accepted");
    await tapTag(phone, { serialNumber: "04:a2:7f:1b:5e:80:01", records: [url(cardOf("door"))] });
    await phone.getByRole("status").getByText("“Door” is on.").waitFor();
    // The tag that the job before has read is listed with the name of that job.
    await expect.poll(() => phone.getByTestId("nfc-tag").count()).toBe(0);
    await phone
      .getByRole("complementary")
      .getByRole("listitem")
      .filter({ hasText: "Storeroom: count" })
      .waitFor();
    await tapTag(phone, tag);
    await waitForResult(phone, "accepted");
    expect((await findInboxOf("https://example.com/drill-7")).toSorted()).toEqual([
      "door",
      "stock",
    ]);
    expect(await findInboxOf(cardOf("door"))).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await nearTags.close();
  }
});

test("jobs are switched, renamed and removed by keyboard", async () => {
  const look = "phone";
  const { context, page: phone, errors } = await takePhone("keyboard", look);
  // Without the notice of the pairing.
  await phone.reload();
  await bar(phone).waitFor();
  await inspect(phone, look, "jobs qr");
  await bar(phone).getByRole("radio", { checked: true }).focus();
  await phone.keyboard.press("ArrowUp");
  await expect.poll(() => jobOn(phone)).toContain("Door");
  await scan(phone, "KEYBOARD-1");
  await inspect(phone, look, "jobs result");
  await phone.goto(`${hub.base}/scan/#/nfc`);
  await bar(phone).waitFor();
  await inspect(phone, look, "jobs nfc");
  await phone.goto(`${hub.base}/scan/#/more`);
  await phone.getByRole("link", { name: /^Jobs/ }).focus();
  await inspect(phone, look, "jobs menu");
  await phone.keyboard.press("Enter");
  await phone.getByRole("heading", { name: "Jobs" }).waitFor();
  await inspect(phone, look, "jobs list");
  await phone.getByRole("link", { name: /“Storeroom: count”/ }).focus();
  await phone.keyboard.press("Enter");
  await phone.getByTestId("job-card").waitFor();
  await inspect(phone, look, "jobs one");
  await phone.getByTestId("job-card").scrollIntoViewIfNeeded();
  await inspect(phone, look, "jobs card");
  await phone.getByLabel("Name", { exact: true }).fill("Cellar");
  await phone.keyboard.press("Enter");
  await phone.getByRole("heading", { name: "Cellar" }).waitFor();
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await phone.getByTestId("history-row").first().waitFor();
  await inspect(phone, look, "jobs history");
  await phone.goto(`${hub.base}/scan/#/pair?code=x`);
  await phone.getByLabel("Add a job or replace one").waitFor();
  await inspect(phone, look, "jobs pairing");
  await phone.goto(`${hub.base}/scan/#/more/webhook/new`);
  await phone.getByRole("heading", { name: "Another job" }).waitFor();
  await phone.getByTestId("receiver-url").fill(`${hub.base}/in/door`);
  await phone.getByText("The job “Door” sends to this receiver already.").waitFor();
  await inspect(phone, look, "jobs by hand");

  await phone.goto(`${hub.base}/scan/#/more/jobs`);
  await phone.getByRole("link", { name: /“Door”/ }).press("Enter");
  await phone.getByRole("button", { name: "Remove this job" }).press("Enter");
  const dialog = phone.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove this job" }).press("Enter");
  await phone.getByText("“Door” was removed.").waitFor();
  expect(await phone.evaluate(countPasswords)).toBe(1);
  await phone.goto(`${hub.base}/scan/#/qr`);
  await scan(phone, "KEYBOARD-2");
  expect(await findInboxOf("KEYBOARD-2")).toContain("stock");
  expect(errors).toEqual([]);
  await context.close();
});
