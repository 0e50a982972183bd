import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { actions } from "../apps/scanner/src/links/actions.ts";
import { createPdfWriter } from "../packages/documents/src/index.ts";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { inspect } from "./inspect.ts";
import { connectPhone, waitForResult } from "./phone.ts";
import {
  api,
  appUrl,
  context,
  hub,
  openPhone,
  page,
  screenOfAction,
  usePhones,
  waitForScreen,
} from "./ways-in.ts";

// The entries of the manifest, and content that other apps share.
usePhones();

describe("the installed app", () => {
  test("has a manifest without errors in which every entry exists", async () => {
    await openPhone();
    await page.goto(appUrl(""));
    const browserTools = await context.newCDPSession(page);
    const read = await browserTools.send("Page.getAppManifest");
    expect(read.errors).toEqual([]);
    const manifest = JSON.parse(read.data!) as {
      shortcuts: { name: string; url: string; icons: { src: string }[] }[];
      protocol_handlers: { protocol: string; url: string }[];
      share_target: { action: string };
      launch_handler: { client_mode: string[] };
      file_handlers: { action: string }[];
      icons: { src: string }[];
    };
    // The manifest as the browser parsed it, compared with the file.
    const understood = (read as unknown as { manifest: Record<string, unknown[]> }).manifest;
    expect(understood.shortcuts?.length).toBe(6);
    expect(understood.protocolHandlers?.length).toBe(2);
    expect(understood.shareTarget).toBeDefined();
    expect(understood.launchHandler).toBeDefined();
    const scheme = manifest.protocol_handlers.map(({ protocol }) => protocol);
    expect(scheme).toEqual(["web+scanhook", "geo"]);

    const pictures = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
    for (const { src } of pictures) {
      const answer = await fetch(`${hub.base}/scan/${src}`);
      expect([src, answer.status]).toEqual([src, 200]);
    }
    for (const { name, url } of manifest.shortcuts) {
      const action = actions.find(({ title }) => title === name)!;
      await page.goto(`${hub.base}/healthz`);
      await page.goto(hub.base + url);
      await waitForScreen[screenOfAction[action.id]!]!();
    }
    for (const { url } of manifest.protocol_handlers) {
      await page.goto(hub.base + url.replace("%s", encodeURIComponent("geo:48.2,16.37")));
      await page.getByTestId("arrived-place").waitFor();
    }
  });

  /** Shares as the system does: posts a form to the address in the manifest. */
  async function share(
    fields: Record<string, string>,
    pictures: Buffer[] = [],
    pdfs: Buffer[] = [],
  ): Promise<void> {
    await page.goto("about:blank");
    await page.setContent(
      `<form method="post" enctype="multipart/form-data" action="${hub.base}/scan/share">
      ${Object.keys(fields)
        .map((name) => `<textarea name="${name}"></textarea>`)
        .join("")}
      <input type="file" name="pictures" multiple><button>Share</button></form>`,
    );
    for (const [name, value] of Object.entries(fields)) {
      await page.locator(`[name="${name}"]`).fill(value);
    }
    await page.locator("input").setInputFiles([
      ...pictures.map((buffer, i) => ({
        name: `Bild ${i + 1}.png`,
        mimeType: "image/png",
        buffer,
      })),
      ...pdfs.map((buffer) => ({ name: "Letter.pdf", mimeType: "application/pdf", buffer })),
    ]);
    await page.getByRole("button", { name: "Share" }).click();
  }

  async function install(): Promise<void> {
    await openPhone("phone, light", { nfc: false, serviceWorker: true });
    await page.goto(appUrl(""));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }

  const countKeptArrivals = () =>
    page.evaluate(async () => (await (await caches.open("scanhook-arrivals")).keys()).length);

  async function createPicture(text: string): Promise<Buffer> {
    const { data, width, height } = toFrame(
      await drawPicture([{ symbology: "qrcode", text, turn: 8 }]),
    );
    return sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
  }

  test("scans a picture that another app shares", async () => {
    await install();
    await connectPhone(page, hub, api, "sharing");
    await share({ title: "", text: "" }, [await createPicture("SHARED-1")]);
    await page.getByRole("button", { name: "Scan the codes" }).click();
    const card = await waitForResult(page, "accepted");
    expect(await card.textContent()).toContain("SHARED-1");
    expect(new URL(page.url()).pathname).toBe("/scan/");
    await expect.poll(countKeptArrivals).toBe(0);
  });

  test("lets the user choose among several shared pictures and keeps the others", async () => {
    await install();
    await share({}, [await createPicture("FIRST"), await createPicture("SECOND")]);
    const buttons = page.getByRole("button", { name: "Scan the codes" });
    await expect.poll(() => buttons.count()).toBe(2);
    await page.reload();
    await expect.poll(() => page.getByTestId("camera").count()).toBe(1);
    await page.goto(appUrl("#/shared"));
    await expect.poll(() => buttons.count()).toBe(2);
    await page.getByText("Bild 2.png").waitFor();
    await buttons.nth(1).click();
    const card = await waitForResult(page, "not-configured");
    expect(await card.textContent()).toContain("SECOND");
    await expect.poll(countKeptArrivals).toBe(1);
    await page.goBack();
    await buttons.click();
    expect(await (await waitForResult(page, "not-configured")).textContent()).toContain("FIRST");
  });

  test("makes a document of shared pictures and PDF files", async () => {
    await install();
    const jpeg = await sharp(await createPicture("PAGE"))
      .jpeg()
      .toBuffer();
    const { width, height } = await sharp(jpeg).metadata();
    const parts: Uint8Array[] = [];
    const pdf = createPdfWriter({ title: "Letter", date: new Date() }, (bytes) => {
      parts.push(bytes.slice());
    });
    await pdf.addPage({
      size: { width: 210, height: 297 },
      image: { kind: "jpeg", bytes: jpeg, width, height, components: 3 },
      words: [],
    });
    await pdf.finish();
    await share({}, [await createPicture("A"), await createPicture("B")], [Buffer.concat(parts)]);
    await page.getByText("Letter.pdf").waitFor();
    await inspect(page, "phone, light", "shared files");
    await page.getByRole("button", { name: "Add all 3 to a document" }).click();
    await page.getByRole("img", { name: "Page 3" }).waitFor();
    await expect.poll(countKeptArrivals).toBe(0);
    // The page starts anew with a share, so this one makes a document of its own.
    await share({}, [await createPicture("C")]);
    await page.getByRole("button", { name: "Add to a document" }).click();
    await page.getByRole("img", { name: "Page 1" }).waitFor();
    await page.getByRole("button", { name: "All documents" }).click();
    await page.getByText("3 pages ·").waitFor();
  });

  test("offers to write a shared text, or to follow it when it is a link of ours", async () => {
    await install();
    await share({ title: "A page", text: "https://example.com/7" });
    await page.getByTestId("arrivals").getByText("example.com").first().waitFor();
    expect(await page.getByRole("button", { name: "Open in Scanhook" }).count()).toBe(0);
    await page.getByRole("button", { name: "Write to a tag" }).click();
    await page.getByLabel("Address").waitFor();
    expect(await page.getByLabel("Address").inputValue()).toBe("https://example.com/7");
    await expect.poll(countKeptArrivals).toBe(0);

    await share({ text: appUrl("#/scan-document") });
    await page.getByRole("button", { name: "Open in Scanhook" }).click();
    await waitForScreen["document camera"]!();
    await expect.poll(countKeptArrivals).toBe(0);

    await share({ text: "Good morning\n<b>you</b>" });
    await page.getByText("<b>you</b>").waitFor();
    await page.getByRole("button", { name: "Discard" }).first().click();
  });

  test("says so when nothing was shared, or when no service worker could keep it", async () => {
    await openPhone("phone, light", { nfc: false });
    await page.goto(appUrl("#/shared"));
    await page.getByText(/^Nothing was shared/).waitFor();
    await context.close();
    // A device that has never opened the app has no service worker.
    await openPhone("phone, light", { nfc: false });
    await share({ text: "hello" });
    await page.getByText(/^Nothing was shared/).waitFor();
  });

  test("scans a picture file that is opened with the app", async () => {
    await openPhone();
    const bytes = (await createPicture("FROM-A-FILE")).toString("base64");
    await page.addInitScript((base64) => {
      const createFile = async () =>
        new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], "label.png", {
          type: "image/png",
        });
      Object.defineProperty(globalThis, "launchQueue", {
        value: {
          setConsumer: (take: (launch: object) => void) => {
            take({ targetURL: location.href });
            take({ files: [{ getFile: createFile }] });
          },
        },
      });
    }, bytes);
    await page.goto(appUrl("#/file"));
    await page.getByRole("button", { name: "Scan the codes" }).click();
    const card = await waitForResult(page, "not-configured");
    expect(await card.textContent()).toContain("FROM-A-FILE");
  });
});
