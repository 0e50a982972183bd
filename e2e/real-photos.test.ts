import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCodeReader } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { connectPhone, startScanning } from "./phone.ts";

// Real photos in front of the camera, from a folder of labeled ones that CODES_CORPUS names. A
// photo takes part when the codes package can read it at the size of the camera picture. The
// expected content comes from the labels.
const corpus = process.env.CODES_CORPUS;
if (!corpus)
  console.log("Skipped: real photos in front of the camera, because CODES_CORPUS is not set.");

type Label = {
  file: string;
  format: string;
  kind: string;
  expected?: string;
  alsoPresent?: unknown;
};
const formats = ["qr", "ean13", "datamatrix", "code128", "aztec"];
const camera = { width: 1280, height: 720 };

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
});
afterAll(async () => {
  await hub?.stop();
  await folder?.remove();
});

test.skipIf(!corpus)("real photos give the content of their labels", async () => {
  const photos = await choosePhotos(corpus!);
  expect(photos.map(({ format }) => format)).toEqual(formats);
  const video = await writeVideo(
    join(folder.data, "photos.y4m"),
    photos.map(({ file }) => ({ photo: join(corpus!, file), frames: 60 })),
    camera,
  );
  const browser = await startBrowser(video);
  try {
    const { page } = await openDevice(browser, "desktop, light");
    await connectPhone(page, hub, api, "photos");
    await page.goto(`${hub.base}/scan/#/more/settings`);
    await page.getByRole("switch", { name: "Keep scanning" }).click();
    await page
      .getByLabel("When the same code or tag is seen again")
      .selectOption({ label: "Only once until the app is closed" });
    await startScanning(page, hub);
    const contents = async () =>
      (await api<{ scans: { content: string }[] }>("GET", "/api/scans")).scans
        .map(({ content }) => content)
        .sort();
    await expect.poll(contents).toEqual(photos.map(({ expected }) => expected).sort());
  } finally {
    await browser.close();
  }
});

/** Returns the first readable photo of each format. */
async function choosePhotos(corpus: string): Promise<Label[]> {
  const labels: Label[] = JSON.parse(await readFile(join(corpus, "index.json"), "utf8"));
  const reader = await createCodeReader({ wasm: await readerWasm() });
  const chosen: Label[] = [];
  for (const format of formats) {
    for (const label of labels) {
      if (label.format !== format || label.kind !== "photo" || !label.expected) continue;
      const { data, info } = await sharp(join(corpus, label.file))
        .rotate()
        .resize(camera.width, camera.height, { fit: "contain" })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const readings = await reader.frame({ data, width: info.width, height: info.height });
      if (readings.length !== 1 || readings[0]?.format !== format) continue;
      chosen.push(label);
      break;
    }
  }
  return chosen;
}
