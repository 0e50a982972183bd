import { describe, expect, test } from "vitest";
import { actions } from "../apps/scanner/src/actions/table.ts";
import { type Look, looks } from "./browser.ts";
import { scanhook } from "./command.ts";
import { inspect } from "./inspect.ts";
import { connectPhone, waitForResult } from "./phone.ts";
import {
  api,
  app,
  arrivedAt,
  content,
  context,
  errors,
  folder,
  follow,
  goals,
  hub,
  linked,
  open,
  page,
  refusal,
  usePhones,
} from "./ways-in.ts";

// Links lead where they say, and hostile ones nowhere.
usePhones();

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
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy: Code" }).click();
  await expect.poll(copied).toBe(content);
  await page.getByRole("button", { name: "Copy: QR Scan" }).click();
  await expect.poll(copied).toBe(app("#/scan-code"));
});

test("scanhook open knows the screens of the table, and scanhook last what was scanned", async () => {
  for (const { hash } of reachable) {
    const printed = await scanhook("open", hash!.slice(2), "--print", "--hub", hub.base);
    expect(printed).toMatchObject({ code: 0, stdout: `${app(hash!)}\n` });
  }
  await open();
  await connectPhone(page, hub, api, "last");
  await page.goto(app("#/scan-code"));
  await waitForResult(page, "accepted");
  expect(await scanhook("last", "code", "--data", folder.data)).toMatchObject({
    code: 0,
    stdout: `${content}\n`,
  });
});

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
      await expect.poll(() => new URL(page.url()).hash).toBe("#/link");
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
