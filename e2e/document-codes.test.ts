// The codes on the pages of a document are offered as scans. Nothing else of a document is ever
// sent.
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { connectPhone, waitForResult } from "./phone.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let device: Awaited<ReturnType<typeof openDevice>>;
let photo: string;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  browser = await startBrowser();
  photo = await drawNotePhoto(join(folder.data, "note.jpg"), {
    title: "Delivery note 4711",
    codes: [
      { symbology: "qrcode", text: "https://example.com/order/4711" },
      { symbology: "code128", text: "PALLET-0815" },
    ],
  });
});
afterEach(() => device?.context.close());
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function openDocument(look: Look) {
  device = await openDevice(browser, look);
  const { page } = device;
  await connectPhone(page, hub, api, `documents ${look}`);
  const posts = new Set<string>();
  page.on("request", (request) => {
    if (request.method() === "POST") posts.add(JSON.parse(request.postData() ?? "").content);
  });
  await page.goto(`${hub.base}/scan/#/document`);
  await page.getByTestId("document-pictures").setInputFiles([photo, photo]);
  await page.getByRole("heading", { name: "2 codes" }).waitFor();
  return { page, posts };
}

test("the codes on a page are offered once each, and the one that is tapped becomes a scan", async () => {
  const { page, posts } = await openDocument("phone, light");
  await inspect(page, "phone, light", "document codes");
  expect([...posts]).toEqual([]);
  await page.getByRole("button", { name: "Send PALLET-0815" }).click();
  const card = await waitForResult(page, "accepted");
  expect(await card.textContent()).toContain("PALLET-0815");
  expect([...posts]).toEqual(["PALLET-0815"]);
  const { scans } = await api<{ scans: { content: string }[] }>("GET", "/api/scans");
  expect(scans.map(({ content }) => content)).toEqual(["PALLET-0815"]);
  // The page itself offers the codes, too, with the outcome of those that were sent.
  await page.getByRole("button", { name: "Correct page 1" }).click();
  await page.getByRole("button", { name: /^Send .*example\.com/ }).waitFor();
  await waitForResult(page, "accepted");
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByText("PALLET-0815").waitFor();
  expect(device.errors).toEqual([]);
});

test("a code that was sent is marked as sent after a reload and an undo, and can be sent again", async () => {
  const { page, posts } = await openDocument("phone, dark");
  await page.getByRole("radio", { name: "Gray" }).check();
  await page.getByRole("button", { name: "Send PALLET-0815" }).click();
  await waitForResult(page, "accepted");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.getByRole("radio", { name: "Clean" }).isChecked()).toBe(true);
  await page.reload();
  await page.getByText("2 pages ·").click();
  const again = page.getByRole("button", { name: "Send again: PALLET-0815" });
  await again.waitFor();
  await page.getByText("Sent before").waitFor();
  await page.getByRole("button", { name: /^Send .*example\.com\/order\/4711$/ }).waitFor();
  expect(await page.getByText("Sent before").count()).toBe(1);
  await page.getByTestId("page-codes").scrollIntoViewIfNeeded();
  await inspect(page, "phone, dark", "document codes sent before");
  expect([...posts]).toEqual(["PALLET-0815"]);
  await again.click();
  await waitForResult(page, "accepted");
  const { scans } = await api<{ scans: { content: string }[] }>("GET", "/api/scans");
  expect(scans.filter(({ content }) => content === "PALLET-0815").length).toBeGreaterThan(1);
  expect(device.errors).toEqual([]);
});

test("the offer of codes looks right on a desk in the dark", async () => {
  const { page } = await openDocument("desktop, dark");
  await page.getByRole("button", { name: "Send PALLET-0815" }).click();
  await waitForResult(page, "accepted");
  await page.getByTestId("page-codes").scrollIntoViewIfNeeded();
  await inspect(page, "desktop, dark", "document codes");
});
