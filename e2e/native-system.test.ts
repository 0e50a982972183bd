import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { addGuestList, typeCode, verdictOf } from "./guest-list.ts";
import { inspect } from "./inspect.ts";
import { shellPage } from "./native-shell/native-side.ts";
import {
  api,
  buildFolder,
  connectToHub,
  listCalledMethods,
  nativeSide,
  phone,
  takeAndroid,
  takeIphone,
  useShellPhones,
} from "./native-shell/shell-phone.ts";

// The phone app takes shares, secrets and a voice from the system, and gives it shortcuts; iPhones
// lock tags.
useShellPhones();

const callsOf = (method: string) =>
  nativeSide.calls
    .filter((call) => `${call.plugin}.${call.method}` === method)
    .map(({ options }) => options);

/** Looks at a screen on a light and on a dark phone. */
async function lookAt(title: string): Promise<void> {
  await inspect(phone, "phone, light", title);
  await phone.emulateMedia({ colorScheme: "dark" });
  await inspect(phone, "phone, dark", title);
  await phone.emulateMedia({ colorScheme: "light" });
}

test("pictures and texts that other apps share on Android are scanned, added or opened", async () => {
  await takeAndroid();
  const drawn = await drawPicture([{ symbology: "qrcode", text: "SHARED-1" }]);
  const { data, width, height } = toFrame(drawn);
  const picture = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  await mkdir(join(buildFolder, "_capacitor_file_"), { recursive: true });
  await writeFile(join(buildFolder, "_capacitor_file_/1"), picture);
  const file = { path: "/1", name: "label.png", type: "image/png" };
  // The share that started the app.
  await nativeSide.emit("ShareTarget", "shared", {
    files: [file],
    failed: 1,
    text: "scanhook://open/more",
    title: "",
  });
  await phone.goto(shellPage);
  await phone.getByText("label.png").waitFor();
  await phone.getByText("A file was not taken.").waitFor();
  await lookAt("shared with the phone app");
  await expect.poll(listCalledMethods).toContain("ShareTarget.clear");
  await phone.getByRole("button", { name: "Scan the codes" }).click();
  await phone.getByText("SHARED-1").first().waitFor();

  // One that arrives while the app runs.
  await nativeSide.emit("ShareTarget", "shared", {
    files: [],
    failed: 0,
    text: "Shelf",
    title: "",
  });
  await phone.getByRole("button", { name: "Open in Scanhook" }).click();
  await phone.getByRole("heading", { level: 1, name: "More" }).waitFor();
});

test("every action can be put on Android's home screen, where the launcher takes it", async () => {
  await takeAndroid();
  await phone.goto(`${shellPage}#/more/links`);
  await phone.getByRole("heading", { name: "On the home screen" }).waitFor();
  await lookAt("shortcuts for the home screen");
  const put = (title: string) =>
    phone.getByRole("button", { name: `Put on the home screen: ${title}` }).click();
  await put("Room Scan");
  await put("Get Last NFC Tag");
  await expect
    .poll(() => callsOf("HomeShortcuts.pin"))
    .toEqual([
      { id: "scan-room", icon: "room", link: "scanhook://scan-room" },
      { id: "last-nfc", icon: "history" },
    ]);
  nativeSide.answer("HomeShortcuts.pin", () => {
    throw new Error("The launcher takes no shortcuts.");
  });
  await put("QR Scan");
  await phone.getByText("did not take the shortcut").waitFor();
});

test("Android reads verdicts aloud with the voice of the system, once it is switched on", async () => {
  await addGuestList(api, "spoken");
  await takeAndroid();
  await connectToHub("spoken");
  await phone.goto(`${shellPage}#/scan-code`);
  await typeCode(phone, "T-0001");
  await verdictOf(phone, "yes").waitFor();
  expect(callsOf("Voice.speak")).toEqual([]);
  await phone.goto(`${shellPage}#/more/settings`);
  await phone.getByRole("switch", { name: "Read results aloud" }).click();
  await lookAt("verdicts aloud");
  await phone.goto(`${shellPage}#/scan-code`);
  await typeCode(phone, "T-0002");
  await verdictOf(phone, "yes").waitFor();
  await expect
    .poll(() => callsOf("Voice.speak"))
    .toEqual([{ text: expect.stringMatching(/Grace Hopper/), language: "en" }]);
});

test("an iPhone writes a tag and locks it in a second sheet", async () => {
  await takeIphone("scanhook://write-nfc?text=Shelf%2017");
  await phone.goto(shellPage);
  await phone.getByRole("textbox").first().waitFor();
  await phone.getByRole("switch", { name: "Make read-only afterwards" }).click();
  await phone.getByTestId("write").click();
  await phone.getByRole("button", { name: "Write and make read-only" }).click();
  await expect.poll(listCalledMethods).toContain("CapacitorNfc.startScanning");
  const id = [0x04, 0xa2, 0x7f, 0x1b, 0x5e, 0x80, 0x00];
  const hold = (ndefMessage: unknown) =>
    nativeSide.emit("CapacitorNfc", "nfcEvent", { type: "ndef", tag: { id, ndefMessage } });
  await hold([]);
  await expect.poll(() => callsOf("CapacitorNfc.write")).toHaveLength(1);
  await expect.poll(() => callsOf("CapacitorNfc.startScanning")).toHaveLength(2);
  await hold(callsOf("CapacitorNfc.write")[0]!.records);
  await expect
    .poll(() => callsOf("TagLock.lock"))
    .toEqual([{ id, hold: expect.any(String), other: expect.any(String) }]);
  await phone.getByText("Written, checked and read-only").waitFor();
  await lookAt("tag locked on an iPhone");
  expect(listCalledMethods()).not.toContain("CapacitorNfc.makeReadOnly");
});

test("user and password lie in the Keystore, also those that an earlier version left elsewhere", async () => {
  await takeAndroid();
  const { user } = await connectToHub();
  const readLocal = () => phone.evaluate(() => JSON.stringify(localStorage));
  const readSecret = (key: string) =>
    callsOf("SecureStorage.internalSetItem").findLast(({ prefixedKey }) =>
      String(prefixedKey).endsWith(key),
    )?.data;
  const { jobs } = JSON.parse(await phone.evaluate(() => localStorage["scanhook.jobs"])) as {
    jobs: { id: string }[];
  };
  const users = JSON.stringify({ [jobs[0]!.id]: user });
  await expect.poll(() => readSecret("receiver-users")).toBe(users);
  await expect.poll(readLocal).not.toContain(user);

  // As earlier versions stored it.
  await phone.evaluate(() => {
    const stored = JSON.parse(localStorage["scanhook.jobs"]);
    stored.jobs[0].user = "from before";
    localStorage["scanhook.jobs"] = JSON.stringify(stored);
  });
  await phone.reload();
  await expect.poll(() => phone.getByTestId("user").inputValue()).toBe("from before");
  await expect.poll(readLocal).not.toContain("from before");
  await phone.reload();
  await expect.poll(() => phone.getByTestId("user").inputValue()).toBe("from before");
});

test("a link of nfc: that is meant for another app offers to scan, and to copy it", async () => {
  await takeAndroid();
  await nativeSide.emit("App", "appUrlOpen", { url: "nfc://write/?text=x" });
  await phone.goto(shellPage);
  const refused = phone.getByTestId("refused");
  await refused.getByText("nfc://scan only").waitFor();
  await lookAt("link of another app");
  await phone.getByRole("link", { name: "Scan an NFC tag" }).click();
  await phone.getByTestId("nfc-reading").waitFor();
});
