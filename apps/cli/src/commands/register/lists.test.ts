import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { done, guessable, useDataFolder } from "../../testing/register-commands.ts";

const { folder, runRegister, addGala } = useDataFolder();

test("a list of names gets codes, and export gives them for a mail merge", async () => {
  await addGala();
  const list = join(folder.path, "names.csv");
  await writeFile(list, "name\nAlan Turing\n=1+1\n");
  const importNames = (...more: string[]) =>
    runRegister("import", "gala", list, "--label", "name", ...more);
  expect(await importNames("--dry")).toEqual(
    done(
      [
        "Would import 2 rows: 2 new, 0 changed, 0 as before. Would make 2 codes.",
        "CODE      NAME         GROUP",
        "(random)  Alan Turing",
        "(random)  =1+1\n",
      ].join("\n"),
    ),
  );
  expect(await importNames()).toEqual(
    done("Imported 2 rows: 2 new, 0 changed, 0 as before. Made 2 codes.\n"),
  );
  expect(await importNames()).toMatchObject(
    done("Imported 2 rows: 0 new, 0 changed, 2 as before.\n"),
  );
  const lines = (await runRegister("export", "gala")).stdout.trim().split("\r\n");
  const code = /^\d+,([^,]+),,([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}),/;
  const [alan, formula] = lines.slice(2).map((line) => code.exec(line)!);
  expect([alan![1], formula![1]]).toEqual(["Alan Turing", "'=1+1"]);
  expect((await runRegister("try", "gala", alan![2]!)).stdout).toBe(
    "YES. Alan Turing is checked in.\n",
  );
  const sheets = join(folder.path, "sheets.pdf");
  expect(await runRegister("labels", "gala", "--out", sheets, "--search", "Alan")).toEqual(
    done(`Wrote 1 label to ${sheets}.\n`),
  );
  expect((await readFile(sheets)).subarray(-6).toString()).toBe("%%EOF\n");
  expect(await runRegister("labels", "gala", "--out", sheets, "--group", "none")).toMatchObject({
    code: 1,
    stderr:
      'No such guest has a code that can be printed; "scanhook register codes gala" makes codes.\n',
  });
  expect(await runRegister("codes", "gala")).toEqual(done("Made 0 codes; 3 of gala had one.\n"));
});

test("a workbook is imported, from a chosen sheet, and exported so that importing it changes nothing", async () => {
  await runRegister("add", "gala", "--kind", "check-in");
  const hub = dirname(createRequire(import.meta.url).resolve("@scanhook/hub"));
  const list = join(hub, "spreadsheets", "fixtures", "openpyxl.xlsx");
  const first = await runRegister("import", "gala", list, "--label", "Name", "--dry");
  expect(first.stdout).toContain(
    "The sheet “One” was read; --sheet chooses another: Two. Left empty, because they hold errors: C2 (a formula without a result), D2 (#REF!).",
  );
  expect(await runRegister("import", "gala", list, "--sheet", "Three")).toMatchObject({
    code: 1,
    stderr: "There is no sheet “Three”; there is “One”, “Two”.\n",
  });
  await runRegister("import", "gala", list, "--sheet", "Two", "--label", "Name");
  const exported = await runRegister("export", "gala", "--format", "xlsx");
  const again = join(folder.path, "again.xlsx");
  await writeFile(again, Buffer.from(exported.stdout, "latin1"));
  expect(await runRegister("import", "gala", again, "--label", "label", "--key", "code")).toEqual(
    done("Imported 1 row: 0 new, 0 changed, 1 as before.\n"),
  );
});

test("a list is imported without naming a column, and the command says how it read each column", async () => {
  await runRegister("add", "gala", "--kind", "check-in");
  const list = join(folder.path, "guests.csv");
  await writeFile(list, Buffer.from("First name;Last name;Tisch\r\nZo\xeb;King;7\r\n", "latin1"));
  expect(await runRegister("import", "gala", list, "--dry")).toEqual(
    done(
      [
        "Would import 1 row: 1 new, 0 changed, 0 as before. Columns: name from First name and Last name, group from Tisch. Would make 1 code. The file was read as windows-1252; --encoding chooses another.",
        "CODE      NAME      GROUP",
        "(random)  Zoë King  7\n",
      ].join("\n"),
    ),
  );
  await writeFile(list, "Ann\nBob\nCem\n");
  expect(await runRegister("import", "gala", list)).toEqual(
    done(
      "Imported 3 rows: 3 new, 0 changed, 0 as before. Columns: name from Column 1. The first line was taken for a row. Made 3 codes.\n",
    ),
  );
  const header = [list, "--header", "yes", "--encoding", "utf-8", "--dry"];
  expect((await runRegister("import", "gala", ...header)).stdout).toContain("Would import 2 rows");
  expect((await runRegister("import", "gala", list, "--encoding", "cp1250")).stderr).toContain(
    "--encoding is UTF-8, UTF-16LE, UTF-16BE, windows-1252, windows-1250, windows-1251",
  );
  await writeFile(list, "Name,Code\nAnn,Ann\nBob,Bobby\n");
  expect((await runRegister("import", "gala", list, "--dry")).stdout).toContain(
    "2 of the codes look like names, which many people know; leave out --key to make codes.",
  );
});

test("an exported list is imported as it is, with codes that a spreadsheet would run", async () => {
  await runRegister("add", "gala", "--kind", "check-in");
  const list = join(folder.path, "guests.csv");
  await writeFile(list, "ticket,name\n-0001,Ada\n+0002,Bob\n");
  await runRegister("import", "gala", list);
  const { stdout } = await runRegister("export", "gala");
  expect(stdout).toMatch(/,Ada,,-0001,.*\r\n.*,Bob,,\+0002,/);
  await writeFile(list, stdout);
  expect((await runRegister("import", "gala", list, "--replace")).stdout).toMatch(
    /^Imported 2 rows: 0 new, 0 changed, 2 as before\. Columns: name from label, code from code,/,
  );
});

test("a list with a problem is refused with the lines, and imports nothing", async () => {
  await addGala();
  const list = join(folder.path, "list.csv");
  const importList = async (text: string, ...options: string[]) => {
    await writeFile(list, text);
    return runRegister("import", "gala", list, "--key", "ticket", "--label", "name", ...options);
  };
  expect(await importList("ticket,name\nT-2,Alan\n,Grace\n")).toEqual({
    ...{ code: 1, stdout: "", stderr: "Nothing was imported: line 3 has no ticket.\n" },
  });
  expect((await importList("code,name\n1,2\n")).stderr).toBe(
    "There is no column “ticket”; there are code, name.\n",
  );
  expect((await importList("ticket;name\nT-2;Zoë\n", "--replace")).stdout).toBe(
    `Imported 1 row: 1 new, 0 changed, 0 as before, 1 blocked because the list lacks them.${guessable}\n`,
  );
  expect((await runRegister("try", "gala", "T-1")).stdout).toBe("NO. Ada Lovelace is blocked.\n");
});

test("the last import is undone once, and a guest who came in since is left", async () => {
  await addGala();
  const list = join(folder.path, "list.csv");
  await writeFile(list, "ticket,name\nT-2,Alan\nT-3,Grace\n");
  await runRegister("import", "gala", list, "--key", "ticket", "--label", "name", "--replace");
  expect((await runRegister("try", "gala", "T-1")).stdout).toBe("NO. Ada Lovelace is blocked.\n");
  await runRegister("act", "gala", "in", "T-2");
  const undo = ["import", "gala", "--undo"];
  expect(await runRegister(...undo)).toEqual(
    done(
      "Undid the import: 1 removed, 1 put back, 1 left because they were changed by hand since, or scanned.\n",
    ),
  );
  expect((await runRegister("try", "gala", "T-1")).code).toBe(0);
  expect((await runRegister("try", "gala", "T-3")).stdout).toBe(
    "NO. This code is not on the list.\n",
  );
  expect(await runRegister(...undo)).toMatchObject({
    ...{ code: 1, stdout: "" },
    stderr: "There is no import of gala to undo; only the last one can be, once.\n",
  });
  await writeFile(list, "ticket,name\nT-4,Mary\n");
  await runRegister("import", "gala", list, "--key", "ticket", "--label", "name");
  expect(JSON.parse((await runRegister(...undo, "--json")).stdout)).toEqual({
    ...{ name: "gala", removed: 1, putBack: 0, left: 0 },
  });
});
