import { expect, it } from "vitest";
import { createSpanLog, createThingLog, type Inspection } from "./inspection-log.ts";
import { drawPdf, isMissing, readCsv, readLines } from "./testing/read-report.ts";

const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
const end = (day: number) => new Date(2026, 10, day, 23, 59, 59).getTime();
const origin = { register: "Fire safety", now: at(29, 14) };
const inspections: readonly Inspection[] = [
  {
    ...{ at: at(28, 10), door: "Ada", label: "Extinguisher 7", code: "EX-7", result: "failed" },
    answers: [
      { label: "Needle in the green?", value: "pass", isFail: false },
      { label: "Pressure", value: "9 bar", isFail: true },
      { label: "Seal", value: "broken", isFail: true },
    ],
  },
  { at: at(3, 8), door: "Grace", label: "Extinguisher 7", result: "seen", answers: [] },
];

it("lists the inspections of a thing with every answer", async () => {
  expect(await readCsv(createThingLog({ label: "Extinguisher 7" }, inspections, origin))).toEqual([
    ["Inspected", "By", "Result", "Question", "Answer", "Failed"],
    ["28 Nov 2026, 10:00", "Ada", "failed", "Needle in the green?", "pass", ""],
    ["28 Nov 2026, 10:00", "Ada", "failed", "Pressure", "9 bar", "failed"],
    ["28 Nov 2026, 10:00", "Ada", "failed", "Seal", "broken", "failed"],
    ["3 Nov 2026, 08:00", "Grace", "seen", "", "", ""],
  ]);
});

it("lists the inspections of a span with their failed answers", async () => {
  const span = { from: at(1), to: end(29) };
  const report = createSpanLog(inspections, { ...origin, ...span });
  expect(await readCsv(report)).toEqual([
    ["Inspected", "Thing", "Code", "By", "Result", "Failed answers"],
    [
      ...["28 Nov 2026, 10:00", "Extinguisher 7", "EX-7", "Ada", "failed"],
      "Pressure: 9 bar; Seal: broken",
    ],
    ["3 Nov 2026, 08:00", "Extinguisher 7", "", "Grace", "seen", ""],
  ]);
  expect(report.subtitles).toContain("1 Nov 2026 to 29 Nov 2026");
  const day = createSpanLog(inspections, { ...origin, from: at(28), to: end(28) });
  expect(day.subtitles).toContain("28 Nov 2026");
});

it.skipIf(isMissing("pdftotext"))("heads the log of a thing with what is known of it", async () => {
  const thing = {
    ...{ label: "Extinguisher 7", code: "EX-7", group: "Hall A", due: end(29) },
    facts: [["Maker", "Gloria"]] as const,
  };
  const { pdf } = await drawPdf(createThingLog(thing, inspections, origin));
  const [page = []] = readLines(pdf);
  expect(page.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["Inspections of Extinguisher 7"],
    ["Fire safety"],
    ["Made on 29 Nov 2026, 14:00"],
    ["Code", "EX-7"],
    ["Place or group", "Hall A"],
    ["Next due", "29 Nov 2026"],
    ["Maker", "Gloria"],
    ["Inspections", "2"],
    ["Failed", "1"],
    ["Seen", "1"],
    ["Question", "Answer", "Failed"],
    ["28 Nov 2026, 10:00 · Ada · ⚠ failed"],
    ["Needle in the green?", "pass"],
    ["Pressure", "⚠ 9 bar", "failed"],
    ["Seal", "⚠ broken", "failed"],
    ["3 Nov 2026, 08:00 · Grace · seen"],
    ["Page 1 of 1", "Inspections of Extinguisher 7 · Fire safety"],
  ]);
});
