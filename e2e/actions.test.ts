import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { actions } from "../apps/scanner/src/actions/table.ts";
import { type Look, looks, openDevice, startBrowser } from "./browser.ts";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { giveNfc, tapTag } from "./nfc/fake-tag.ts";
import { connectPhone, waitForResult } from "./phone.ts";

// Every way in from outside: links, the entries of the manifest, what other apps share, files; and the way back.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

const content = "BIN 0815/ü&=";

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  const camera = await writeVideo(join(folder.data, "camera.y4m"), [
    { codes: [{ symbology: "qrcode", text: content, turn: 12 }], frames: 15 },
    { codes: [], frames: 45 },
  ]);
  browser = await startBrowser(camera, ["WebNFC"]);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});
afterEach(async () => {
  await context?.close();
  expect(errors).toEqual([]);
});

async function open(look: Look = "phone, light", phone: { nfc: boolean } = { nfc: true }) {
  ({ context, page, errors } = await openDevice(browser, look));
  if (phone.nfc) await giveNfc(context);
  // The drawn camera shows its code again and again, and each time shall count.
  await context.addInitScript(() => {
    if (location.protocol === "about:") return;
    localStorage["scanhook.settings"] ??= JSON.stringify({ repeats: "never" });
  });
}
const app = (hash: string) => `${hub.base}/scan/${hash}`;
const linked = (link: string) => app(`#/link?url=${encodeURIComponent(link)}`);
/** The address changes while the app runs, as when the system hands a running app a link. */
const follow = (hash: string) => page.evaluate((to) => location.assign(to), hash);
const refusal = () => page.getByTestId("refused");

const arrivedAt: Record<string, () => Promise<unknown>> = {
  nfc: () => page.getByTestId("nfc-reading").first().waitFor(),
  qr: () => page.getByTestId("camera").waitFor(),
  document: () => page.getByRole("heading", { level: 1, name: "Documents" }).waitFor(),
  "3d": () => page.getByRole("heading", { level: 1, name: "Objects and rooms" }).waitFor(),
  more: () => page.getByRole("heading", { level: 1, name: "More" }).waitFor(),
  write: () => page.getByRole("heading", { level: 1, name: "Write a tag" }).waitFor(),
};
const goals: Record<string, string> = {
  "scan-nfc": "nfc",
  "scan-code": "qr",
  "scan-document": "document",
  "scan-object": "3d",
  "scan-room": "3d",
  "open-nfc": "nfc",
  "open-qr": "qr",
  "open-document": "document",
  "open-3d": "3d",
  "open-more": "more",
  "write-nfc": "write",
};
const reachable = actions.filter(({ hash, link }) => hash !== undefined && link !== undefined);

test("every action with a link arrives, when the app starts with it and while it runs", async () => {
  expect(reachable.map(({ id }) => id).sort()).toEqual(Object.keys(goals).sort());
  for (const { id, hash, link } of reachable) {
    await open();
    // Cold: the installed app is started with a link of its scheme, or of the web.
    await page.goto(linked(`web+${link}`));
    await arrivedAt[goals[id]!]!();
    // Warm: from another screen.
    await follow("#/more/about");
    await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
    await follow(hash!);
    await arrivedAt[goals[id]!]!();
    await follow("#/more/about");
    await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
    await follow(`#/link?url=${encodeURIComponent(link!)}`);
    await arrivedAt[goals[id]!]!();
    expect(await refusal().count()).toBe(0);
    await context.close();
  }
  await open();
});

test("a link to the tab that is open starts the scan again", async () => {
  await open();
  await connectPhone(page, hub, api, "again");
  await page.goto(app("#/scan-code"));
  // That very card has to go: the code is before the camera again soon, and the next one is there.
  const first = await (await waitForResult(page, "accepted")).elementHandle();
  await follow("#/scan-code");
  await first!.waitForElementState("hidden");
  await page.getByTestId("camera").waitFor();
  // Once more, although it is the same link as before.
  await page.getByTestId("tab-qr").click();
  const second = await (await waitForResult(page, "accepted")).elementHandle();
  await follow("#/scan-code");
  await second!.waitForElementState("hidden");
});

test("a place is shown, wherever its link comes from, and nothing else opens", async () => {
  await open();
  await page.goto(linked("geo:48.2082,16.3738?q=48.2082,16.3738(Stephansdom)"));
  await page.getByTestId("arrived-place").getByText("Stephansdom").waitFor();
  await page.getByRole("button", { name: "Write to a tag" }).click();
  await page.getByRole("heading", { level: 1, name: "Place" }).waitFor();
  expect(await page.getByLabel("Coordinates").inputValue()).toBe("48.2082, 16.3738");
});

test("what a link gives to write stands in the form, and is not written by itself", async () => {
  await open();
  await page.goto(app("#/write-nfc?url=https%3A%2F%2Fexample.com%2Fdrill-7"));
  const address = page.getByLabel("Address");
  await address.waitFor();
  expect(await address.inputValue()).toBe("https://example.com/drill-7");
  expect(await page.getByTestId("write-dialog").isVisible()).toBe(false);
  await follow(`#/link?url=${encodeURIComponent("web+scanhook://write-nfc?text=Hello%0Aworld")}`);
  const words = page.getByRole("textbox", { name: "Text" });
  await words.waitFor();
  expect(await words.inputValue()).toBe("Hello\nworld");
  await page.goBack();
  await arrivedAt.write!();
});

test("the page of links shows every address, and what was scanned last", async () => {
  await open();
  await connectPhone(page, hub, api, "links");
  await page.goto(app("#/scan-code"));
  await waitForResult(page, "accepted");
  await follow("#/more/links");
  for (const { hash } of reachable) await page.getByText(app(hash!), { exact: true }).waitFor();
  await page.getByRole("button", { name: "Copy: Code" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(content);
  await page.getByRole("button", { name: "Copy: QR Scan" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(app("#/scan-code"));
});

test("scanhook open knows the screens of the table, and scanhook last what was scanned", async () => {
  for (const { hash } of reachable) {
    const printed = scanhook("open", hash!.slice(2), "--print", "--hub", hub.base);
    expect(printed).toBe(`${app(hash!)}\n`);
  }
  await open();
  await connectPhone(page, hub, api, "last");
  await page.goto(app("#/scan-code"));
  await waitForResult(page, "accepted");
  expect(scanhook("last", "code", "--data", folder.data)).toBe(`${content}\n`);
});

function scanhook(...args: string[]): string {
  const command = fileURLToPath(new URL("../apps/cli/bin/scanhook.mjs", import.meta.url));
  return execFileSync(process.execPath, [command, ...args], { encoding: "utf8" });
}

describe("what is hostile or malformed opens the app with a sentence and runs nothing", () => {
  const hostile: Record<string, string> = {
    "a script": linkAddress("javascript:document.title='owned'"),
    data: linkAddress("data:text/html,<script>alert(1)</script>"),
    "a script to return to": "#/scan-code?ret=javascript%3Adocument.title%3D'owned'",
    "a script, encoded twice": "#/scan-code?ret=javascript%253Aalert(1)",
    "an intent to return to": "#/scan-nfc?ret=intent%3A%2F%2Fx%23Intent%3Bend",
    "credentials to return to": "#/scan-code?ret=https%3A%2F%2Fhub.example%40evil.example%2F",
    "a host made of the scan": "#/scan-code?ret=https%3A%2F%2F%7BCODE%7D%2F",
    "another website": linkAddress("https://evil.example/scan/#/scan-code"),
    "letters turned round": linkAddress("scanhook://scan-\u202eedoc"),
    "a link in a link": linkAddress(`web+scanhook://link?url=${linkAddress("geo:1,2")}`),
    "broken escapes": "#/scan-code?ret=%zz",
    "broken escapes of something to write": "#/write-nfc?text=%E0%A4%A",
    "no place": linkAddress("geo:north"),
    "a mistyped action": "#/scan-cod",
    "a name from JavaScript": "#/__proto__",
    "a script to write": "#/write-nfc?url=javascript%3Aalert(1)",
    "a huge text": `#/write-nfc?text=${"a".repeat(20_000)}`,
  };
  test("whatever it is", async () => {
    await open();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(app(""));
    page.on("dialog", (dialog) => errors.push(`a dialog: ${dialog.message()}`));
    for (const [what, hash] of Object.entries(hostile)) {
      await follow("#/more/about");
      await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
      await follow(hash);
      await refusal().waitFor();
      const said = await refusal().innerText();
      expect([what, said]).toEqual([what, expect.stringMatching(/\.\s+Nothing was started/)]);
      expect(new URL(page.url()).hash).toBe("#/link");
      expect(await page.title()).not.toContain("owned");
      expect(await page.getByTestId("camera").count()).toBe(0);
    }
    expect(requests.filter((url) => !url.startsWith(hub.base))).toEqual([]);
    // Cold too.
    await page.goto(app(hostile["a script to return to"]!));
    await refusal().waitFor();
    await page.getByRole("link", { name: "Scan a code" }).click();
    await arrivedAt.qr!();
  });
});

function linkAddress(link: string): string {
  return `#/link?url=${encodeURIComponent(link)}`;
}

describe("the way back to who asked for a scan", () => {
  const ret = (address: string) => `ret=${encodeURIComponent(address)}`;
  const offer = () => page.getByTestId("return-offer");
  const agree = async () => {
    const yes = page.getByRole("button", { name: "Open this address" });
    // A press in the first moment is not taken for an answer, so press until it is.
    await expect
      .poll(async () => {
        await yes.click({ timeout: 1000 }).catch(() => {});
        return (await offer().isVisible()) && (await yes.isEnabled());
      })
      .toBe(false);
  };

  test("is shown whole and taken only when the person agrees, after the scan is sent", async () => {
    await open();
    await connectPhone(page, hub, api, "returning");
    const visited: string[] = [];
    await context.route("https://shop.example/**", (route) => {
      visited.push(route.request().url());
      return route.fulfill({ body: "<h1>Back in the shop</h1>", contentType: "text/html" });
    });
    await page.goto(app(`#/scan-code?${ret("https://shop.example/found?c={CODE}&f={FORMAT}#at")}`));
    await offer().waitFor();
    const whole = "https://shop.example/found?c=BIN%200815%2F%C3%BC%26%3D&f=QR_CODE#at";
    expect(await page.getByTestId("return-address").innerText()).toBe(whole);
    expect(await offer().innerText()).toContain("shop.example");
    await page.getByRole("button", { name: "Not now" }).click();
    await offer().waitFor({ state: "hidden" });
    // Asked once for this scan, and again for the next.
    await page.getByRole("button", { name: "Scan next" }).click();
    await offer().waitFor();
    expect(visited).toEqual([]);
    await agree();
    await page.getByRole("heading", { name: "Back in the shop" }).waitFor();
    expect(visited).toEqual([whole.replace("#at", "")]);
    expect(page.url()).toBe(whole);
    const { scans } = await api<{ scans: { user: string; content: string }[] }>(
      "GET",
      "/api/scans?limit=200",
    );
    const mine = scans.filter(({ user }) => user === "returning");
    expect(mine.map((scan) => scan.content)).toEqual([content, content]);
  });

  test("is not offered any more once the tab is left", async () => {
    await open();
    await page.goto(app(`#/scan-code?${ret("https://shop.example/?c={CODE}")}`));
    await offer().waitFor();
    await page.getByRole("button", { name: "Not now" }).click();
    await page.getByTestId("tab-more").click();
    await page.getByRole("heading", { level: 1, name: "More" }).waitFor();
    await page.getByTestId("tab-qr").click();
    await waitForResult(page, "not-configured");
    expect(await offer().count()).toBe(0);
  });

  test("leads to another app by its scheme", async () => {
    await open();
    await page.addInitScript(() => {
      // The browser would hand the address to the system, which has no such app.
      const navigation = (globalThis as unknown as { navigation: EventTarget }).navigation;
      navigation.addEventListener("navigate", (event) => {
        const { destination } = event as Event & { destination: { url: string } };
        if (!destination.url.startsWith("http")) {
          event.preventDefault();
          sessionStorage.left = destination.url;
        }
      });
    });
    await page.goto(app(`#/scan-code?${ret("shopapp://found/{CODE}")}`));
    await offer().waitFor();
    expect(await offer().innerText()).toContain("the app that answers to shopapp:");
    await agree();
    await expect
      .poll(() => page.evaluate(() => sessionStorage.left))
      .toBe("shopapp://found/BIN%200815%2F%C3%BC%26%3D");
    expect(await offer().count()).toBe(0);
  });

  test("is filled with a tag as NFC Tools fills it", async () => {
    await open();
    const callback =
      "https://example.org/api/?tagid={TAG-ID}&text={NDEF-TEXT}&uri={NDEF-URI}&type={TAG-TYPE}#result";
    await context.route("https://example.org/**", (route) =>
      route.fulfill({ body: "<h1>Results</h1>", contentType: "text/html" }),
    );
    await page.goto(linked(`nfc://scan/?callback=${encodeURIComponent(callback)}`));
    await arrivedAt.nfc!();
    await tapTag(page, {
      serialNumber: "04:a2:7f:1b:5e:80:00",
      records: [
        { recordType: "text", data: "drill 7", lang: "en" },
        { recordType: "url", data: "https://example.com/7" },
      ],
    });
    await agree();
    await page.getByRole("heading", { name: "Results" }).waitFor();
    expect(page.url()).toBe(
      "https://example.org/api/?tagid=04%3AA2%3A7F%3A1B%3A5E%3A80%3A00&text=drill%207&uri=https%3A%2F%2Fexample.com%2F7&type=#result",
    );
  });
});

describe("the installed app", () => {
  test("has a manifest without an error, whose every entry is there", async () => {
    await open();
    await page.goto(app(""));
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
    // What the browser understood, beside what we wrote.
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
      await arrivedAt[goals[action.id]!]!();
    }
    for (const { url } of manifest.protocol_handlers) {
      await page.goto(hub.base + url.replace("%s", encodeURIComponent("geo:48.2,16.37")));
      await page.getByTestId("arrived-place").waitFor();
    }
  });

  /** Shares as the system does: a form, posted to the address in the manifest. */
  async function share(fields: Record<string, string>, pictures: Buffer[] = []): Promise<void> {
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
    await page
      .locator("input")
      .setInputFiles(
        pictures.map((buffer, i) => ({ name: `Bild ${i + 1}.png`, mimeType: "image/png", buffer })),
      );
    await page.getByRole("button", { name: "Share" }).click();
  }

  async function install(): Promise<void> {
    await open("phone, light", { nfc: false });
    await page.goto(app(""));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }

  const kept = () =>
    page.evaluate(async () => (await (await caches.open("scanhook-arrivals")).keys()).length);

  async function picture(text: string): Promise<Buffer> {
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
    await share({ title: "", text: "" }, [await picture("SHARED-1")]);
    const card = await waitForResult(page, "accepted");
    expect(await card.textContent()).toContain("SHARED-1");
    expect(new URL(page.url()).pathname).toBe("/scan/");
    expect(await kept()).toBe(0);
  });

  test("lets the person choose among several pictures, which wait meanwhile", async () => {
    await install();
    await share({}, [await picture("FIRST"), await picture("SECOND")]);
    const buttons = page.getByRole("button", { name: "Scan this picture" });
    await expect.poll(() => buttons.count()).toBe(2);
    await page.reload();
    await expect.poll(() => page.getByTestId("camera").count()).toBe(1);
    await page.goto(app("#/shared"));
    await expect.poll(() => buttons.count()).toBe(2);
    await page.getByText("Bild 2.png").waitFor();
    await buttons.nth(1).click();
    const card = await waitForResult(page, "not-configured");
    expect(await card.textContent()).toContain("SECOND");
    expect(await kept()).toBe(1);
    await page.goBack();
    await buttons.click();
    expect(await (await waitForResult(page, "not-configured")).textContent()).toContain("FIRST");
  });

  test("offers a text to be written, or to be followed when it is a link of ours", async () => {
    await install();
    await share({ title: "A page", text: "https://example.com/7" });
    await page.getByTestId("arrivals").getByText("example.com").first().waitFor();
    expect(await page.getByRole("button", { name: "Open in Scanhook" }).count()).toBe(0);
    await page.getByRole("button", { name: "Write to a tag" }).click();
    await page.getByLabel("Address").waitFor();
    expect(await page.getByLabel("Address").inputValue()).toBe("https://example.com/7");
    expect(await kept()).toBe(0);

    await share({ text: app("#/scan-document") });
    await page.getByRole("button", { name: "Open in Scanhook" }).click();
    await arrivedAt.document!();
    expect(await kept()).toBe(0);

    await share({ text: "Good morning\n<b>you</b>" });
    await page.getByText("<b>you</b>").waitFor();
    await page.getByRole("button", { name: "Discard" }).first().click();
  });

  test("says so when nothing came, or the worker was not there to keep it", async () => {
    await open("phone, light", { nfc: false });
    await page.goto(app("#/shared"));
    await page.getByText(/^Nothing has arrived/).waitFor();
    await context.close();
    // A device that has never opened the app has no service worker either.
    await open("phone, light", { nfc: false });
    await share({ text: "hello" });
    await page.getByText(/^Nothing has arrived/).waitFor();
  });

  test("scans a picture that is opened with it", async () => {
    await open();
    const bytes = (await picture("FROM-A-FILE")).toString("base64");
    await page.addInitScript((base64) => {
      const file = async () =>
        new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], "label.png", {
          type: "image/png",
        });
      Object.defineProperty(globalThis, "launchQueue", {
        value: {
          setConsumer: (take: (launch: object) => void) => {
            take({ targetURL: location.href });
            take({ files: [{ getFile: file }] });
          },
        },
      });
    }, bytes);
    await page.goto(app("#/file"));
    const card = await waitForResult(page, "not-configured");
    expect(await card.textContent()).toContain("FROM-A-FILE");
  });
});

describe.each(Object.keys(looks) as Look[])("on a %s screen", (look) => {
  test("what comes in from outside is accessible and fits", async () => {
    await open(look);
    await page.goto(linked("javascript:alert('a long address that goes on'.repeat(20))"));
    await refusal().waitFor();
    await inspect(page, look, "link refused");
    await page.goto(linked("geo:48.2082,16.3738?q=48.2082,16.3738(Stephansdom)"));
    await page.getByTestId("arrived-place").waitFor();
    await inspect(page, look, "link place");
    await page.evaluate(async () => {
      const cache = await caches.open("scanhook-arrivals");
      const headers = { "content-type": "text/plain;charset=utf-8" };
      await cache.put(
        `/scan/shared/${Date.now()}-20`,
        new Response("https://example.com/tools/drill-7", { headers }),
      );
      const icon = await (await fetch("/scan/icons/icon-192.png")).blob();
      const picture = { "content-type": "image/png", "x-name": "Label%20of%20the%20drill.png" };
      await cache.put(`/scan/shared/${Date.now()}-0`, new Response(icon, { headers: picture }));
    });
    await page.goto(app("#/shared"));
    await page.getByRole("button", { name: "Scan this picture" }).waitFor();
    await inspect(page, look, "shared");
    const back = encodeURIComponent(`https://shop.example/found?${"x=1&".repeat(40)}c={CODE}`);
    await page.goto(app(`#/scan-code?ret=${back}`));
    await page.getByTestId("return-offer").waitFor();
    await inspect(page, look, "return offer");
  });
});
