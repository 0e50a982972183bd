import { expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";

// Things are lent to the guests of a check-in, and come with their loans from another program.
useOwner();

test("the people of a check-in borrow things, and a blocked thing is refused in words", async () => {
  await api("POST", "/api/registers", { name: "staff", title: "Staff", kind: "check-in" });
  for (const [label, code] of [
    ["Grace Hopper", "GRACE"],
    ["Alan Turing", "ALAN"],
  ] as const)
    await api("POST", "/api/registers/staff/entries", { label, keys: [`t:${code}`] });
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/registers");
  await page.getByRole("button", { name: "Add a register" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Loans" }).check();
  await dialog.getByLabel("Title").fill("Library");
  await dialog.getByLabel("Where the people come from").selectOption("People from Staff");
  await dialog.getByRole("button", { name: "Add the register" }).click();
  await page.getByText("People from staff").waitFor();
  const { id } = await api<{ id: number }>("POST", "/api/registers/library/entries", {
    ...{ label: "Handbook", keys: ["u:04:A2:2B:1C:9D:60:80"] },
  });
  await page.goto(`${hub.base}/#/entries/library?id=${id}`);
  await page.getByRole("button", { name: "Block", exact: true }).click();
  const acts = page.getByRole("region", { name: "By hand" });
  await acts.getByLabel("Lend to").selectOption("Grace Hopper");
  await acts.getByRole("button", { name: "Lend", exact: true }).click();
  await acts.getByText("Handbook is blocked.").waitFor();
  await inspect(page, "desktop, light", "refused loan");
  await acts.getByRole("button", { name: "Do it anyway" }).click();
  const status = page.getByTestId("care");
  await expect.poll(() => status.innerText()).toBe("Lent to Grace Hopper");
  await status.getByRole("link", { name: "Grace Hopper" }).click();
  await page.getByText("In Library").waitFor();
  await page.getByTestId("loan").getByText("Handbook").first().waitFor();
  await inspect(page, "desktop, light", "guest with a loan");

  const question = { key: "pages", label: "All pages there?", type: "pass-fail" };
  await api("PATCH", "/api/registers/library", { rules: { questions: [question] } });
  await page.goto(`${hub.base}/#/entries/library?id=${id}`);
  await page.getByRole("button", { name: "Unblock" }).click();
  await page.getByRole("button", { name: "Block", exact: true }).waitFor();
  await acts.getByLabel("Hand over to").selectOption("Alan Turing");
  await acts.getByRole("button", { name: "Hand over" }).click();
  const questions = page.getByRole("form", { name: "Questions about Handbook" });
  await questions.getByText("Grace Hopper still has it. Hand it over to Alan Turing?").waitFor();
  await inspect(page, "desktop, light", "handing over");
  await questions.getByLabel("yes").check();
  await questions.getByRole("button", { name: "Save the answers" }).click();
  await expect.poll(() => status.innerText()).toBe("Lent to Alan Turing");
  await acts.getByRole("button", { name: "Take back" }).click();
  await questions.getByText("All pages there?").waitFor();
  await questions.getByText("Fail", { exact: true }).click();
  await questions.getByRole("button", { name: "Save the answers" }).click();
  await expect.poll(() => status.innerText()).toBe("Free");
  const movements = page.getByTestId("movement");
  await movements.first().getByText("All pages there? Fail (fails)").waitFor();
  await movements.filter({ hasText: "handed over to Alan Turing" }).waitFor();

  await api("PUT", "/api/tags/04:A2:2B:1C:9D:60:80/name", { name: "Label of the handbook" });
  await page.goto(`${hub.base}/#/entries/library?id=${id}`);
  await page.getByRole("link", { name: "Show the tag" }).click();
  await page.getByRole("heading", { name: "In registers" }).waitFor();
  await inspect(page, "desktop, light", "tag of a thing");
  await page.getByRole("link", { name: "Handbook", exact: true }).click();
  await page.getByRole("heading", { name: "Handbook" }).waitFor();

  expect(errors).toEqual([]);
  await context.close();
});

test("a list of things is imported with who has them, and until when", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await api("POST", "/api/registers", { name: "keys", title: "Keys", kind: "loans" });
  await api("POST", "/api/registers/keys/entries", { label: "Roof", keys: ["t:K-0"] });
  await openDashboard(page, "#/registers/keys");
  await page.getByTestId("count-free").getByText("1", { exact: true }).waitFor();
  const undo = page.getByRole("button", { name: "Undo the last import" });
  expect(await undo.count()).toBe(0);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Import a list" }).click();
  const rows = [
    "Name\tCode\tLent to\tDue",
    "Cellar\tK-1\tAda Lovelace\t2030-12-06",
    "Attic\tK-2\t\t",
  ];
  await page.getByRole("textbox", { name: "The list" }).fill(rows.join("\n"));
  const samples = page.getByTestId("samples").locator("tbody");
  await expect.poll(() => samples.innerText()).toMatch(/K-1\s+Cellar\s+Ada Lovelace\s+2030-12-06/);
  await page.getByText("1 will be lent").waitFor();
  await inspect(page, "phone, light", "import of loans");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page
    .getByTestId("entry")
    .filter({ hasText: "Cellar" })
    .getByText("Lent to Ada Lovelace")
    .waitFor();
  await page
    .getByTestId("entry")
    .filter({ hasText: "Cellar" })
    .getByText("until Dec 6, 2030")
    .waitFor();
  await page.getByTestId("count-free").getByText("2", { exact: true }).waitFor();

  await undo.click();
  await dialog.getByText("It added, changed or blocked 3 things and people.").waitFor();
  await inspect(page, "phone, light", "undo of an import of loans");
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await page
    .getByText(/removed, .* left as they are\./)
    .first()
    .waitFor();
  await expect.poll(() => undo.count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});
