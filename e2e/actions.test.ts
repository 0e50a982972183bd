import { describe, expect, test } from "vitest";
import { actions } from "../apps/scanner/src/links/actions.ts";
import { sizes } from "./browser.ts";
import { scanhook } from "./command.ts";
import { inspect } from "./inspect.ts";
import { connectPhone, waitForResult } from "./phone.ts";
import {
  api,
  appUrl,
  content,
  errors,
  folder,
  followLink,
  hub,
  linkUrl,
  openPhone,
  page,
  refusal,
  screenOfAction,
  usePhones,
  waitForScreen,
} from "./ways-in.ts";

// Links open the screens they name, and hostile links open none.
usePhones();

const reachable = actions.filter(({ hash, link }) => hash !== undefined && link !== undefined);

test("every action opens by its link, both when the app starts with it and while it runs", async () => {
  expect(reachable.map(({ id }) => id).sort()).toEqual(Object.keys(screenOfAction).sort());
  await openPhone();
  for (const { id, hash, link } of reachable) {
    // A cold start: the installed app starts with a link of its scheme or of the web. The page of
    // the app that is still open would only follow the link, so another page is opened first.
    await page.goto(`${hub.base}/readyz`);
    await page.goto(linkUrl(`web+${link}`));
    await waitForScreen[screenOfAction[id]!]!();
    // A running app, from another screen.
    await followLink("#/more/about");
    await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
    await followLink(hash!);
    await waitForScreen[screenOfAction[id]!]!();
    await followLink("#/more/about");
    await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
    await followLink(`#/link?url=${encodeURIComponent(link!)}`);
    await waitForScreen[screenOfAction[id]!]!();
    expect(await refusal().count()).toBe(0);
  }
});

test("a link to the open tab restarts the scan", async () => {
  await openPhone();
  await connectPhone(page, hub, api, "again");
  await page.goto(appUrl("#/scan-code"));
  // This very card has to disappear, because the camera soon sees the code again and shows another
  // card.
  const first = await (await waitForResult(page, "accepted")).elementHandle();
  await followLink("#/scan-code");
  await first!.waitForElementState("hidden");
  await page.getByTestId("camera").waitFor();
  // The same link once more.
  await page.getByTestId("tab-qr").click();
  const second = await (await waitForResult(page, "accepted")).elementHandle();
  await followLink("#/scan-code");
  await second!.waitForElementState("hidden");
});

test("a geo link from any source shows the place and opens nothing else", async () => {
  await openPhone();
  await page.goto(linkUrl("geo:48.2082,16.3738?q=48.2082,16.3738(Stephansdom)"));
  await page.getByTestId("arrived-place").getByText("Stephansdom").waitFor();
  await page.getByRole("button", { name: "Write to a tag" }).click();
  await page.getByRole("heading", { level: 1, name: "Place" }).waitFor();
  expect(await page.getByLabel("Coordinates").inputValue()).toBe("48.2082, 16.3738");
});

test("a link that asks to write fills the form and writes nothing by itself", async () => {
  await openPhone();
  await page.goto(appUrl("#/write-nfc?url=https%3A%2F%2Fexample.com%2Fdrill-7"));
  const address = page.getByLabel("Address");
  await address.waitFor();
  expect(await address.inputValue()).toBe("https://example.com/drill-7");
  expect(await page.getByTestId("write-dialog").isVisible()).toBe(false);
  await followLink(
    `#/link?url=${encodeURIComponent("web+scanhook://write-nfc?text=Hello%0Aworld")}`,
  );
  const text = page.getByRole("textbox", { name: "Text" });
  await text.waitFor();
  expect(await text.inputValue()).toBe("Hello\nworld");
  await page.goBack();
  await waitForScreen.write!();
});

test("the page of links shows every address and the last scans", async () => {
  await openPhone();
  await connectPhone(page, hub, api, "links");
  await page.goto(appUrl("#/scan-code"));
  await waitForResult(page, "accepted");
  await followLink("#/more/links");
  for (const { hash } of reachable) await page.getByText(appUrl(hash!), { exact: true }).waitFor();
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy: Code" }).click();
  await expect.poll(readClipboard).toBe(content);
  await page.getByRole("button", { name: "Copy: QR Scan" }).click();
  await expect.poll(readClipboard).toBe(appUrl("#/scan-code"));
});

test("scanhook open knows every screen, and scanhook last prints the last scan", async () => {
  for (const { hash } of reachable) {
    const printed = await scanhook("open", hash!.slice(2), "--print", "--hub", hub.base);
    expect(printed).toMatchObject({ code: 0, stdout: `${appUrl(hash!)}\n` });
  }
  await openPhone();
  await connectPhone(page, hub, api, "last");
  await page.goto(appUrl("#/scan-code"));
  await waitForResult(page, "accepted");
  expect(await scanhook("last", "code", "--data", folder.data)).toMatchObject({
    code: 0,
    stdout: `${content}\n`,
  });
});

describe("a hostile or malformed link", () => {
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
  test("every hostile link is refused and starts nothing", async () => {
    await openPhone();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(appUrl(""));
    page.on("dialog", (dialog) => errors.push(`a dialog: ${dialog.message()}`));
    for (const [name, hash] of Object.entries(hostile)) {
      await followLink("#/more/about");
      await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
      await followLink(hash);
      await refusal().waitFor();
      const message = await refusal().innerText();
      expect([name, message]).toEqual([name, expect.stringMatching(/\.\s+Nothing was started/)]);
      await expect.poll(() => new URL(page.url()).hash).toBe("#/link");
      expect(await page.title()).not.toContain("owned");
      expect(await page.getByTestId("camera").count()).toBe(0);
    }
    expect(requests.filter((url) => !url.startsWith(hub.base))).toEqual([]);
    // The same holds when the app starts with such a link.
    await page.goto(appUrl(hostile["a script to return to"]!));
    await refusal().waitFor();
    await page.getByRole("link", { name: "Scan a code" }).click();
    await waitForScreen.qr!();
  });
});

function linkAddress(link: string): string {
  return `#/link?url=${encodeURIComponent(link)}`;
}

describe.each(sizes)("on a %s screen", (look) => {
  test("the screens of links and shares are accessible and fit", async () => {
    await openPhone(look);
    await page.goto(linkUrl("javascript:alert('a long address that goes on'.repeat(20))"));
    await refusal().waitFor();
    await inspect(page, look, "link refused");
    await page.goto(linkUrl("geo:48.2082,16.3738?q=48.2082,16.3738(Stephansdom)"));
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
    await page.goto(appUrl("#/shared"));
    await page.getByRole("button", { name: "Scan the codes" }).waitFor();
    await inspect(page, look, "shared");
    const back = encodeURIComponent(`https://shop.example/found?${"x=1&".repeat(40)}c={CODE}`);
    await page.goto(appUrl(`#/scan-code?ret=${back}`));
    await page.getByTestId("return-offer").waitFor();
    await inspect(page, look, "return offer");
  });
});
