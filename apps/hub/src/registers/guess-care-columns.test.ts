import { expect, it } from "vitest";
import { guessColumnsFor } from "./guess-columns.ts";
import type { KindName } from "./register.ts";
import { parseTable } from "./table.ts";

const guess = async (kind: KindName, list: string) => {
  const table = await parseTable(Buffer.from(list), { kind });
  if (!table.ok) throw new Error(table.reason);
  const guessed = guessColumnsFor(kind, table.value);
  return Object.fromEntries(Object.entries(guessed).filter(([, column]) => column !== undefined));
};

// The names of the columns are those of the exports as of 2026.
const snipeIt =
  "ID,Company,Asset Name,Asset Tag,Serial,Model,Model No.,Category,Status,Checked Out To,Location,Expected Checkin Date,Next Audit Date,Purchase Date,Notes\n" +
  "1,ACM,,A-0001,C02ABC123,MacBook Air,A1,Laptops,Deployed,Ada,Berlin,2026-12-06,2027-01-31,2025-01-01,\n" +
  "2,ACM,Loan,A-0002,C02ABC124,MacBook Air,A1,Laptops,Ready,,Paris,,2027-02-28,2025-01-01,\n";
const shelf =
  "ID,QR ID,Sequential ID,Title,Description,Category,Tags,Location,Status,Custody,Upcoming reminder\n" +
  "a1,q1w2e3,SAM-0001,Drill,,Tools,,Garage,In custody,Ada,2026-12-06\n" +
  "a2,r4t5y6,SAM-0002,Saw,,Tools,,Garage,Available,,\n";
const homebox =
  "HB.import_ref,HB.location,HB.tags,HB.asset_id,HB.archived,HB.name,HB.quantity,HB.serial_number\n" +
  "a1,Garage,Tools,000-001,false,Drill,1,SN-88211\na2,Attic,Wood,000-002,false,Saw,1,\n";

const ofSnipeIt = {
  ...{ label: "Model", key: "Asset Tag", moreKeys: ["Serial"], group: "Category" },
};
const ofShelf = {
  ...{ label: "Title", key: "QR ID", moreKeys: ["Sequential ID"], group: "Category" },
};
const ofHomebox = {
  ...{ label: "HB.name", key: "HB.asset_id", moreKeys: ["HB.serial_number"], group: "HB.tags" },
};

it.each([
  ["loans", snipeIt, { ...ofSnipeIt, holder: "Checked Out To", due: "Expected Checkin Date" }],
  ["inspection", snipeIt, { ...ofSnipeIt, due: "Next Audit Date" }],
  ["loans", shelf, { ...ofShelf, holder: "Custody" }],
  ["inspection", shelf, { ...ofShelf, due: "Upcoming reminder" }],
  ["loans", homebox, ofHomebox],
  ["inspection", homebox, ofHomebox],
  [
    "loans",
    "Gegenstand,Bezeichnung,Ausgeliehen an,Rückgabe bis\n,Bohrer,Ada,6.12.2026\n",
    { label: "Bezeichnung", holder: "Ausgeliehen an", due: "Rückgabe bis" },
  ],
  [
    "loans",
    "First name,Last name,Badge UID,Role\nAda,Lovelace,04A2B3C4D5E680,member\n",
    { label: "First name", lastName: "Last name", role: "Role" },
  ],
  // A column of texts about a return is no date.
  ["loans", "Name,Return date\nDrill,soon\nSaw,later\n", { label: "Name" }],
  ["inspection", "Name,Type\nHall,place\nDrill,\n", { label: "Name", role: "Type" }],
  ["inspection", "Name,Type\nDrill,Tool\n", { label: "Name" }],
] as const)("the columns of a list of %s are guessed: %j", async (kind, list, expected) => {
  expect(await guess(kind, list)).toEqual(expected);
});
