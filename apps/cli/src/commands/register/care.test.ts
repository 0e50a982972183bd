import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { done, useDataFolder } from "../../testing/register-commands.ts";

const { folder, run, runRegister } = useDataFolder();

const write = async (name: string, text: string) => {
  const path = join(folder.path, name);
  await writeFile(path, text);
  return path;
};

const tools =
  "Code,Name,Role,Lent to,Return by\nM-1,Ada Lovelace,member,,\nM-2,Bob,member,,\nD-1,Drill,,M-1,2026-12-06\nD-2,Saw,,,\n";

const checklist = `- { key: gauge, label: Needle in the green?, type: pass-fail, required: true }
- { key: pressure, label: Pressure, type: number, unit: bar, min: 12, max: 15 }
- { key: seal, label: Seal, type: choice, options: [intact, broken], fails: [broken] }
`;

async function addTools(...rules: string[]): Promise<void> {
  await runRegister("add", "tools", "--kind", "loans", ...rules);
  await runRegister("import", "tools", await write("tools.csv", tools));
}

async function addFire(...rules: string[]): Promise<void> {
  const questions = await write("list.yaml", checklist);
  const kind = ["--kind", "inspection", "--every", "1 year", "--checklist", questions];
  await runRegister("add", "fire", ...kind, ...rules);
  const list = "Code,Name,Next inspection\nE-1,Extinguisher 1,2020-01-31\nE-2,Extinguisher 2,\n";
  await runRegister("import", "fire", await write("fire.csv", list));
}

test("a list of loans is tried, imported with who has what, and imported again", async () => {
  await runRegister("add", "tools", "--kind", "loans");
  const list = await write("tools.csv", tools);
  const columns =
    "Columns: name from Name, code from Code, role from Role, holder from Lent to, date from Return by.";
  expect(await runRegister("import", "tools", list, "--dry")).toEqual(
    done(
      [
        `Would import 4 rows: 4 new, 0 changed, 0 as before. ${columns} Would lend 1 thing by hand.`,
        "CODE  NAME          GROUP  HOLDER  DUE",
        "M-1   Ada Lovelace",
        "M-2   Bob",
        "D-1   Drill                M-1     2026-12-06\n",
      ].join("\n"),
    ),
  );
  expect(await runRegister("import", "tools", list)).toEqual(
    done(`Imported 4 rows: 4 new, 0 changed, 0 as before. ${columns} Lent 1 thing by hand.\n`),
  );
  const exported = await write("out.csv", (await runRegister("export", "tools")).stdout);
  expect((await runRegister("import", "tools", exported)).stdout).toMatch(
    /^Imported 4 rows: 0 new, 0 changed, 4 as before\. .* 1 thing was so already\.\n$/,
  );
  const named = [
    "--label",
    "Name",
    "--key",
    "Code",
    "--holder-column",
    "Who",
    "--due-column",
    "Due",
  ];
  const other = await write("other.csv", "Code,Name,Who,Due\nD-2,Saw,Cem,\nD-3,Axe,,2026-12-06\n");
  expect(await runRegister("import", "tools", other, ...named)).toEqual({
    code: 1,
    stderr: "",
    stdout:
      "Imported 2 rows: 1 new, 0 changed, 1 as before. Lent 1 thing by hand. Added 1 person. 1 line was left out: Line 3: Nobody has it, so it has no date. Made 1 code.\n",
  });
});

test("things are lent, taken back and dated by hand, by codes and names of people", async () => {
  await addTools();
  const act = (...args: string[]) => runRegister("act", "tools", ...args);
  expect(await act("lend", "D-2", "ada lovelace", "--due", "2026-12-24")).toEqual(
    done("YES. Saw is lent to Ada Lovelace, until 24 Dec 2026.\n"),
  );
  expect(await runRegister("due", "tools", "D-2", "2027-01-31")).toEqual(
    done("YES. Saw has a new date, until 31 Jan 2027.\n"),
  );
  expect(await runRegister("due", "tools", "D-2", "none")).toMatchObject({ code: 0 });
  expect(await act("return", "D-2")).toEqual(done("YES. Saw is back from Ada Lovelace.\n"));
  expect(await act("lend", "D-2", "Nobody")).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: 'No person of tools has the code or name "Nobody".\n',
  });
  const asked = await act("lend", "D-1", "M-2");
  expect(asked).toMatchObject({
    code: 5,
    stdout: expect.stringMatching(/^ASK\. Drill is lent to Ada/),
  });
  expect(asked.stderr).toBe(
    "Answer with --answer KEY=VALUE, or in a terminal:\n  hand-over: Ada Lovelace still has it. Hand it over to Bob? (1 yes, 2 no)\n",
  );
  expect(await act("lend", "D-1", "M-2", "--answer", "hand-over=YES")).toMatchObject({
    ...{
      code: 4,
      stdout: expect.stringMatching(/\nLOOK\. Drill is handed over from Ada Lovelace to Bob/),
    },
  });
  const shown = (await runRegister("show", "tools")).stdout;
  expect(shown).toMatch(/^Things +2\nLent +1\nFree +1\nBlocked +0\nOverdue +0\nPeople +2\n/m);
  expect(shown).toMatch(/^Lent for +good\nAsks for the date +no\nHand over +ask\n/m);
});

test.each([
  [["act", "tools", "lend", "D-1"], "PERSON is missing."],
  [["act", "tools", "return", "D-1", "M-1"], '"M-1" is one word too many.'],
  [["act", "tools", "return", "D-1", "--due", "2026-12-06"], "--due is for the act lend."],
  [
    ["act", "tools", "lend", "D-1", "M-1", "--due", "6/12/2026"],
    "--due: A date is a day such as 2026-12-06: “6/12/2026” may be a day of two months",
  ],
  [["act", "tools", "lend", "D-1", "M-1", "--answer", "x"], "--answer is KEY=VALUE"],
  [["act", "tools", "inspect", "D-1"], "The kind loans has no action “inspect”"],
  [["due", "tools", "D-1", "soon"], "A date is a day such as 2026-12-06: “soon” is no day"],
  [["change", "tools", "--loan-for", "long"], "--loan-for: “long” is no interval"],
  [["change", "tools", "--hand-over", "maybe"], "--hand-over is ask, yes or no"],
  [["change", "tools", "--every", "1 year"], "--every is a rule of the kind inspection"],
  [["report", "tools", "due"], 'The kind loans has no report "due"; it has loans and receipt.'],
  [["report", "tools", "loans", "--person", "M-1"], "--person is an option of the report receipt."],
  [["report", "tools", "loans", "--entry", "D-1"], "--entry is an option of the report log."],
  [["report", "tools", "receipt", "--to", "2026-12-06"], "--to is an option of the report log."],
  [
    ["report", "tools", "log", "--from", "2026-12-06", "--to", "2026-12-05"],
    "--from 2026-12-06 is after --to 2026-12-05.",
  ],
  [["report", "tools", "loans", "--out", "x.txt"], "--out is a file that ends in .pdf or .csv"],
  [
    ["labels", "tools", "--out", "x.pdf", "--role", "guest"],
    "--role is place, number, person or article",
  ],
])("%j is wrong use", async (args, sentence) => {
  await addTools();
  const wrong = await runRegister(...args);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain(sentence);
});

test("things are inspected by hand with answers, and show what is due", async () => {
  await addFire("--every-group", "Hoses=6 months", "--lead-time", "7 days");
  const shown = (await runRegister("show", "fire")).stdout;
  expect(shown).toMatch(
    /^Things +2\nDue +0\nOverdue +0\nMissed +1\nFailed +0\nNever inspected +2\n/m,
  );
  expect(shown).toMatch(
    /^Every +1 year\nEvery, Hoses +6 months\nLead time +7 days\nOnly tags +no\n/m,
  );
  expect(shown).toMatch(/^Question +gauge: Needle in the green\? \(pass-fail, required\)$/m);
  const open =
    "  gauge: Needle in the green? (pass, fail or na)\n  pressure: Pressure (a number of bar, good: 12 to 15; may be left out)\n  seal: Seal (1 intact, 2 broken; may be left out)\n";
  const tried = await runRegister("try", "fire", "E-1");
  expect(tried).toMatchObject({ code: 5, stdout: expect.stringContaining(`It asks:\n${open}`) });
  const inspect = (...answers: string[]) =>
    runRegister("act", "fire", "inspect", "E-1", ...answers.flatMap((each) => ["--answer", each]));
  expect(await inspect()).toMatchObject({
    ...{ code: 5, stderr: `Answer with --answer KEY=VALUE, or in a terminal:\n${open}` },
  });
  expect(await inspect("gauge=maybe")).toMatchObject({
    ...{ code: 5, stderr: "The answer to “Needle in the green?” is pass, fail or na.\n" },
  });
  expect(await inspect("colour=red")).toMatchObject({
    ...{
      code: 5,
      stderr: "No question has the key “colour”; the keys are gauge, pressure, seal.\n",
    },
  });
  expect(await inspect("pressure=13")).toMatchObject({
    ...{ code: 5, stderr: expect.stringMatching(/:\n {2}gauge: .*\n$/) },
  });
  expect(await inspect("gauge=P", "pressure=11,5", "seal=2")).toMatchObject({
    ...{ code: 4, stderr: "", stdout: expect.stringMatching(/\nLOOK\. Extinguisher 1: /) },
  });
  const passed = await runRegister(
    ...["act", "fire", "inspect", "E-1", "--answer", "gauge=pass", "--json"],
  );
  expect(passed.code).toBe(0);
  expect(
    passed.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { code: "checklist", ask: { before: true } },
    { answers: { gauge: "pass" }, verdict: { code: "passed" } },
  ]);
  expect(JSON.parse((await runRegister("show", "fire", "--json")).stdout)).toMatchObject({
    ...{ care: { things: 2, missed: 0, never: 1 }, rules: { everyByGroup: { Hoses: "6 months" } } },
  });
  await runRegister("change", "fire", "--every-group", "Hoses=", "--checklist", "");
  expect(await runRegister("act", "fire", "inspect", "E-2")).toMatchObject({ code: 0 });
  expect((await runRegister("show", "fire")).stdout).not.toContain("Question");
});

test.each([
  [
    "- { key: a, label: A, type: gauge }",
    "questions.0.type: This must be one of pass-fail, number",
  ],
  [
    "- { key: a, labl: A, type: text }",
    "questions.0.labl: This name is unknown here. The nearest is label.",
  ],
  [
    "questions:\n  - { key: a, label: A, type: choice }",
    "questions.0: “A” needs at least two options.",
  ],
  ["rules: []", 'has no list of questions, such as "- { key: seal'],
  ["- { key: a", "is not YAML ("],
])("the checklist %j is refused with the place of the mistake", async (text, sentence) => {
  const path = await write("list.yaml", text);
  const added = await runRegister("add", "fire", "--kind", "inspection", "--checklist", path);
  expect(added).toMatchObject({ code: 2 });
  expect(added.stderr).toContain(`--checklist: ${path}`);
  expect(added.stderr).toContain(sentence);
  expect(await runRegister("show", "fire")).toMatchObject({ code: 1 });
});

test("loans lend to the guests of a check-in, and things of a stock", async () => {
  await runRegister("add", "club", "--kind", "check-in");
  await runRegister("import", "club", await write("club.csv", "ticket,name\nT-1,Ada\nT-2,Ada\n"));
  await runRegister("add", "parts", "--kind", "stock");
  await runRegister("import", "parts", await write("parts.csv", "Code,Name\nD-1,Drill\n"));
  const lenders = ["--entries-from", "parts", "--people-from", "club"];
  expect(await runRegister("add", "tools", "--kind", "loans", ...lenders)).toMatchObject({
    code: 0,
  });
  const lend = (person: string) => runRegister("act", "tools", "lend", "D-1", person);
  expect((await lend("Ada")).stderr).toBe(
    'Several people are called "Ada"; give the code of one.\n',
  );
  expect(await lend("T-2")).toEqual(done("YES. Drill is lent to Ada.\n"));
  expect((await runRegister("show", "tools")).stdout).toMatch(
    /^Entries +1 of parts\nPeople +of club\n/,
  );
  const refused = (...args: string[]) => runRegister("add", "x", ...args);
  expect((await refused("--kind", "loans", "--people-from", "parts")).stderr).toContain(
    "parts is a register of the kind stock; name one of the kind check-in",
  );
  expect((await refused("--kind", "inspection", "--people-from", "club")).stderr).toContain(
    "A register of the kind inspection takes no people from another register.",
  );
  expect((await refused("--kind", "loans", "--people-from", "clup")).stderr).toContain(
    'There is no register "clup"; did you mean club?',
  );
});

test("reports are written as CSV and PDF, and badges of people are printed", async () => {
  await addTools("--loan-for", "7 days");
  await addFire();
  expect((await runRegister("report", "tools", "loans")).stdout).toMatch(
    /^Ada Lovelace,Drill,D-1,.*,6 Dec 2026,$/m,
  );
  const pdf = join(folder.path, "receipt.pdf");
  const receipt = ["report", "tools", "receipt", "--person", "M-1", "--out", pdf];
  expect(await runRegister(...receipt)).toEqual(done(`Wrote the report to ${pdf}.\n`));
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe("%PDF-");
  expect((await runRegister("report", "tools", "receipt")).stderr).toBe(
    "Say whose receipt it is with --person CODE.\n",
  );
  expect((await runRegister("report", "fire", "due")).stdout).toContain("Extinguisher 1");
  await runRegister("act", "fire", "inspect", "E-1", "--answer", "gauge=fail");
  const csv = join(folder.path, "log.csv");
  const log = ["report", "fire", "log", "--entry", "E-1", "--out", csv];
  expect(await runRegister(...log, "--json")).toEqual(done(`${JSON.stringify({ out: csv })}\n`));
  expect(await readFile(csv, "utf8")).toContain("Needle in the green?");
  const before = ["report", "fire", "log", "--from", "2020-01-01", "--to", "2020-01-31"];
  expect((await runRegister(...before)).stdout).not.toContain("Extinguisher 1");
  expect((await runRegister("report", "fire", "log", "--from", "x")).stderr).toContain(
    "--from is a day",
  );
  expect((await runRegister("report", "fire", "log", "--entry", "E-9")).code).toBe(1);
  const badges = join(folder.path, "badges.pdf");
  expect(await runRegister("labels", "tools", "--out", badges, "--role", "person")).toMatchObject({
    stdout: `Wrote 2 labels to ${badges}.\n`,
  });
  await run("inbox", "add", "counter");
  expect(
    await runRegister("change", "tools", "--inbox", "counter", "--action", "lend"),
  ).toMatchObject({ code: 0 });
});
