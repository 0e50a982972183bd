import { test } from "vitest";
import { openDevice, sizes } from "./browser.ts";
import { api, browser, cutNextReply, hub, useDoor } from "./door.ts";
import { addGuestList, typeCode, verdictOf } from "./guest-list.ts";
import { inspect } from "./inspect.ts";
import { pairPhone } from "./phone.ts";

useDoor();

let tries = 0;
test.each(sizes)("verdicts are accessible: %s", async (look) => {
  tries += 1;
  const name = `look-${tries}`;
  await addGuestList(api, name);
  const { page, context } = await openDevice(browser, look);
  await pairPhone(page, hub, api, "door", name);
  await verdictOf(page, "yes").waitFor();
  await inspect(page, look, "verdict yes");
  await page.getByRole("button", { name: "Scan next" }).click();
  const show = async (code: string, result: string) => {
    await typeCode(page, code);
    await verdictOf(page, result).waitFor();
    await inspect(page, look, `verdict ${result}`);
    await page.getByRole("button", { name: "Back to the camera" }).click();
  };
  await show("T-0001", "look");
  await show("T-9999", "no");
  await cutNextReply(page);
  await show("T-0002", "unchecked");
  await page.getByRole("button", { name: "Continuous" }).click();
  await typeCode(page, "T-9999");
  await page.keyboard.press("Escape");
  await verdictOf(page, "no").waitFor();
  await inspect(page, look, "verdict over the camera");
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByText("Not checked", { exact: true }).waitFor();
  await inspect(page, look, "history with verdicts");
  await context.close();
});
