import { describe, expect, test } from "vitest";
import { tapTag } from "./nfc/fake-tag.ts";
import { connectPhone, waitForResult } from "./phone.ts";
import {
  api,
  appUrl,
  content,
  context,
  hub,
  linkUrl,
  openPhone,
  page,
  usePhones,
  waitForScreen,
} from "./ways-in.ts";

// A website or app that asked for a scan gets it when the user agrees.
usePhones();

describe("a request for a scan with a return address", () => {
  const formatReturn = (address: string) => `ret=${encodeURIComponent(address)}`;
  const locateOffer = () => page.getByTestId("return-offer");
  const acceptOffer = async () => {
    const openButton = page.getByRole("button", { name: "Open this address" });
    // The dialog ignores a press in its first moment, so press until it reacts.
    await expect
      .poll(async () => {
        await openButton.click({ timeout: 1000 }).catch(() => {});
        return (await locateOffer().isVisible()) && (await openButton.isEnabled());
      })
      .toBe(false);
  };

  test("the return address is shown whole and opened only when the user agrees, after the scan is sent", async () => {
    await openPhone();
    await connectPhone(page, hub, api, "returning");
    const visited: string[] = [];
    await context.route("https://shop.example/**", (route) => {
      visited.push(route.request().url());
      return route.fulfill({ body: "<h1>Back in the shop</h1>", contentType: "text/html" });
    });
    await page.goto(
      appUrl(`#/scan-code?${formatReturn("https://shop.example/found?c={CODE}&f={FORMAT}#at")}`),
    );
    await locateOffer().waitFor();
    const filledAddress = "https://shop.example/found?c=BIN%200815%2F%C3%BC%26%3D&f=QR_CODE#at";
    expect(await page.getByTestId("return-address").innerText()).toBe(filledAddress);
    expect(await locateOffer().innerText()).toContain("shop.example");
    await page.getByRole("button", { name: "Not now" }).click();
    await locateOffer().waitFor({ state: "hidden" });
    // The app asks for this scan, and again for the next.
    await page.getByRole("button", { name: "Scan next" }).click();
    await locateOffer().waitFor();
    expect(visited).toEqual([]);
    await acceptOffer();
    await page.getByRole("heading", { name: "Back in the shop" }).waitFor();
    expect(visited).toEqual([filledAddress.replace("#at", "")]);
    expect(page.url()).toBe(filledAddress);
    const { scans } = await api<{ scans: { user: string; content: string }[] }>(
      "GET",
      "/api/scans?limit=200",
    );
    const scansOfPhone = scans.filter(({ user }) => user === "returning");
    expect(scansOfPhone.map((scan) => scan.content)).toEqual([content, content]);
  });

  test("the return address is no longer offered after the user has left the tab", async () => {
    await openPhone();
    await page.goto(appUrl(`#/scan-code?${formatReturn("https://shop.example/?c={CODE}")}`));
    await locateOffer().waitFor();
    await page.getByRole("button", { name: "Not now" }).click();
    await page.getByTestId("tab-more").click();
    await page.getByRole("heading", { level: 1, name: "More" }).waitFor();
    await page.getByTestId("tab-qr").click();
    await waitForResult(page, "not-configured");
    expect(await locateOffer().count()).toBe(0);
  });

  test("the return address leads to another app by its scheme", async () => {
    await openPhone();
    await page.addInitScript(() => {
      // The browser would pass the address to the system, which has no such app.
      const navigation = (globalThis as unknown as { navigation: EventTarget }).navigation;
      navigation.addEventListener("navigate", (event) => {
        const { destination } = event as Event & { destination: { url: string } };
        if (!destination.url.startsWith("http")) {
          event.preventDefault();
          sessionStorage.left = destination.url;
        }
      });
    });
    await page.goto(appUrl(`#/scan-code?${formatReturn("shopapp://found/{CODE}")}`));
    await locateOffer().waitFor();
    expect(await locateOffer().innerText()).toContain("the app that opens shopapp:");
    await acceptOffer();
    await expect
      .poll(() => page.evaluate(() => sessionStorage.left))
      .toBe("shopapp://found/BIN%200815%2F%C3%BC%26%3D");
    await expect.poll(() => locateOffer().count()).toBe(0);
  });

  test("the return address is filled with the values of a tag as NFC Tools does", async () => {
    await openPhone();
    const callback =
      "https://example.org/api/?tagid={TAG-ID}&text={NDEF-TEXT}&uri={NDEF-URI}&type={TAG-TYPE}#result";
    await context.route("https://example.org/**", (route) =>
      route.fulfill({ body: "<h1>Results</h1>", contentType: "text/html" }),
    );
    await page.goto(linkUrl(`nfc://scan/?callback=${encodeURIComponent(callback)}`));
    await waitForScreen.nfc!();
    await tapTag(page, {
      serialNumber: "04:a2:7f:1b:5e:80:00",
      records: [
        { recordType: "text", data: "drill 7", lang: "en" },
        { recordType: "url", data: "https://example.com/7" },
      ],
    });
    await acceptOffer();
    await page.getByRole("heading", { name: "Results" }).waitFor();
    expect(page.url()).toBe(
      "https://example.org/api/?tagid=04%3AA2%3A7F%3A1B%3A5E%3A80%3A00&text=drill%207&uri=https%3A%2F%2Fexample.com%2F7&type=#result",
    );
  });
});
