import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { openScene, type Scene } from "./camera/scene.ts";
import { inspect } from "./inspect.ts";
import {
  api,
  folder,
  hub,
  mail,
  mailVerdicts,
  restartHub,
  showCode,
  useMailingHub,
} from "./mailing-hub.ts";
import { pairPhone } from "./phone.ts";

// A tool room lends drills: a phone scans a person and then the drills, another sender takes them
// back, and the owner gets a mail about what is late.
useMailingHub();

type Entry = { id: number; label: string; care?: { status: string; holder?: { label: string } } };

const listEntries = async (query: string) =>
  (await api<{ entries: Entry[] }>("GET", `/api/registers/tools/entries?${query}`)).entries;

/** Makes a tool room with people and drills, an inbox for its desk, and one that takes back. */
async function addToolRoom(): Promise<void> {
  for (const [name, title] of [
    ["desk", "Tool room"],
    ["returns", "Returns"],
  ])
    await api("POST", "/api/inboxes", { name, title });
  const rules = { loanFor: "7 days" };
  await api("POST", "/api/registers", { name: "tools", title: "Tool room", kind: "loans", rules });
  await api("PUT", "/api/inboxes/desk/register", { register: "tools" });
  const taking = { register: "tools", action: "return" };
  await api("PUT", "/api/inboxes/returns/register", taking);
  const add = (body: object) => api("POST", "/api/registers/tools/entries", body);
  await add({ label: "Grace Hopper", role: "person", keys: ["t:M-1"] });
  await add({ label: "Alan Turing", role: "person", keys: ["t:M-2"] });
  for (const n of [1, 2, 3]) await add({ label: `Drill ${n}`, keys: [`t:DRILL-${n}`] });
  await mailVerdicts("tools", "overdue");
}

/** Holds a camera over a code, and waits until the verdict has these words. */
async function scan(page: Page, scene: Scene, code: string, words: string): Promise<void> {
  await showCode(page, scene, code);
  await expect
    .poll(async () => (await page.getByTestId("verdict").allInnerTexts()).join())
    .toContain(words);
}

test("three drills go out with four scans, one comes back late, and the owner is told", async () => {
  await addToolRoom();
  const scene = await openScene(join(folder.data, "desk.y4m"));
  const browser = await startBrowser(scene.video);
  const { page, errors } = await openDevice(browser, "phone, light");
  await pairPhone(page, hub, api, "ada", "desk");
  await page.getByTestId("camera").waitFor();

  await scan(page, scene, "M-1", "Grace Hopper has nothing yet.");
  await expect.poll(() => page.getByTestId("in-hand").innerText()).toContain("Grace Hopper");
  await inspect(page, "phone, light", "lending person");
  for (const n of [1, 2, 3])
    await scan(page, scene, `DRILL-${n}`, `Drill ${n} is lent to Grace Hopper, until`);
  await inspect(page, "phone, light", "lending thing");
  const lent = await listEntries("care=lent");
  expect(lent.map(({ label, care }) => [label, care?.holder?.label])).toEqual(
    [1, 2, 3].map((n) => [`Drill ${n}`, "Grace Hopper"]),
  );

  // Alan wants a drill that Grace has: the phone asks, and hands it over.
  await scan(page, scene, "M-2", "Alan Turing has nothing yet.");
  await showCode(page, scene, "DRILL-3", -4);
  // It was scanned just before, so the phone waits for a tap.
  await page.getByRole("button", { name: "Scan it again" }).click();
  await page.getByText("Grace Hopper still has it. Hand it over to Alan Turing?").waitFor();
  await inspect(page, "phone, light", "lending asks");
  await page.getByRole("radio", { name: "yes" }).check({ force: true });
  await page.getByRole("button", { name: "Send" }).click();
  await page
    .getByTestId("verdict")
    .getByText("Drill 3 is handed over from Grace Hopper to Alan Turing")
    .waitFor();

  for (const { id } of lent.slice(0, 2))
    await api("PUT", `/api/registers/tools/entries/${id}/due`, { due: "2026-01-31" });
  const login = { user: "bob", password: "bob-password" };
  await api("POST", "/api/inboxes/returns/credentials", login);
  // A sender that shows only a status and a line, as BinaryEye does, takes back without the person.
  const post = async (content: string) => {
    const body = { identifier: crypto.randomUUID(), date: new Date().toISOString(), content };
    const response = await fetch(`${hub.base}/in/returns`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${btoa(`${login.user}:${login.password}`)}`,
      },
      body: JSON.stringify(body),
    });
    return [response.status, await response.text()];
  };
  expect(await post("DRILL-1")).toEqual([
    200,
    "LOOK. Drill 1 is back from Grace Hopper; it was due on 31 Jan 2026.",
  ]);
  expect(await post("DRILL-3")).toEqual([200, "YES. Drill 3 is back from Alan Turing."]);
  expect(await post("DRILL-1")).toEqual([409, "LOOK. Drill 1 is not lent."]);
  expect(await post("DRILL-9")).toEqual([409, "NO. This code is not on the list."]);
  expect(errors).toEqual([]);
  await browser.close();

  // The hub looks for dates soon after its start, and then every minute.
  await restartHub();
  await expect.poll(() => mail.mails.length, { timeout: 30_000 }).toBe(1);
  expect(mail.mails[0]).toContain("Subject: OVERDUE: Drill 2");
  expect(mail.mails[0]).toContain("Drill 2 is lent to Grace Hopper; it was due on 31 Jan 2026.");
  await restartHub();
  const [drill] = await listEntries("care=lent");
  const path = `/api/registers/tools/entries/${drill!.id}/history`;
  const { movements } = await api<{ movements: { code: string }[] }>("GET", path);
  expect(movements.map(({ code }) => code)).toEqual(["overdue", "due-set", "lent"]);
  expect(mail.mails).toHaveLength(1);
});
