import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { openScene, type Scene } from "./camera/scene.ts";
import { inspect } from "./inspect.ts";
import { api, folder, hub, mail, mailVerdicts, showCode, useMailingHub } from "./mailing-hub.ts";
import { pairPhone } from "./phone.ts";

// A caretaker inspects ten extinguishers with a phone. One fails, and a mail arrives.
useMailingHub();

const questions = [
  { key: "seal", label: "Is the seal intact?", type: "pass-fail", required: true },
  { key: "pressure", label: "Pressure", type: "number", unit: "bar", min: 12, max: 15 },
];
const numbers = Array.from({ length: 10 }, (_, n) => n + 1);

async function addExtinguishers(): Promise<void> {
  await api("POST", "/api/inboxes", { name: "tour", title: "Fire safety" });
  const rules = { questions, every: "1 year" };
  const register = { name: "fire", title: "Fire safety", kind: "inspection", rules };
  await api("POST", "/api/registers", register);
  await api("PUT", "/api/inboxes/tour/register", { register: "fire" });
  for (const n of numbers)
    await api("POST", "/api/registers/fire/entries", {
      label: `Extinguisher ${n}`,
      keys: [`t:EXT-${n}`],
    });
  await mailVerdicts("fire", "failed");
}

/** Holds a camera over the code of an extinguisher, and waits for its checklist. */
async function scanExtinguisher(page: Page, scene: Scene, n: number): Promise<void> {
  await showCode(page, scene, `EXT-${n}`);
  await page.getByRole("dialog", { name: `CHECK Extinguisher ${n}`, exact: true }).waitFor();
}

async function answer(page: Page, seal: "Pass" | "Fail", pressure: string): Promise<void> {
  await page.getByRole("radio", { name: seal, exact: true }).check({ force: true });
  await page.getByLabel(/^Pressure/).fill(pressure);
  await page.getByRole("button", { name: "Send" }).click();
}

test("ten extinguishers are inspected, one fails, and a mail arrives", async () => {
  await addExtinguishers();
  const scene = await openScene(join(folder.data, "tour.y4m"));
  const browser = await startBrowser(scene.video);
  const { page, errors } = await openDevice(browser, "phone, dark");
  await pairPhone(page, hub, api, "carl", "tour");
  await page.getByTestId("camera").waitFor();
  const verdict = page.getByTestId("verdict");
  for (const n of numbers) {
    await scanExtinguisher(page, scene, n);
    if (n === 1) await inspect(page, "phone, dark", "inspection checklist");
    if (n === 4) {
      await answer(page, "Fail", "11,5");
      await verdict.getByText("It has failed.").waitFor();
      expect(await verdict.locator("dl").innerText()).toMatch(/^Is the seal intact\?\s+fail/);
      await inspect(page, "phone, dark", "inspection failed");
    } else {
      await answer(page, "Pass", "13");
      await verdict.getByText(`Extinguisher ${n} has passed; next due on`).waitFor();
    }
  }
  expect(errors).toEqual([]);
  await browser.close();

  await expect.poll(() => mail.mails.length).toBe(1);
  expect(mail.mails[0]).toContain("Subject: FAILED: Extinguisher 4");
  expect(mail.mails[0]).toContain("Is the seal intact? fail; Pressure: 11.5 bar.");
  type Register = { care: object };
  const { care } = await api<Register>("GET", "/api/registers/fire");
  expect(care).toMatchObject({ things: 10, failed: 1, due: 0, never: 0 });
  // The trail of the acts proves who answered what.
  type Scans = { scans: { user?: string; structured: { kind: string; answers: object } }[] };
  const { scans } = await api<Scans>("GET", "/api/scans?inbox=register-events&limit=20");
  const answers = scans.filter(({ structured }) => structured.kind === "answer");
  expect(answers).toHaveLength(10);
  expect(
    answers.find(({ structured }) => JSON.stringify(structured.answers).includes("fail")),
  ).toMatchObject({
    user: "carl",
    structured: {
      answers: { seal: "fail", pressure: 11.5 },
      asked: questions.map(({ key, label }) => ({ key, label })),
    },
  });
});
