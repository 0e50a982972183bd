import { expect, test } from "vitest";
import { type Look, looks, openDevice } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { browser, hub, openDashboard, postScan, startHub, useOwner } from "./owner.ts";

useOwner();

test("an owner pastes a spreadsheet, sees the door let guests in, and takes one back", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  await page.getByRole("heading", { name: "No registers yet" }).waitFor();
  await page.getByRole("button", { name: "Add a register" }).click();
  await page.getByLabel("Name").fill("gala");
  await page.getByLabel("Inbox of the doors").selectOption("scans");
  await page.getByLabel("How many may be inside").fill("1");
  await page.getByRole("button", { name: "Add the register" }).click();

  await page.getByRole("button", { name: "Import guests" }).click();
  await page
    .getByLabel("The list")
    .fill("name\tticket\nAda Lovelace\tT-0001\nGrace Hopper\tT-0002");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("2 new, 0 changed, 0 the same, 0 in conflict.").waitFor();
  await page.getByText("Somebody could find 2 of the codes by trying.").waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const guest = (name: string) => page.getByTestId("guest").filter({ hasText: name });
  await guest("Grace Hopper").waitFor();

  const scanned = await postScan("T-0001");
  expect(scanned.status).toBe(200);
  const movements = page.getByTestId("movement");
  await movements.filter({ hasText: "Ada Lovelace" }).waitFor();
  const inside = page.getByTestId("inside");
  await expect.poll(() => inside.textContent()).toBe("1");

  await guest("Grace Hopper").getByRole("button", { name: "Check in" }).click();
  await page.getByRole("alert").waitFor();
  await guest("Grace Hopper").getByRole("button", { name: "Let in anyway" }).click();
  await expect.poll(() => inside.textContent()).toBe("2");
  await page.getByRole("button", { name: "Undo Ada Lovelace" }).click();
  await expect.poll(() => inside.textContent()).toBe("1");

  await page.getByLabel("Search guests").fill("T-0002");
  await expect.poll(() => page.getByTestId("guest").count()).toBe(1);
  expect(errors).toEqual([]);
  await context.close();
});

test("verdicts that were given while the connection was lost appear in order, each once", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, dark");
  await openDashboard(page, "#/registers/gala");
  const live = page.getByTestId("live-state");
  await expect.poll(() => live.textContent()).toBe("Live");
  const movements = page.getByTestId("movement");
  const before = await movements.count();
  await hub.stop();
  await expect.poll(() => live.textContent()).not.toBe("Live");
  await startHub();
  const codes = ["X-1", "T-0001", "X-2"];
  for (const code of codes) await postScan(code);
  await expect.poll(() => live.textContent()).toBe("Live");
  await expect.poll(() => movements.count()).toBe(before + codes.length);
  const names = await movements.locator(".what").allTextContents();
  expect(names.slice(0, 3).map((name) => name.includes("Ada Lovelace"))).toEqual([
    ...[false, true, false],
  ]);
  expect(errors).toEqual([]);
  await context.close();
});

test.each(Object.keys(looks) as Look[])(
  "the screens of registers fit a %s screen",
  async (look) => {
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, "#/registers");
    await page.getByRole("link", { name: "gala" }).waitFor();
    await inspect(page, look, "registers");
    await page.getByRole("link", { name: "gala" }).click();
    await page.getByTestId("guest").first().waitFor();
    await inspect(page, look, "register");
    await page.getByRole("button", { name: "Import guests" }).click();
    await page.getByLabel("The list").fill("name\tticket\nAda Lovelace\tT-0001");
    await page.getByLabel("Column with the code").waitFor();
    await inspect(page, look, "import guests");
    expect(errors).toEqual([]);
    await context.close();
  },
);
