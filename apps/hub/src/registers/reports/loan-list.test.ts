import { expect, it } from "vitest";
import { createLoanList, createReceipt, type LentThing } from "./loan-list.ts";
import { drawPdf, isMissing, readCsv, readLines } from "./testing/read-report.ts";

const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
const end = (day: number) => new Date(2026, 10, day, 23, 59, 59).getTime();
const origin = { register: "Tools", now: at(29, 14) };
const things: readonly LentThing[] = [
  { label: "Ladder", holder: "Grace Hopper", since: at(20, 9), due: end(30) },
  { label: "Drill", code: "T-1", holder: "Ada Lovelace", since: at(21, 9) },
  { label: "Saw", holder: "Ada Lovelace", since: at(22, 9), due: at(27, 18) },
  { label: "Lamp" },
];

it("lists the things of each person in the order in which they are due", async () => {
  expect(await readCsv(createLoanList(things, origin))).toEqual([
    ["Person", "Thing", "Code", "Since", "Due", "State"],
    ["(no name)", "Lamp", "", "", "", ""],
    ["Ada Lovelace", "Saw", "", "22 Nov 2026, 09:00", "27 Nov 2026, 18:00", "2 days overdue"],
    ["Ada Lovelace", "Drill", "T-1", "21 Nov 2026, 09:00", "", ""],
    ["Grace Hopper", "Ladder", "", "20 Nov 2026, 09:00", "30 Nov 2026", ""],
  ]);
});

it.skipIf(isMissing("pdftotext"))("is a receipt to sign for one person", async () => {
  const { pdf } = await drawPdf(createReceipt("Ada Lovelace", things.slice(1, 3), origin));
  const [page = []] = readLines(pdf);
  expect(page.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["Loans of Ada Lovelace"],
    ["Tools"],
    ["Made on 29 Nov 2026, 14:00"],
    ["Things", "2"],
    ["Overdue", "1"],
    ["Thing", "Code", "Since", "Due", "State"],
    ["Saw", "22 Nov 2026, 09:00", "27 Nov 2026, 18:00", "⚠ 2 days overdue"],
    ["Drill", "T-1", "21 Nov 2026, 09:00"],
    ["I have received these things."],
    ["Date", "Name", "Signature"],
    ["Page 1 of 1", "Loans of Ada Lovelace · Tools"],
  ]);
});
