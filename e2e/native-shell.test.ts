import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isMissing } from "../packages/documents/src/pdf/testing/tools.ts";
import { serializePlan } from "../packages/rooms/src/index.ts";
import { makeCapturedRoom } from "../packages/rooms/src/testing/make-captured-room.ts";
import { makeFlat } from "../packages/rooms/src/testing/make-flat.ts";
import { startBrowser } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { writeVideo } from "./camera/video.ts";
import { inspect } from "./inspect.ts";
import { shellPage } from "./native-shell/native-side.ts";
import {
  api,
  buildFolder,
  connectToHub,
  folder,
  hub,
  listCalledMethods,
  nativeSide,
  phone,
  startPhone,
  takeAndroid,
  takeIphone,
  takeOfferedFiles,
  takePhoneWithCamera,
  useShellPhones,
} from "./native-shell/shell-phone.ts";
import { waitForResult } from "./phone.ts";

// The phone app, from tags and codes to rooms and objects, with a simulated native side.
useShellPhones();

type StoredScan = { identifier: string; content: string };
const listScans = async () => ((await api("GET", "/api/scans")) as { scans: StoredScan[] }).scans;

test("a tag held to the phone arrives at the hub, sent with the password from the Keystore", async () => {
  await takeAndroid();
  const { password } = await connectToHub();
  const stored = nativeSide.calls.find(({ method }) => method === "internalSetItem");
  expect(JSON.parse(String(stored?.options.data))).toEqual({
    origin: new URL(hub.base).origin,
    password,
  });
  await phone.goto(`${shellPage}#/nfc`);
  await phone.getByTestId("nfc-reading").waitFor();
  const uriPayload = [...Buffer.from("\x04example.com/shelf/17", "latin1")];
  await nativeSide.emit("CapacitorNfc", "nfcEvent", {
    type: "ndef",
    tag: {
      // In the byte order that Android uses for ISO 15693.
      id: [0x05, 0x81, 0xd2, 0x76, 0x50, 0x01, 0x04, 0xe0],
      ndefMessage: [{ tnf: 1, type: [0x55], id: [], payload: uriPayload }],
    },
  });
  await phone.getByTestId("nfc-tag").waitFor();
  await expect.poll(listScans).toContainEqual(
    expect.objectContaining({
      identifier: "E0:04:01:50:76:D2:81:05",
      content: "https://example.com/shelf/17",
    }),
  );
  const posts = nativeSide.calls.filter(({ plugin }) => plugin === "CapacitorHttp");
  expect(posts.map(({ options }) => "Authorization" in (options.headers as object))).toEqual([
    false,
    true,
  ]);
  expect(listCalledMethods().filter((name) => /Http|Cookies/.test(name))).toEqual([
    "CapacitorCookies.clearAllCookies",
    "CapacitorHttp.request",
    "CapacitorCookies.clearAllCookies",
    "CapacitorHttp.request",
  ]);
  await expect.poll(listCalledMethods).toContain("Haptics.notification");
  await expect.poll(nativeSide.last).toEqual({ nfc: "https://example.com/shelf/17" });
});

test("the shell reads a code in front of the camera with the same wasm and keeps the screen on", async () => {
  await takePhoneWithCamera("android");
  await connectToHub();
  await phone.goto(`${shellPage}#/scan-code`);
  await waitForResult(phone, "accepted");
  await expect.poll(listScans).toContainEqual(expect.objectContaining({ content: "SHELF-17" }));
  await expect.poll(listCalledMethods).toContain("KeepAwake.keepAwake");
  await expect.poll(nativeSide.last).toEqual({ code: "SHELF-17" });
});

test("an iPhone shows its sheet on request, and shows the tag once the sheet is closed", async () => {
  await takeIphone();
  await phone.goto(`${shellPage}#/nfc`);
  await phone.getByTestId("nfc-start").click();
  await phone.getByTestId("nfc-reading").waitFor();
  const startCall = nativeSide.calls.find(({ method }) => method === "startScanning");
  expect(startCall?.options).toMatchObject({
    iosSessionType: "tag",
    iosPollingOptions: ["iso14443", "iso15693", "iso18092"],
    alertMessage: expect.any(String),
  });
  await nativeSide.emit("CapacitorNfc", "nfcEvent", {
    type: "ndef",
    tag: { id: [0x04, 0xa2, 0x7f, 0x1b, 0x5e, 0x80, 0x00], ndefMessage: [] },
  });
  await phone.getByText("04:A2:7F:1B:5E:80:00").first().waitFor();
  await phone.getByTestId("nfc-start").waitFor();
  await expect.poll(listCalledMethods).toContain("CapacitorNfc.stopScanning");

  await phone.getByTestId("nfc-start").click();
  await phone.getByTestId("nfc-reading").waitFor();
  await nativeSide.emit("CapacitorNfc", "nfcSessionEnd", { reason: "userCancelled" });
  await phone.getByTestId("nfc-start").waitFor();
});

test("an iPhone starts reading immediately when a link asks for it", async () => {
  await takeIphone("scanhook://scan-nfc");
  await phone.goto(shellPage);
  await phone.getByTestId("nfc-reading").waitFor();
});

test("the pairing code of a hub is never sent, and the app asks about it with the name of the hub", async () => {
  const { link } = (await api("POST", "/api/inboxes/scans/pair", {})) as { link: string };
  const camera = await writeVideo(join(folder.data, "pairing.y4m"), [
    { codes: [{ symbology: "qrcode", text: link, size: 0.7 }], frames: 10 },
  ]);
  const pairingBrowser = await startBrowser(camera);
  try {
    await startPhone("android", pairingBrowser);
    await phone.goto(`${shellPage}#/scan-code`);
    await phone.getByText(new URL(link).host).waitFor();
    expect(nativeSide.calls.filter(({ plugin }) => plugin === "CapacitorHttp")).toEqual([]);
    await phone.getByLabel("Name of this device").fill("My phone");
    await phone.getByTestId("pair").click();
    await phone.getByText(/^Paired\./).waitFor();
    expect(nativeSide.calls.some(({ method }) => method === "internalSetItem")).toBe(true);
  } finally {
    await pairingBrowser.close();
  }
});

test("the app follows the link that started it and links that arrive while it runs", async () => {
  await takeAndroid();
  await nativeSide.emit("App", "appUrlOpen", { url: "scanhook://open/more" });
  await phone.goto(shellPage);
  await phone.getByRole("heading", { level: 1, name: "More" }).waitFor();
  await nativeSide.emit("App", "appUrlOpen", { url: "scanhook://scan-nfc" });
  await phone.getByTestId("nfc-reading").waitFor();
  expect(listCalledMethods()).toContain("CapacitorNfc.startScanning");
  await nativeSide.emit("App", "appUrlOpen", { url: "scanhook://write-nfc?text=Shelf%2017" });
  await expect.poll(() => phone.getByRole("textbox").first().inputValue()).toBe("Shelf 17");
});

test("the history is exported through the sheet of the system", async () => {
  await takePhoneWithCamera("android");
  await phone.goto(`${shellPage}#/scan-code`);
  await waitForResult(phone, "not-configured");
  await phone.goto(`${shellPage}#/more/history`);
  await phone.getByRole("button", { name: /^CSV/ }).click();
  await expect.poll(listCalledMethods).toContain("FileSheet.offer");
  const [sheet] = takeOfferedFiles();
  expect(sheet).toMatchObject({
    type: "text/csv",
    names: [expect.stringMatching(/^scans-.+\.csv$/)],
  });
  expect(sheet?.files[0]?.toString()).toContain("SHELF-17");
});

test.skipIf(isMissing("pdftotext"))(
  "a document is made, read and offered through the sheet as PDF, pictures and text",
  async () => {
    await takeAndroid();
    const photos = ["Delivery note 4711", "Delivery note 4712"].map((title) =>
      drawNotePhoto(join(folder.data, `${title}.jpg`), { title }),
    );
    await phone.goto(`${shellPage}#/document`);
    await phone.getByTestId("document-pictures").setInputFiles(await Promise.all(photos));
    await phone.getByRole("img", { name: "Page 2" }).waitFor();
    await phone.getByLabel("Title").fill("Delivery");
    await phone.getByRole("button", { name: "Read the text" }).click();
    await phone.getByText("All pages have their text.").waitFor();
    const buttons = ["Save PDF", "Save PNG", "Save text", "Print"];
    for (const [done, name] of buttons.entries()) {
      await phone.getByRole("button", { name }).click();
      await expect.poll(() => takeOfferedFiles().length).toBe(done + 1);
    }
    const [pdf, pictures, text, printed] = takeOfferedFiles();
    expect(pdf).toMatchObject({ type: "application/pdf", names: ["Delivery.pdf"] });
    expect(printed).toMatchObject({ type: "application/pdf", names: ["Delivery.pdf"] });
    for (const sheet of [pdf, printed]) {
      const path = join(folder.data, "offered.pdf");
      await writeFile(path, sheet!.files[0]!);
      const read = execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
      expect(read.match(/Delivery note 471[12]/g)).toEqual([
        "Delivery note 4711",
        "Delivery note 4712",
      ]);
    }
    expect(pictures).toMatchObject({
      type: "image/png",
      names: ["Delivery-1.png", "Delivery-2.png"],
    });
    for (const file of pictures!.files) {
      const { width = 0, height = 0 } = await sharp(file).metadata();
      expect(height / width).toBeCloseTo(297 / 210, 1);
    }
    expect(text).toMatchObject({ type: "text/plain", names: ["Delivery.txt"] });
    expect(text?.files[0]?.toString()).toContain("Box 20 holds 136 parts");
    // The sheet shares, too.
    expect(await phone.getByRole("button", { name: "Share PDF" }).count()).toBe(0);
  },
);

test("an iPhone with LiDAR scans a room with RoomPlan, which becomes a plan", async () => {
  await takeIphone("scanhook://scan-room");
  nativeSide.answer("RoomCapture.isSupported", () => ({ isSupported: true }));
  // The person gives up first.
  const results = [{}, { room: makeCapturedRoom() }];
  nativeSide.answer("RoomCapture.scan", () => results.shift());
  await phone.goto(shellPage);
  const start = phone.getByRole("button", { name: "Start the scan" });
  await expect.poll(() => start.isEnabled()).toBe(true);
  await inspect(phone, "phone, light", "room capture given up");
  await start.click();
  // 12 m² and 2.4 m, in the units of the United States.
  await expect.poll(() => phone.getByTestId("inner-area").textContent()).toBe("129.2 sq ft");
  const height = phone.getByLabel("Height", { exact: true });
  expect(await height.getAttribute("placeholder")).toMatch(/^7′ 10/);
});

test("an iPhone with LiDAR captures an object with Object Capture, and keeps and offers its file", async () => {
  await takeIphone("scanhook://scan-object");
  nativeSide.answer("ObjectCapture.isSupported", () => ({ isSupported: true }));
  const captured = {
    file: "/object.usdz",
    meters: [0.08, 0.1, 0.121],
    pictures: 42,
    thumbnail: (
      await sharp({ create: { width: 64, height: 64, channels: 3, background: "#987" } })
        .jpeg()
        .toBuffer()
    ).toString("base64"),
  };
  const results = [() => Promise.reject(new Error("The object was not captured.")), () => captured];
  nativeSide.answer("ObjectCapture.capture", () => results.shift()?.());
  // Capacitor's server for files of the phone.
  await mkdir(join(buildFolder, "_capacitor_file_"), { recursive: true });
  await writeFile(join(buildFolder, "_capacitor_file_/object.usdz"), "the model");
  await phone.goto(shellPage);
  await phone.getByRole("alert").getByText("The object was not captured").waitFor();
  await inspect(phone, "phone, light", "object capture failed");
  await phone.getByRole("button", { name: "Start the capture" }).click();
  await phone.getByTestId("captured-object").getByText("121 × 80 × 100 mm").waitFor();
  await inspect(phone, "phone, light", "object captured");

  // It is still there after the app was closed.
  await phone.reload();
  await phone.goto(`${shellPage}#/3d`);
  const row = phone.getByRole("button", { name: /121 × 80 × 100 mm · Apple's capture/ });
  await row.locator("img").waitFor();
  await inspect(phone, "phone, light", "object captured listed");
  await row.click();
  await phone.getByRole("button", { name: "View it" }).click();
  await expect.poll(listCalledMethods).toContain("FileSheet.show");
  await phone.getByRole("button", { name: "Save USDZ (Apple)" }).click();
  await expect.poll(() => takeOfferedFiles().length).toBe(1);
  const [sheet] = takeOfferedFiles();
  expect(sheet?.names[0]).toMatch(/^Object .+\.usdz$/);
  expect(sheet?.files[0]?.toString()).toBe("the model");
});

test("an iPhone without LiDAR takes the mat and the drawing, and says why", async () => {
  await takeIphone("scanhook://scan-object");
  await phone.goto(shellPage);
  await phone.getByTestId("why-mat").getByText("needs LiDAR").waitFor();
  await nativeSide.emit("App", "appUrlOpen", { url: "scanhook://scan-room" });
  await phone.getByTestId("scan-refusal").getByText("with LiDAR, and this one has none").waitFor();
});

test("Android scans a room in Chrome, and opens the plan that comes back as a file", async () => {
  await takeAndroid();
  await phone.goto(`${shellPage}#/scan-room`);
  await phone.getByText("Open the page /scan/ of your hub in Chrome").waitFor();
  await connectToHub();
  await phone.goto(`${shellPage}#/scan-room`);
  const chrome = phone.getByTestId("scan-in-chrome");
  await inspect(phone, "phone, light", "room in Chrome");
  await chrome.getByRole("button", { name: "Scan in Chrome" }).click();
  await expect.poll(listCalledMethods).toContain("Chrome.open");
  expect(nativeSide.calls.find(({ plugin }) => plugin === "Chrome")?.options).toEqual({
    address: `${hub.base}/scan/#/scan-room`,
  });
  nativeSide.answer("Chrome.open", () => ({ isOpened: false }));
  await chrome.getByRole("button", { name: "Scan in Chrome" }).click();
  await chrome.getByText("Chrome did not open").waitFor();

  const choose = (text: string) =>
    chrome.getByTestId("plan-file").setInputFiles({
      name: "flat.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  await choose("no plan");
  await chrome.getByTestId("room-problem").getByText("The file was not opened.").waitFor();
  const flat = makeFlat("metric");
  await choose(serializePlan(flat));
  await phone.getByRole("heading", { name: flat.name }).waitFor();
  await phone.getByRole("button", { name: "All captures" }).click();
  await phone
    .getByRole("button", { name: new RegExp(`${flat.name}.*${flat.rooms.length} rooms`) })
    .waitFor();
});

test("a receiver that cannot be reached is reported as unreachable", async () => {
  await takePhoneWithCamera("android");
  await phone.goto(`${shellPage}#/more/webhook`);
  await phone.getByTestId("receiver-url").fill("http://localhost:1/in/scans");
  await phone.getByTestId("save").click();
  await phone.getByText("Saved.").waitFor();
  await phone.goto(`${shellPage}#/scan-code`);
  await waitForResult(phone, "unreachable");
});
