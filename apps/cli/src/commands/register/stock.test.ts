import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waitForExit, waitForOutput } from "../../testing/child.ts";
import { spawnScanhook } from "../../testing/command-line.ts";
import { done, useDataFolder } from "../../testing/register-commands.ts";

const { folder, run, runRegister } = useDataFolder();

const parts =
  "SKU,EAN,Item,Category,Qty,Unit,Bin,Reorder point\nS-1,4006381333931,Pens,Office,12,,A1,5\nS-2,,Flour,Food,2.5,kg,A1,\nS-2,,Flour,Food,1,kg,B2,\n";

/** Makes a stock with two articles at two places, fed by the inbox `storeroom`. */
async function addParts(): Promise<void> {
  await run("inbox", "add", "storeroom");
  await runRegister("add", "parts", "--kind", "stock", "--inbox", "storeroom");
  const list = join(folder.path, "parts.csv");
  await writeFile(list, parts);
  await runRegister("import", "parts", list);
}

test("a list of articles is tried, imported with what is where, and imported again", async () => {
  await runRegister("add", "parts", "--kind", "stock");
  const list = join(folder.path, "parts.csv");
  await writeFile(list, parts);
  const columns =
    "Columns: name from Item, code from EAN and SKU, group from Category, unit from Unit, minimum from Reorder point, quantity from Qty, place from Bin.";
  expect(await runRegister("import", "parts", list, "--dry")).toEqual(
    done(
      [
        `Would import 2 rows: 2 new, 0 changed, 0 as before. ${columns} Would count 3 quantities by hand, 0 were there already. Would add 2 places. Would make 2 codes.`,
        "CODE  NAME   GROUP   QUANTITY  PLACE",
        "S-1   Pens   Office  12        A1",
        "S-2   Flour  Food    2.5       A1\n",
      ].join("\n"),
    ),
  );
  expect(await runRegister("import", "parts", list)).toEqual(
    done(
      `Imported 2 rows: 2 new, 0 changed, 0 as before. ${columns} Counted 3 quantities by hand, 0 were there already. Added 2 places. Made 2 codes.\n`,
    ),
  );
  const names = ["--label", "Item", "--key", "SKU", "--key", "EAN", "--group", "Category"];
  const stock = ["--unit-column", "Unit", "--quantity-column", "Qty", "--place-column", "Bin"];
  const minimum = ["--minimum-column", "Reorder point"];
  expect(await runRegister("import", "parts", list, ...names, ...stock, ...minimum)).toEqual(
    done(
      "Imported 2 rows: 0 new, 0 changed, 2 as before. Counted 0 quantities by hand, 3 were there already.\n",
    ),
  );
  const exported = join(folder.path, "exported.csv");
  await writeFile(exported, (await runRegister("export", "parts")).stdout);
  expect((await runRegister("import", "parts", exported)).stdout).toMatch(
    /^Imported 4 rows: 0 new, 0 changed, 4 as before\. .* Counted 0 quantities by hand, 3 were/,
  );
  await writeFile(list, parts.replace("S-2,,Flour,Food,1,", "S-2,,Flour,Bakery,1,"));
  expect((await runRegister("import", "parts", list)).stdout).toContain(
    " 1 line differs in other columns from an earlier one about the same article, which counts: line 4.",
  );
  await writeFile(list, "SKU,EAN,Item,Qty,Bin\nS-1,S-2,Pens,4,A1\n");
  const wrong = await runRegister("import", "parts", list, ...names.slice(0, 6), ...stock.slice(2));
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toContain(
    "1 quantity was left out: Line 2: Its codes belong to several entries.",
  );
  await writeFile(list, "Name,Role,Code\nTwelve,number,N-12\n");
  expect((await runRegister("import", "parts", list)).stderr).toBe(
    "Nothing was imported: line 2 is a number card without a number above zero.\n",
  );
});

test("articles are added, removed, moved and counted by hand, by codes and names of places", async () => {
  await addParts();
  const act = (...args: string[]) => runRegister("act", "parts", ...args);
  expect(await act("add", "4006381333931", "--quantity", "3", "--place", "A1")).toEqual(
    done("YES. Pens: 3 added to A1; 15 there.\n"),
  );
  expect(await act("remove", "S-2", "--quantity", "0,25", "--place", "B2")).toEqual(
    done("YES. Flour: 0.25 kg removed from B2; 0.75 kg there, 3.25 kg in all.\n"),
  );
  const move = ["move", "S-1", "--quantity", "5", "--place", "B2", "--from", "A1"];
  expect((await act(...move)).stdout).toMatch(/^YES\. Pens: 5 moved /);
  const counted = await act("count", "S-1", "--quantity", "4", "--place", "A1", "--json");
  expect(JSON.parse(counted.stdout)).toMatchObject({
    ...{ code: "counted", booking: { quantity: 4, place: "A1", here: 4, total: 9 } },
  });
  expect(await act("remove", "S-1", "--quantity", "40", "--place", "A1")).toMatchObject({
    ...{ code: 3, stdout: "NO. Pens: only 4 at A1; 5 at B2.\n" },
  });
  const forced = await act("remove", "S-1", "--quantity", "6", "--place", "A1", "--force");
  expect(forced).toMatchObject({ code: 4, stdout: expect.stringMatching(/^LOOK\. /) });
  expect(await runRegister("try", "parts", "S-1", "--action", "add", "--place", "B2")).toEqual(
    done("YES. Pens: 1 added to B2; 6 there, 4 in all.\n"),
  );
  expect((await runRegister("try", "parts", "S-1")).stdout).toBe(
    "NO. Scan the code of a place first.\n",
  );
  const refusals = [
    [["in", "S-1"], "The kind stock has no action “in”; it has count, add, remove, move."],
    [
      ["pack", "S-1"],
      'An act is one of in, out, count, add, remove, move, lend, return, inspect, not "pack".',
    ],
    [["add", "S-1", "--from", "A1"], "--from is for the act move."],
    [["in", "S-1", "--place", "A1"], "--quantity, --place and --from are for the acts of a stock."],
    [["add", "S-1", "--quantity", "-"], "--quantity: “-” is no quantity; write a number"],
    [["add", "S-1", "--place", "S-2"], 'No place of parts has the code "S-2".'],
    [["add", "S-9"], 'No entry of parts has the code "S-9".'],
  ] as const;
  for (const [args, reason] of refusals) expect((await act(...args)).stderr).toContain(reason);
});

test("a stock is shown with what needs attention, and an article gets a name", async () => {
  await addParts();
  expect(await runRegister("list")).toEqual(
    done(
      [
        "NAME   ENTRIES  INSIDE  ADMITTED  REFUSED  INBOXES            TITLE",
        "parts  4                          0        storeroom (count)\n",
      ].join("\n"),
    ),
  );
  await runRegister("act", "parts", "count", "S-1", "--quantity", "4", "--place", "A1");
  const shown = await runRegister("show", "parts");
  expect(shown.stdout).toBe(
    [
      "Entries        4",
      "Articles       2",
      "Places         2",
      "Number cards   0",
      "To be named    0",
      "Below minimum  1",
      "Refused        0",
      "Inboxes        storeroom (count)\n",
    ].join("\n"),
  );
  expect(JSON.parse((await runRegister("show", "parts", "--json")).stdout)).toMatchObject({
    ...{
      kind: "stock",
      stock: { articles: 2, places: 2, numbers: 0, people: 0, unnamed: 0, low: 1 },
    },
  });
  expect(await runRegister("name", "parts", "S-1", " Ball pens ")).toEqual(
    done("Pens is called Ball pens now.\n"),
  );
  expect((await runRegister("export", "parts")).stdout).toContain(",Ball pens,");
  const borrowing = ["add", "ball", "--kind", "check-in", "--entries-from", "parts"];
  expect((await runRegister(...borrowing)).stderr).toBe(
    "parts is a register of the kind stock, whose entries one of the kind check-in cannot have; name one of the kind check-in.\n",
  );
  expect(await runRegister("name", "parts", "S-1", "  ")).toMatchObject({ code: 2 });
  expect((await runRegister("name", "parts", "S-9", "Ink")).stderr).toBe(
    'No entry of parts has the code "S-9".\n',
  );
});

test("watch prints the verdicts of a stock, and its journal is exported", async () => {
  await addParts();
  await runRegister("act", "parts", "add", "S-1", "--place", "A1");
  const watch = spawnScanhook(["register", "watch", "parts", "--after", "3"], {
    env: { SCANHOOK_DATA: folder.path },
  });
  const exit = waitForExit(watch);
  expect(await waitForOutput(watch, /\n/)).toMatch(
    /^\d\d:\d\d:\d\d {2}by hand {2}YES\. Pens: 1 added to A1; 13 there\.\n$/,
  );
  watch.kill("SIGINT");
  expect(await exit).toBe(0);
  const [header, line] = (await runRegister("export", "parts", "--journal")).stdout.split("\r\n");
  expect(header).toMatch(/,forced,delta,place,from,round,counted,lot,serial,expires,person$/);
  expect(line).toMatch(/,by hand,add,yes,added,.*,false,1,A1,/);
  const jsonl = await runRegister("export", "parts", "--journal", "--format", "jsonl");
  const movements = jsonl.stdout
    .trim()
    .split("\n")
    .map((each) => JSON.parse(each));
  expect(movements).toMatchObject([{ delta: 1 }, { delta: 1 }, { delta: 2.5 }, { delta: 12 }]);
  const entries = (await runRegister("export", "parts", "--format", "jsonl")).stdout;
  expect(entries.trim().split("\n")).toHaveLength(4);
  expect((await runRegister("export", "parts", "--format", "xml")).stderr).toContain(
    '--format is one of csv, xlsx, jsonl, vcf, not "xml".',
  );
});
