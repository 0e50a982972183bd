// A room drawn by hand with typed lengths becomes a plan with doors and windows, which stays on the
// device and is never posted.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Look, openDevice, saveFile, startBrowser } from "./browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let device: Awaited<ReturnType<typeof openDevice>>;
let posted: string[] = [];

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  browser = await startBrowser();
});
afterEach(async () => {
  await device?.context.close();
  expect(device?.errors).toEqual([]);
  expect(posted).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function openTab(look: Look): Promise<Page> {
  device = await openDevice(browser, look);
  posted = [];
  device.page.on("request", (request) => {
    if (request.method() !== "GET") posted.push(request.url());
  });
  await device.page.goto(`${hub.base}/scan/#/3d`);
  return device.page;
}

/** Types lengths into the fields of the walls A, B, C and so on. */
async function typeLengths(page: Page, lengths: readonly string[]) {
  for (const [index, length] of lengths.entries()) {
    const field = page.getByLabel(`Length of wall ${String.fromCharCode(65 + index)}`);
    await field.fill(length);
    await field.blur();
  }
}

const shownArea = (page: Page) => page.getByTestId("inner-area").textContent();

test("a room of typed lengths has their area, doors and windows, and outlives a reload", async () => {
  const page = await openTab("phone, light");
  await page.getByRole("heading", { level: 1, name: "3D" }).waitFor();
  await inspect(page, "phone, light", "rooms empty");
  await page.setViewportSize({ width: 390, height: 400 });
  await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await page.getByRole("button", { name: "Draw a room" }).click();
  // A view begins at its top, wherever the one before was scrolled to.
  await page.getByTestId("draw-room").waitFor();
  await expect.poll(() => page.locator("main").evaluate((main) => main.scrollTop)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel("Lengths in").selectOption("meters");
  await typeLengths(page, ["4 m", "3,5 m"]);
  await page.getByLabel(/^Height of the room/).fill("2.5");
  await page.getByLabel(/^Thickness of the walls/).fill("20 cm");
  await page.getByLabel(/^Thickness of the walls/).blur();
  await inspect(page, "phone, light", "room drawing");
  await page.getByRole("button", { name: "Make the room" }).click();
  await expect.poll(() => shownArea(page)).toBe("14.00 m²");
  await page.getByText("17.16 m²").first().waitFor();

  await page.getByRole("button", { name: "Wall A: doors" }).click();
  await page.getByRole("button", { name: "Add a door" }).click();
  await page.getByRole("group", { name: "door 1" }).getByLabel("From the corner").fill("0.5");
  await page.getByRole("group", { name: "door 1" }).getByLabel("From the corner").blur();
  await page.getByRole("button", { name: "Add a window" }).click();
  await page.getByRole("group", { name: "window 1" }).waitFor();
  await inspect(page, "phone, light", "plan with openings");

  // A door beyond its wall is refused, and the plan is as it was.
  const width = page.getByRole("group", { name: "door 1" }).getByLabel("Width");
  await width.fill("9 m");
  await width.blur();
  await page.getByTestId("room-problem").getByText("Nothing was changed.").waitFor();
  await expect.poll(() => width.inputValue()).toBe("0.9 m");

  await page.getByLabel("Name of the plan").fill("Garden house");
  await page.getByLabel("Name of the plan").blur();
  await page.getByRole("heading", { level: 1, name: "Garden house" }).waitFor();
  const dxf = await saveFile(page, page.getByRole("button", { name: "DXF (CAD)" }));
  expect(dxf.name).toBe("Garden house.dxf");
  expect(dxf.text).toContain("DOORS");
  const svg = await saveFile(page, page.getByRole("button", { name: "SVG" }));
  expect(svg.text).toContain("Inner area 14.00 m²");
  for (const name of ["GLB (3D)", "USDZ (3D)", "PDF"]) {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    const bytes = await readFile(await (await saving).path());
    expect(bytes.length).toBeGreaterThan(1000);
  }

  await page.reload();
  await page.getByRole("button", { name: /Garden house.*1 room · 14\.00 m² · \d+ kB/ }).click();
  await expect.poll(() => shownArea(page)).toBe("14.00 m²");
  await page.getByRole("button", { name: "Delete the plan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the plan" }).click();
  await page.getByText("Objects and plans that you make are listed here").waitFor();
  await page.reload();
  await page.getByText("Objects and plans that you make are listed here").waitFor();
});

test("all lengths typed show how well they close, in feet too, and keys move a corner", async () => {
  const page = await openTab("desktop, dark");
  await page.getByRole("button", { name: "Draw a room" }).click();
  await page.getByLabel("Lengths in").selectOption("feet and inches");
  await page.getByRole("button", { name: "L-shape" }).click();
  // 13′ 2 1/2″ = 4.0259 m; the last wall is an inch too long to close.
  await typeLengths(page, [`13' 2 1/2"`, `6' 6"`, `5'`, `3' 3"`, "8' 2.5\"", `9' 10"`]);
  await inspect(page, "desktop, dark", "room drawing angled");
  await page.getByRole("button", { name: "Make the room" }).click();
  await expect.poll(() => page.getByTestId("closing-error").textContent()).toContain("0′ 1″");
  await inspect(page, "desktop, dark", "plan angled");

  const field = page.getByLabel("Measured length of wall F");
  await field.fill("nine feet");
  await field.blur();
  await page.getByText("That is no length.").waitFor();
  await field.fill("");
  await field.blur();
  await expect.poll(() => page.getByTestId("closing-error").textContent()).toContain("not known");

  const before = await shownArea(page);
  await page.getByLabel("Measured length of wall A").fill("");
  await page.getByLabel("Measured length of wall A").blur();
  const corner = page.getByRole("button", { name: "Corner 2." });
  await corner.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => shownArea(page)).not.toBe(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => shownArea(page)).toBe(before);
});

test("a room is not made while a typed length is wrong, and the wrong field gets the focus", async () => {
  const page = await openTab("phone, light");
  await page.getByRole("button", { name: "Draw a room" }).click();
  await page.getByLabel("Lengths in").selectOption("meters");
  await typeLengths(page, ["4 m", "three"]);
  const wrong = page.getByLabel("Length of wall B");
  await page.getByRole("button", { name: "Make the room" }).click();
  await expect.poll(() => wrong.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await wrong.inputValue()).toBe("three");
  expect(await page.getByTestId("plan").count()).toBe(0);
  await wrong.fill("3 m");
  await wrong.blur();
  await page.getByLabel("Turn after wall A").selectOption("angle");
  const turn = page.getByLabel("Degrees to the left after wall A");
  await turn.fill("900");
  await turn.blur();
  await page.getByRole("button", { name: "Make the room" }).click();
  await page.getByText("Enter a number of degrees from −170 to 170.").waitFor();
  await turn.fill("90");
  await turn.blur();
  await page.getByRole("button", { name: "Make the room" }).click();
  await expect.poll(() => shownArea(page)).toBe("12.00 m²");
  expect(await page.getByTestId("plan-note").count()).toBe(0);
  for (const wall of ["A", "B"]) {
    await page.getByLabel(`Measured length of wall ${wall}`).fill("");
    await page.getByLabel(`Measured length of wall ${wall}`).blur();
  }
  const note = page.getByTestId("plan-note");
  await expect
    .poll(() => note.textContent())
    .toContain("length of walls A, B, C, and D, so the area");
  expect(await shownArea(page)).toMatch(/^~/);
});

test("a length that is still being typed is read before the room is made", async () => {
  const page = await openTab("phone, light");
  await page.getByRole("button", { name: "Draw a room" }).click();
  await page.getByLabel("Lengths in").selectOption("meters");
  await typeLengths(page, ["4 m", "3 m", "foo"]);
  // The field of a removed wall takes its text with it.
  await page.getByRole("button", { name: "Add a wall" }).click();
  await page.getByRole("button", { name: "Remove wall A" }).click();
  await expect.poll(() => page.getByLabel("Length of wall B").inputValue()).toBe("foo");
  expect(await page.getByLabel("Length of wall C").inputValue()).toBe("");
  await page.getByLabel("Length of wall B").fill("4 m");
  const last = page.getByLabel("Length of wall C");
  await last.fill("three");
  // Safari on iPhones leaves the focus in the field when a button is tapped.
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>("button")];
    buttons.find(({ textContent }) => textContent?.includes("Make the room"))?.click();
  });
  await page.getByText("That is no length.").waitFor();
  await expect.poll(() => last.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await last.inputValue()).toBe("three");
  expect(await page.getByTestId("plan").count()).toBe(0);

  // The same with a mouse, which takes the focus from the field before it is released.
  await last.fill("trois");
  await page.getByRole("button", { name: "Make the room" }).scrollIntoViewIfNeeded();
  const make = (await page.getByRole("button", { name: "Make the room" }).boundingBox())!;
  await page.mouse.click(make.x + make.width / 2, make.y + make.height / 2, { delay: 50 });
  await expect.poll(() => last.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByTestId("plan").count()).toBe(0);
});

test("a wrong length is named while a room is drawn, on its plan and in its files", async () => {
  const page = await openTab("phone, dark");
  await page.getByRole("button", { name: "Draw a room" }).click();
  await page.getByLabel("Lengths in").selectOption("meters");
  await typeLengths(page, ["4 m", "3 m", "14 m", "3 m"]);
  const sentence =
    "wall C is typed as 14.00 m, but the other lengths give 4.00 m. Measure it again.";
  await page.getByText(sentence).waitFor();
  await inspect(page, "phone, dark", "room drawing with a wrong length");
  await page.getByLabel("Name of the room").fill("Koupelna Žluťoučká 厨房");
  await page.getByRole("button", { name: "Make the room" }).click();
  await expect.poll(() => page.getByTestId("plan-note").textContent()).toContain(sentence);
  await inspect(page, "phone, dark", "plan with a wrong length");
  const svg = await saveFile(page, page.getByRole("button", { name: "SVG" }));
  expect(svg.text).toContain(sentence);
  expect(svg.text).toContain("厨房");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  const pdf = await readFile(await (await saving).path(), "latin1");
  expect(pdf).toContain("DejaVuSans");
  await page
    .getByTestId("missing-letters")
    .getByText("The PDF shows 厨 房 as question marks")
    .waitFor();
});

test("rooms joined by a door lie beside each other, and their gross areas add up", async () => {
  const page = await openTab("desktop, light");
  await page.getByRole("button", { name: "Draw a room" }).click();
  await page.getByLabel("Lengths in").selectOption("meters");
  await typeLengths(page, ["4 m", "3 m"]);
  await page.getByLabel(/^Thickness of the walls/).fill("0.2");
  await page.getByRole("button", { name: "Make the room" }).click();
  await page.getByRole("button", { name: "Wall B: doors" }).click();
  await page.getByRole("button", { name: "Add a door" }).click();
  await page.getByRole("button", { name: "Draw another room" }).click();
  await typeLengths(page, ["3 m", "2 m"]);
  await page.getByLabel(/^Thickness of the walls/).fill("0.2");
  await page.getByLabel(/^The first wall has the door/).selectOption("Room 1: door 1");
  await page.getByRole("button", { name: "Make the room" }).click();
  await expect.poll(() => shownArea(page)).toBe("18.00 m²");
  // 4.3 × 3.4 and 3.4 × 2.3 m: the shared wall counts half for each.
  await page.getByText("22.44 m²").waitFor();
  await inspect(page, "desktop, light", "plan of two rooms");
  await page.getByRole("button", { name: "All captures" }).click();
  await page.getByText("2 rooms · 18.00 m²").waitFor();
  await inspect(page, "desktop, light", "rooms listed");

  // The plan goes to another device as a file.
  await page.getByText("2 rooms · 18.00 m²").click();
  const { name, text } = await saveFile(page, page.getByRole("button", { name: "JSON" }));
  await device.context.close();
  const other = await openTab("phone, dark");
  const choose = (content: string) =>
    other
      .getByTestId("plan-file")
      .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
  await choose(text.slice(0, -10));
  await other.getByTestId("room-problem").getByText("The file was not opened.").waitFor();
  await inspect(other, "phone, dark", "plan file refused");
  await choose(text);
  await expect.poll(() => shownArea(other)).toBe("18.00 m²");
  await inspect(other, "phone, dark", "plan file opened");
  await other.reload();
  await other.getByText("2 rooms · 18.00 m²").waitFor();
});

test("an iPhone with iOS 16 opens the drawing and the mat, and says which iOS it would need", async () => {
  const page = await openTab("phone, light");
  await page.addInitScript(() => {
    const value =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Mobile/15E148 Safari/604.1";
    Object.defineProperty(navigator, "userAgent", { value });
  });
  await page.goto("about:blank");
  await page.goto(`${hub.base}/scan/#/scan-room`);
  await page.getByTestId("scan-refusal").getByText("needs iOS 17 or later").waitFor();
  await page.getByRole("heading", { level: 1, name: "Draw a room" }).waitFor();
  await inspect(page, "phone, light", "room on an old iPhone");
  await page.goto("about:blank");
  await page.goto(`${hub.base}/scan/#/scan-object`);
  await page.getByTestId("why-mat").getByText("needs iOS 17 or later").waitFor();
  await page.getByRole("heading", { name: "1. Print the mat" }).waitFor();
  await inspect(page, "phone, light", "object on an old iPhone");
});
