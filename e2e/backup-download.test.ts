// The owner downloads a backup with the browser, and a hub that is restored from it has every scan.
import { join } from "node:path";
import { expect, test } from "vitest";
import { sizes } from "./browser.ts";
import { scanhook } from "./command.ts";
import { logIn, makeDataFolder, ownerPassword, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { hub, openDashboard, sendScan, useHubs } from "./routes-by-hand.ts";

useHubs();

test("a backup from the dashboard needs the password, and restores a hub with every scan", async () => {
  for (const content of ["SHELF-1", "SHELF-2"]) await sendScan(content);
  const { page, errors } = await openDashboard("phone, light", "settings/backup");
  const section = page.getByTestId("backup");
  await section.getByText("No backup of this hub has been made yet.").waitFor();
  await section.getByRole("button", { name: "Make a backup" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill("wrong");
  await dialog.getByRole("button", { name: "Download backup" }).click();
  await dialog.getByText("The password is wrong; try again.").waitFor();
  await dialog.getByLabel("Password").fill(ownerPassword);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download backup" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^scanhook-\d{4}-\d\d-\d\d\.tar\.gz$/);
  await page.getByTestId("notice").getByText("It has 2 scans.").waitFor();
  await section.getByText(/^The last backup was made (just now|\d+ s ago)/).waitFor();
  expect(page.url()).toContain("#/settings/backup");

  const { data, remove } = await makeDataFolder();
  const target = join(data, "restored");
  expect(await scanhook("restore", await download.path(), "--data", target)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored 2 scans into /),
  });
  const restored = await startHubProcess(target);
  const { scans } = (await (
    await logIn(restored)
  )("GET", "/api/scans")) as {
    scans: { content: string }[];
  };
  expect(scans.map(({ content }) => content)).toEqual(["SHELF-2", "SHELF-1"]);
  await restored.stop();
  await remove();
  expect(errors).toEqual([]);
});

test("the backup of the settings is accessible and fits the window in every look", async () => {
  for (const look of sizes) {
    const { page, context, errors } = await openDashboard(look, "settings/backup");
    const section = page.getByTestId("backup");
    await section.getByText("No backup of this hub has been made yet.").waitFor();
    await section.scrollIntoViewIfNeeded();
    await inspect(page, look, "settings backup");
    await section.getByRole("button", { name: "Make a backup" }).click();
    await page.getByRole("dialog").waitFor();
    await inspect(page, look, "make a backup");
    expect(errors).toEqual([]);
    await context.close();
  }
  expect((await fetch(`${hub.base}/api/backup`)).status).toBe(401);
});
