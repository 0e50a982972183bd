import { expect, test } from "vitest";
import { looks, openDevice } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";

// An owner sets a check-in to tags that cannot be copied, and the link of NXP's application note
// AN12196 comes in once.
useOwner();

const link =
  "https://ntag.nxp.com/424?picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086";

async function post(identifier: string): Promise<string> {
  const response = await fetch(`${hub.base}/in/scans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier, date: new Date().toISOString(), content: link }),
  });
  return response.text();
}

test("an owner enters the key of the tags, and a link counts once", async () => {
  await api("POST", "/api/registers", { name: "gala", title: "Gala", kind: "check-in" });
  await api("PUT", "/api/inboxes/scans/register", { register: "gala" });
  await api("POST", "/api/registers/gala/entries", {
    label: "Ada Lovelace",
    keys: ["u:04DE5F1EACC040"],
  });
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page, "#/edit-register/gala");
  await page.getByText("How codes are read").click();
  await page.getByLabel("Only tags that cannot be copied").check();
  await page.getByRole("button", { name: "Save the rules" }).click();
  await page.getByText("Enter the file read key of the tags").waitFor();
  await page.getByLabel("File read key").fill("0".repeat(32));
  await page.getByRole("button", { name: "Save the rules" }).click();
  await page.getByRole("button", { name: "Replace File read key" }).waitFor();
  await inspect(page, "phone, light", "signed tags");
  await page.getByLabel("Code", { exact: true }).fill(link);
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page.getByTestId("tried").getByText("Ada Lovelace", { exact: true }).waitFor();

  expect(await post("first")).toMatch(/^YES\. /);
  expect(await post("second")).toMatch(/^NO\. This reading of the tag was used before \(/);
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page.getByText("SEEN BEFORE").waitFor();
  await inspect(page, "phone, light", "signed tags tried");
  expect(errors).toEqual([]);
  await context.close();

  for (const look of Object.keys(looks).filter((each) => each !== "phone, light")) {
    const device = await openDevice(browser, look as keyof typeof looks);
    await openDashboard(device.page, "#/edit-register/gala");
    await device.page.getByText("How codes are read").click();
    await device.page.getByRole("button", { name: "Replace File read key" }).click();
    await device.page.getByLabel("File read key").focus();
    await inspect(device.page, look as keyof typeof looks, "signed tags");
    await device.context.close();
  }
});
