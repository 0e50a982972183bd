import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report, Row } from "./report.ts";
import {
  check,
  drawPdf,
  isMissing,
  readCsv,
  readDrawnText,
  readLines,
} from "./testing/read-report.ts";

const noText = isMissing("pdftotext");
const noQpdf = isMissing("qpdf");
const noGhostscript = isMissing("gs");

const columns = [
  { header: "Thing", weight: 30 },
  { header: "Note", weight: 50 },
  { header: "Count", weight: 10, align: "right" },
] as const;

function createReport(rows: readonly Row[], more: Partial<Report> = {}): Report {
  return { title: "Things", subtitles: ["Werk Süd"], columns, sections: [{ rows }], ...more };
}

/** Returns the widths and heights of the pages in whole points. */
function readSizes(pdf: Buffer): number[][] {
  const boxes = pdf.toString("latin1").matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) =>
    [width, height].map((each) => Math.round(Number(each))),
  );
}

const everything = createReport([], {
  facts: [["Overdue", "3"]],
  sectionColumns: ["Person", "Since"],
  sections: [
    {
      heading: ["Юрий Гагарин", { alert: "late" }],
      rows: [
        ["Κάμερα", { alert: "broken" }, "7"],
        ["李小龙", "=1+1", "1000"],
      ],
    },
    { heading: ["Ada", "today"], rows: [] },
  ],
  signature: "I have received these things.",
});

describe.skipIf(noText)("the text of a drawn report", () => {
  it("has its parts from the top to the bottom", async () => {
    const { pdf, ...counts } = await drawPdf(everything);
    const [page = [], ...more] = readLines(pdf);
    expect(more).toEqual([]);
    expect(counts).toEqual({ pages: 1, unprintable: 1 });
    expect(page.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["Things"],
      ["Werk Süd"],
      ["Overdue", "3"],
      ["Thing", "Note", "Count"],
      ["Юрий Гагарин · ⚠ late"],
      ["Κάμερα", "⚠ broken", "7"],
      ["(not printable)", "=1+1", "1000"],
      ["Ada · today"],
      [expect.stringContaining("the CSV file of the report has them.")],
      ["I have received these things."],
      ["Date", "Name", "Signature"],
      ["Page 1 of 1", "Things · Werk Süd"],
    ]);
  });

  it("is in a file that is named by the title and the register", async () => {
    const { pdf } = await drawPdf(everything);
    expect(check(pdf, "pdfinfo", []).stdout).toMatch(/^Title: +Things · Werk Süd$/m);
  });

  it("is bolder where a cell is an alert", async () => {
    const measureInk = async (cell: Row[number]) => {
      const { pdf } = await drawPdf(createReport([["", cell, ""]]));
      const picture = spawnSync("pdftoppm", ["-r", "100", "-gray", "-"], { input: pdf }).stdout;
      return picture.reduce((sum, level) => sum + 255 - level, 0);
    };
    const empty = await measureInk("");
    const plain = (await measureInk("⚠ broken")) - empty;
    expect(plain).toBeGreaterThan(0);
    expect((await measureInk({ alert: "broken" })) - empty).toBeGreaterThan(1.1 * plain);
  });

  it("says in words that there is nothing to list", async () => {
    const { pdf } = await drawPdf(createReport([]));
    expect(readLines(pdf)[0]!.slice(0, 3)).toEqual(["Things", "Werk Süd", "Nothing to list."]);
  });

  it("keeps the printable words of a text with others", async () => {
    const row = ["Ada שלום עולם 李 was here", "two\nlines\twith a tab", "-5"];
    const { pdf, unprintable } = await drawPdf(createReport([row]));
    expect(unprintable).toBe(1);
    const lines = readLines(pdf)[0]!.map((line) => line.trim().split(/ {2,}/));
    expect(lines.slice(3, 5)).toEqual([
      ["Ada (not printable) was here", "two", "-5"],
      ["lines with a tab"],
    ]);
  });

  it("has on each page its number, and the columns and heading above the rows", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => [`Thing ${index}`, "", ""]);
    const sections = [{ heading: ["Ada"], rows }];
    const { pdf, pages } = await drawPdf(
      createReport([], { sections, sectionColumns: ["Person"] }),
    );
    const read = readLines(pdf);
    expect(pages).toBeGreaterThan(3);
    expect(read).toHaveLength(pages);
    for (const [index, lines] of read.entries()) {
      expect(lines.at(-1)).toMatch(new RegExp(`^Page ${index + 1} of ${pages} `));
      const [header, heading] = index === 0 ? lines.slice(2) : lines;
      expect(header!.split(/ {2,}/)).toEqual(["Thing", "Note", "Count"]);
      expect(heading!.trim()).toBe(index === 0 ? "Ada" : "Ada (continued)");
    }
    const shown = read.flat().filter((line) => /^ *Thing \d/.test(line));
    expect(shown.map((line) => line.trim())).toEqual(rows.map(([name]) => name));
  });

  it("divides a row between pages only between lines, and only if it is long", async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `word-${index}`);
    const short = Array.from({ length: 30 }, (_, index) => [
      `Start ${index}`,
      `${"short ".repeat(20)}End ${index}`,
      "",
    ]);
    const rows = [...short, ["Long", words.join(" "), "1"], ["After", "", ""]];
    const { pdf, pages } = await drawPdf(createReport(rows));
    expect(pages).toBeGreaterThan(4);
    const read = readLines(pdf).map((lines) => lines.join("\n"));
    for (const [name] of short) {
      const page = read.find((text) => new RegExp(`${name}\\b`).test(text));
      expect(page).toMatch(new RegExp(`${name!.replace("Start", "End")}\\b`));
    }
    expect(read.join("\n").match(/word-\d+/g)).toEqual(words);
    const first = read.findIndex((text) => text.includes("word-0"));
    expect(read[first]).toContain("End 29");
    expect(read.at(-1)).toMatch(/word-1499[\s\S]*After/);
  });

  it("never leaves the heading of a section alone at the end of a page", async () => {
    const sections = Array.from({ length: 120 }, (_, index) => ({
      heading: [`Person ${index}`],
      rows: Array.from({ length: index % 4 }, () => [
        `thing`,
        index % 3 ? "a note ".repeat(20) : "",
        "",
      ]),
    }));
    const { pdf, pages } = await drawPdf(
      createReport([], { sections, sectionColumns: ["Person"] }),
    );
    expect(pages).toBeGreaterThan(5);
    for (const lines of readLines(pdf)) {
      const last = lines.at(-2)!.trim();
      const index = /^Person (\d+)$/.exec(last)?.[1];
      // A section without rows has only its heading.
      if (index) expect(Number(index) % 4).toBe(0);
    }
  });

  it("breaks words that are wider than their column", async () => {
    const code = "0123456789".repeat(20);
    const { pdf } = await drawPdf(createReport([["Thing", "", code]]));
    expect(readDrawnText(pdf)[0]).toContain(code);
    const widest = Math.max(...readLines(pdf)[0]!.map((line) => line.trim().length));
    expect(widest).toBeLessThan(120);
  });

  it("has the text of every cell in the PDF and in the CSV, whatever they are", async () => {
    const letters = [
      ..."abcXYZ0189äßñŁőčéÅæ αβγΩώ жЩюЇ ՀայԱ ქართ -–—…’“”.,;:!?/\\|()[]{}<>@#%&*+=~^_'\"€£°²½×→☐✓",
    ];
    const text = fc
      .array(fc.constantFrom(...letters), { maxLength: 120 })
      .map((each) => each.join(""));
    const cell = fc.oneof(text, fc.record({ alert: text }));
    const section = fc.record({
      heading: fc.tuple(text),
      rows: fc.array(fc.tuple(cell, cell, cell), { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(section, { maxLength: 6 }), async (sections) => {
        const report = createReport([], { sections, sectionColumns: ["Person"] });
        const { pdf } = await drawPdf(report);
        const drawn = readDrawnText(pdf).join("");
        for (const { rows } of sections)
          for (const row of rows) {
            const marked = row.map((each) => (typeof each === "string" ? each : `⚠${each.alert}`));
            expect(drawn).toContain(marked.join("").replaceAll(/\s/g, ""));
          }
        const plain = (each: Row[number]) => (typeof each === "string" ? each : each.alert);
        expect(await readCsv(report)).toEqual([
          ["Person", "Thing", "Note", "Count"],
          ...sections.flatMap(({ heading, rows }) =>
            (rows.length > 0 ? rows : [["", "", ""]]).map((row) => [...heading, ...row.map(plain)]),
          ),
        ]);
      }),
      { numRuns: 25 },
    );
  });
});

describe.each(["a4", "letter"] as const)("the PDF of a report on %s", (paper) => {
  const portrait = { a4: [595, 842], letter: [612, 792] }[paper];

  it("lies on its side if the columns want more room", async () => {
    const wide = createReport([], { columns: [...columns, { header: "Place", weight: 30 }] });
    expect(readSizes((await drawPdf(everything, paper)).pdf)).toEqual([portrait]);
    expect(readSizes((await drawPdf(wide, paper)).pdf)).toEqual([portrait.toReversed()]);
  });

  it.skipIf(noQpdf)("is accepted by qpdf without a warning", async () => {
    const { pdf } = await drawPdf(everything, paper);
    const { status, stdout, stderr } = check(pdf, "qpdf", ["--check"]);
    expect(stderr).toBe("");
    expect(stdout).toContain("No syntax or stream encoding errors found");
    expect(status).toBe(0);
  });

  it.skipIf(noGhostscript)("is drawn by Ghostscript without a complaint", async () => {
    const rows = Array.from({ length: 100 }, (_, index) => [
      `Thing ${index}`,
      { alert: "broken" },
      "1",
    ]);
    const { pdf, pages } = await drawPdf(createReport(rows), paper);
    const options = ["-dBATCH", "-dNOPAUSE", "-dPDFSTOPONWARNING", "-sDEVICE=nullpage"];
    const { status, stdout, stderr } = check(pdf, "gs", options);
    expect(stderr).toBe("");
    expect(stdout.match(/^Page \d+$/gm)).toHaveLength(pages);
    expect(status).toBe(0);
  });
});

it("lets other work run while it draws and writes 10,000 rows", async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => [
    `Extinguisher ${index}`,
    { alert: "overdue since the inspection of last year" },
    String(index),
  ]);
  const report = createReport(rows);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  try {
    const { pages } = await drawPdf(report);
    expect(pages).toBeGreaterThan(200);
    expect(turns).toBeGreaterThan(10);
    turns = 0;
    expect(await readCsv(report)).toHaveLength(10_001);
    expect(turns).toBeGreaterThan(0);
  } finally {
    clearInterval(timer);
  }
});
