import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSettings, startHub } from "@scanhook/hub";
import { expect, test } from "vitest";
import { waitForExit, waitForOutput } from "../../testing/child.ts";
import { spawnScanhook } from "../../testing/command-line.ts";
import { done, guessable, useDataFolder } from "../../testing/register-commands.ts";

const { folder, run, runRegister, addGala } = useDataFolder();

test("the first five minutes: a list becomes a guest who is let in once", async () => {
  const ports = ["--host", "127.0.0.1", "--http-port", "0", "--https-port", "0"];
  const parsed = parseSettings({ args: ["--data", folder.path, ...ports], env: {} });
  if (!parsed.ok) throw new Error(parsed.reason);
  const hub = await startHub(parsed.settings, { print: () => {} });
  try {
    const guests = join(folder.path, "guests.csv");
    await writeFile(guests, "ticket,name\nT-0001,Ada Lovelace\n");
    const password = ["--user", "north", "--password", "north-door-1"];
    expect(await run("inbox", "add", "door", ...password)).toMatchObject({ code: 0 });
    expect(await runRegister("add", "gala", "--kind", "check-in", "--inbox", "door")).toEqual(
      done("Added the register gala.\n"),
    );
    const list = ["import", "gala", guests, "--key", "ticket", "--label", "name"];
    expect(await runRegister(...list, "--dry")).toEqual(
      done(
        `Would import 1 row: 1 new, 0 changed, 0 as before.${guessable}\nCODE    NAME          GROUP\nT-0001  Ada Lovelace\n`,
      ),
    );
    expect(await runRegister(...list)).toEqual(
      done(`Imported 1 row: 1 new, 0 changed, 0 as before.${guessable}\n`),
    );
    const to = ["send", "--to", `http://localhost:${hub.httpPort}/in/door`, ...password];
    const sendCode = (...more: string[]) => run(...to, "--source", "code", ...more);
    expect(await sendCode("--content", "T-0001")).toMatchObject(
      done(expect.stringMatching(/^YES\. Ada Lovelace is checked in\. \(\d+ ms\)\n$/)),
    );
    expect(await sendCode("--content", "T-0001")).toMatchObject({
      code: 4,
      stdout: expect.stringMatching(/^LOOK\. Ada Lovelace was scanned just now \(/),
    });
    const refused = await sendCode("--content", "T-0002", "--json");
    expect(refused.code).toBe(3);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      kind: "accepted",
      verdict: { result: "no", code: "unknown", word: "UNKNOWN" },
    });
    expect(JSON.parse((await runRegister("show", "gala", "--json")).stdout)).toMatchObject({
      ...{ name: "gala", entries: 1, inside: 1, admitted: 1, refused: 1 },
      ...{ refusedByCode: { unknown: 1 }, bindings: [{ inbox: "door", action: "in" }] },
    });
  } finally {
    await hub.close();
  }
});

test("watch prints each verdict with its time and door, and ends with Ctrl+C", async () => {
  await addGala();
  await runRegister("act", "gala", "in", "T-1");
  const watch = spawnScanhook(["register", "watch", "gala", "--after", "0", "--json"], {
    env: { SCANHOOK_DATA: folder.path },
  });
  const exit = waitForExit(watch);
  const first = JSON.parse(await waitForOutput(watch, /\n/));
  expect(first).toMatchObject({ door: "by hand", verdict: { code: "checked-in", word: "IN" } });
  await runRegister("act", "gala", "out", "T-1");
  expect(await waitForOutput(watch, /checked-out.*\n/)).toContain(`"register":"gala"`);
  watch.kill("SIGINT");
  expect(await exit).toBe(0);
  const later = spawnScanhook(["register", "watch", "gala", "--after", String(first.id)], {
    env: { SCANHOOK_DATA: folder.path },
  });
  expect(await waitForOutput(later, /\n/)).toMatch(
    /^\d\d:\d\d:\d\d {2}by hand {2}YES\. Ada Lovelace is checked out\.\n$/,
  );
  const laterExit = waitForExit(later);
  later.kill("SIGTERM");
  expect(await laterExit).toBe(0);
});

test("a guest is checked in and out by hand, and the last movement is undone", async () => {
  await addGala("--capacity", "1");
  expect(await runRegister("try", "gala", "T-1")).toEqual(
    done("YES. Ada Lovelace is checked in.\n"),
  );
  expect(await runRegister("try", "gala", "T-9")).toMatchObject({ code: 3 });
  expect(await runRegister("act", "gala", "in", "T-1")).toEqual(
    done("YES. Ada Lovelace is checked in.\n"),
  );
  expect(await runRegister("act", "gala", "out", "T-1", "--json")).toMatchObject({ code: 0 });
  expect(await runRegister("act", "gala", "out", "T-1")).toMatchObject({ code: 4 });
  const journal = (await runRegister("export", "gala", "--journal")).stdout.split("\r\n");
  expect(journal.slice(0, -1).map((line) => line.split(",").slice(2, 6).join(" "))).toEqual([
    "door action result code",
    "by hand out look not-in",
    "by hand out yes checked-out",
    "by hand in yes checked-in",
  ]);
  const [notIn, out, came] = journal.slice(1).map((line) => line.split(",")[0]!);
  expect(await runRegister("undo", "gala", came!)).toMatchObject({
    code: 1,
    stderr: "Ada Lovelace has moved again since then; undo that first.\n",
  });
  expect(await runRegister("undo", "gala", notIn!)).toMatchObject({ code: 1 });
  expect(await runRegister("undo", "gala", out!)).toEqual(
    done("YES. Undone: Ada Lovelace is inside again.\n"),
  );
  expect((await runRegister("export", "gala")).stdout).toMatch(
    /,Ada Lovelace,,T-1,T-1,,,false,inside,/,
  );
});

test("a register is changed, listed, emptied and removed", async () => {
  await run("inbox", "add", "other");
  expect((await runRegister("list")).stdout).toMatch(/^There is no register yet;/);
  await addGala();
  const change = ["--title", "Winter gala", "--closed", "yes", "--keep-days", "3", "--tap", "yes"];
  expect(await runRegister("change", "gala", ...change)).toEqual(
    done("Changed the register gala.\n"),
  );
  expect(await runRegister("try", "gala", "T-1")).toMatchObject({
    stdout: "NO. Winter gala is closed.\n",
  });
  await runRegister("change", "gala", "--release", "door");
  const [gala] = JSON.parse((await runRegister("list", "--json")).stdout);
  expect(gala).toMatchObject({ title: "Winter gala", keepDays: 3, bindings: [] });
  expect(gala.rules).toMatchObject({ closed: true, tap: true });
  expect((await runRegister("list")).stdout).toMatch(/^NAME {2}ENTRIES .*\ngala {2}1 {8}0 /);
  expect(await runRegister("empty", "gala")).toEqual(
    done("Deleted 1 entries of gala. The counts and the scans are kept.\n"),
  );
  expect((await runRegister("show", "gala")).stdout).toContain("Entries   0\n");
  expect(await runRegister("remove", "gala")).toMatchObject({ code: 0 });
  expect(await runRegister("show", "gala")).toMatchObject({
    code: 1,
    stderr:
      'There is no register "gala"; the hub has none yet; "scanhook register add NAME" makes one.\n',
  });
});

test("a register of the settings file is changed only there, and its guests by the command", async () => {
  await addGala();
  await run("inbox", "add", "side");
  await writeFile(
    join(folder.path, "scanhook.yaml"),
    "registers: { gala: { kind: check-in, bindings: [{ inbox: door }] } }\n",
  );
  const args = ["--data", folder.path, "--http-port", "0", "--tls", "off", "--log-level", "silent"];
  const settings = parseSettings({ args, env: {} });
  if (!settings.ok) throw new Error(settings.reason);
  await (await startHub(settings.settings)).close();
  expect((await runRegister("show", "gala")).stdout).toContain("Defined   in the settings file\n");
  const refused = {
    code: 1,
    stderr: "This is defined in the settings file of the hub; change it there.\n",
    stdout: "",
  };
  expect(await runRegister("change", "gala", "--capacity", "5")).toEqual(refused);
  expect(await runRegister("remove", "gala")).toEqual(refused);
  const add = ["add", "ball", "--kind", "check-in", "--inbox"];
  expect(await runRegister(...add, "door")).toEqual(refused);
  expect(await runRegister(...add, "side")).toMatchObject({ code: 0 });
  expect(await runRegister("change", "ball", "--release", "door")).toEqual(refused);
  expect(await runRegister("act", "gala", "in", "T-1")).toMatchObject({ code: 0 });
  expect(await runRegister("empty", "gala")).toMatchObject({ code: 0 });
});

test("a guest is found by the mail address of a badge once contacts are read", async () => {
  await run("inbox", "add", "door");
  await runRegister("add", "gala", "--kind", "check-in");
  const list = join(folder.path, "list.csv");
  await writeFile(list, "mail,name\nAda@Example.org,Ada Lovelace\n");
  await runRegister("import", "gala", list, "--key", "mail", "--label", "name");
  const badge = "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEMAIL:Ada@Example.org\nEND:VCARD";
  expect(await runRegister("try", "gala", badge)).toMatchObject({ code: 3 });
  expect(await runRegister("change", "gala", "--contacts", "yes")).toMatchObject({ code: 0 });
  // The list was imported before, so its address is still a text.
  expect(await runRegister("try", "gala", badge)).toMatchObject({ code: 0 });
  await runRegister("empty", "gala");
  await runRegister("import", "gala", list, "--key", "mail", "--label", "name");
  expect((await runRegister("try", "gala", badge.toUpperCase())).stdout).toBe(
    "YES. Ada Lovelace is checked in.\n",
  );
  expect(await runRegister("act", "gala", "in", "ADA@example.org")).toMatchObject({ code: 0 });
});

test("an article is found by any spelling of the number in its bar code", async () => {
  await run("inbox", "add", "door");
  await runRegister("add", "shop", "--kind", "check-in");
  const list = join(folder.path, "list.csv");
  await writeFile(list, "ean,name\n9521234543213,Bolt M4\nLM358BIDDFR,Op amp\n");
  const importArticles = () =>
    runRegister("import", "shop", list, "--key", "ean", "--label", "name");
  await importArticles();
  const spelled = "https://shop.example/01/09521234543213/10/AB?17=270131";
  expect(await runRegister("try", "shop", spelled)).toMatchObject({ code: 3 });
  expect(await runRegister("change", "shop", "--products", "yes")).toMatchObject({ code: 0 });
  // The list was imported before, so its numbers are still texts.
  expect(await runRegister("try", "shop", "9521234543213")).toMatchObject({ code: 0 });
  expect(await runRegister("act", "shop", "in", "9521234543213")).toMatchObject({ code: 0 });
  await runRegister("empty", "shop");
  await importArticles();
  for (const content of [spelled, "(01)09521234543213(21)7", "]E09521234543213"])
    expect((await runRegister("try", "shop", content)).stdout).toBe(
      "YES. Bolt M4 is checked in.\n",
    );
  const label = "[)>\u001e06\u001d1PLM358BIDDFR\u001dQ10\u001e\u0004";
  expect((await runRegister("try", "shop", label)).stdout).toBe("YES. Op amp is checked in.\n");
  expect(await runRegister("act", "shop", "in", "(01)09521234543213")).toMatchObject({ code: 0 });
  const csv = (await runRegister("export", "shop")).stdout;
  expect(csv).toContain(",Bolt M4,,9521234543213,9521234543213,");
});

test("the sender is told the owner's own sentence, in any language", async () => {
  await addGala("--text", "checked-in=Willkommen, {{ entry.label }}!");
  expect(await runRegister("try", "gala", "T-1")).toEqual(done("YES. Willkommen, Ada Lovelace!\n"));
  await runRegister("change", "gala", "--text", "unknown={{ entry.label }}");
  expect(await runRegister("try", "gala", "T-9")).toEqual({
    code: 3,
    stdout: "NO. This code is not on the list.\n",
    stderr: "Your text for unknown is not used: The template results in no text.\n",
  });
  await runRegister("change", "gala", "--text", "checked-in=");
  expect((await runRegister("try", "gala", "T-1")).stdout).toBe(
    "YES. Ada Lovelace is checked in.\n",
  );
});

test.each([
  [["add", "Gala", "--kind", "check-in"], '"Gala" cannot be the name of a register'],
  [
    ["add", "gala"],
    "Say what the register is for: --kind check-in, --kind stock, --kind loans, --kind inspection, --kind leads.",
  ],
  [["add", "gala", "--kind", "check-in", "--capacity", "many"], "--capacity is a whole number"],
  [["add", "gala", "--kind", "check-in", "--action", "out"], "Name the inbox"],
  [
    [
      "add",
      "gala",
      "--kind",
      "check-in",
      "--opens",
      "2026-11-22T20:00Z",
      "--closes",
      "2026-11-22T19:00Z",
    ],
    "The window ends before it begins",
  ],
  [["add", "gala", "--kind", "check-in", "--opens", "tonight"], "opens is a time with its zone"],
  [["change", "gala"], "Say what to change"],
  [["add", "gala", "--kind", "check-in", "--tap", "maybe"], '--tap is yes or no, not "maybe"'],
  [["add", "gala", "--kind", "check-in", "--text", "Welcome"], "--text is CODE=TEXT"],
  [
    ["add", "gala", "--kind", "check-in", "--text", "welcome=Hello"],
    "There is no verdict “welcome”; there are closed,",
  ],
  [
    ["add", "gala", "--kind", "check-in", "--text", "checked-in={{ guest }}"],
    "--text checked-in: There is no variable “guest”.",
  ],
  [
    ["add", "gala", "--kind", "check-in", "--contacts", "maybe"],
    '--contacts is yes or no, not "maybe"',
  ],
  [
    ["import", "gala", "guests.csv", "--key", "ticket"],
    "Name the column of the names with --label, too.",
  ],
  [["import", "gala", "guests.csv", "--header", "no!"], '--header is yes or no, not "no!".'],
  [["import", "gala", "guests.csv", "--undo"], "guests.csv"],
  [["import", "gala", "--undo", "--label", "name"], "--label"],
  [["labels", "gala"], "Name the file to write with --out FILE.pdf."],
  [
    ["labels", "gala", "--out", "x.pdf", "--paper", "a5"],
    '--paper is a4, letter, roll62 or roll29, not "a5".',
  ],
  [["watch", "gala", "--after", "now"], '--after is the number of a movement, not "now".'],
  [
    ["act", "gala", "up", "T-1"],
    'An act is one of in, out, count, add, remove, move, lend, return, inspect, not "up".',
  ],
  [["undo", "gala", "last"], 'not "last"'],
  [["sow", "gala"], 'did you mean "register show"?'],
])("register %j is wrong use and creates no file", async (args, sentence) => {
  const run = await runRegister(...args);
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(await readdir(folder.path)).toEqual([]);
});

test("display prints a link that is shown once, lists displays, and ends them", async () => {
  await addGala();
  const made = await runRegister("display", "gala", "--door", "north", "--names");
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^https?:\/\/\S+\/door\/[\w-]{22}\n$/),
    stderr: expect.stringContaining("The hub does not respond"),
  });
  const plain = JSON.parse((await runRegister("display", "gala", "--json")).stdout);
  expect(plain).toMatchObject({ names: false, link: expect.stringContaining("/door/") });
  const listed = await runRegister("display", "gala", "--list");
  expect(listed.stdout).toMatch(/^ID +DOOR +NAMES +MADE\n1 +north +yes +\S+\n2 +all +no +\S+\n$/);
  expect(await runRegister("display", "gala", "--revoke", "1")).toEqual(
    done("Ended the link of display 1.\n"),
  );
  expect(await runRegister("display", "gala", "--revoke", "1")).toMatchObject({
    ...{ code: 1, stderr: "The register gala has no display 1; --list shows them.\n" },
  });
  const { stdout } = await runRegister("display", "gala", "--list", "--json");
  expect(JSON.parse(stdout)).toMatchObject([{ id: plain.id }]);
  for (const wrong of [
    ["--list", "--names"],
    ["--revoke", "x"],
    ["--door", ""],
  ])
    expect((await runRegister("display", "gala", ...wrong)).code).toBe(2);
});

test("everybody may be checked out at a time of day, which can be taken back", async () => {
  await addGala("--exit-all-at", "04:00");
  const readRules = async () =>
    JSON.parse((await runRegister("show", "gala", "--json")).stdout).rules;
  expect(await readRules()).toEqual({ exitAllAt: "04:00" });
  expect(await runRegister("change", "gala", "--exit-all-at", "4 am")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "--exit-all-at is a time of day from 00:00 to 23:59, such as 04:00, not “4 am”.",
    ),
  });
  expect((await runRegister("change", "gala", "--exit-all-at", "")).code).toBe(0);
  expect(await readRules()).toEqual({});
});
