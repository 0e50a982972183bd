import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import dxfParser, {
  type IArcEntity,
  type IDimensionEntity,
  type IDxf,
  type ILineEntity,
  type ITextEntity,
} from "dxf-parser";
import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { unzipSync } from "fflate";
import { validateBytes } from "gltf-validator";
import { describe, expect, it } from "vitest";
import type { Plan } from "../model/plan.ts";
import { describePlanProblem } from "../model/plan-problem.ts";
import { type SettledPlan, settlePlan } from "../settle-plan.ts";
import { buildRooms, type Mesh } from "../space/build-rooms.ts";
import { arbitraryPlan } from "../testing/arbitrary-plan.ts";
import { makeFlat } from "../testing/make-flat.ts";
import { makeOpening, makePlan, makeRoom } from "../testing/make-plan.ts";
import { listLettersOutsidePdf } from "./pdf-letters.ts";
import { planToDxf } from "./plan-to-dxf.ts";
import { planToGlb } from "./plan-to-glb.ts";
import { planToPdf } from "./plan-to-pdf.ts";
import { planToSvg } from "./plan-to-svg.ts";
import { planToUsdz } from "./plan-to-usdz.ts";

function settle(plan: Plan): SettledPlan {
  const result = settlePlan(plan);
  if (!result.ok) throw new Error(describePlanProblem(result.problem));
  return result.settled;
}

const font = readFileSync(
  createRequire(import.meta.url).resolve(
    "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff",
  ),
);
const flat = settle(makeFlat("metric"));
const imperialFlat = settle(makeFlat("imperial"));

const opened = makeRoom(
  [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ],
  {
    raw: { height: 2.5 },
    walls: {
      0: { openings: [makeOpening("door")] },
      2: {
        openings: [makeOpening("window", { kind: "window", width: 1.2, sill: 0.9, height: 1.2 })],
      },
    },
  },
);

describe("the SVG of a plan", () => {
  const parser = new XMLParser({ ignoreAttributes: false, alwaysCreateTextNode: true });
  const parse = (settled: SettledPlan) => {
    const { svg } = parser.parse(planToSvg(settled));
    return new Map<string, Record<string, { "#text": string }[]>>(
      svg.g.map((group: { "@_id": string }) => [group["@_id"], group]),
    );
  };
  const list = (value: unknown) => (Array.isArray(value) ? value : [value]);

  it("has the lengths of the walls, and the name, area and height of each room", () => {
    const groups = parse(flat);
    const texts = (id: string) => list(groups.get(id)!.text).map((text) => text["#text"]);
    expect(texts("texts")).toEqual([
      "Living room",
      "20.54 m²",
      "Height 2.55 m",
      "Kitchen & <bath>",
      "8.06 m²",
      "Height 2.55 m",
    ]);
    // The sides of 3.10 m between the rooms have their length once in each room that has no other.
    expect(
      texts("dimensions")
        .filter((text) => !/×|sill/.test(text))
        .toSorted(),
    ).toEqual([
      "1.30 m",
      "1.80 m",
      "2.60 m",
      "2.60 m",
      "3.10 m",
      "3.10 m",
      "3.40 m",
      "4.40 m",
      "5.20 m",
    ]);
  });

  it("has the size of each opening, and the sill of windows, once for a door between rooms", () => {
    const texts = list(parse(flat).get("dimensions")!.text).map((text) => text["#text"]);
    const sizes = texts.filter((text) => text.includes("×")).toSorted();
    expect(sizes).toEqual([
      "0.80 × 1.30 m",
      "0.86 × 2.00 m",
      "1.00 × 2.00 m",
      "1.00 × 2.00 m",
      "1.20 × 1.30 m",
      "1.60 × 1.30 m",
      "1.80 × 1.30 m",
    ]);
    expect(texts.filter((text) => text === "sill 0.90 m")).toHaveLength(4);
  });

  it("has the angles that are not right, marks what is only sketched, and says what is wrong", () => {
    const corners = [
      [0, 0],
      [4, 0],
      [4.5, 3],
      [0, 3],
    ] as const;
    const confirmed = (length: number) => ({ confirmed: { length } });
    const measured = planToSvg(
      settle(
        makePlan([
          makeRoom(corners, {
            source: "sketch",
            walls: { 0: confirmed(4), 1: confirmed(3.041), 2: confirmed(4.5), 3: confirmed(3) },
          }),
        ]),
      ),
    );
    // atan(0.5 / 3) is 9.46 degrees.
    for (const text of ["80.5°", "99.5°", "3.04 m", "Inner area 12.75 m²"])
      expect(measured).toContain(`>${text}`);
    expect(measured).not.toMatch(/>90\.|~/);
    const sketched = planToSvg(settle(makePlan([makeRoom(corners, { source: "sketch" })])));
    // A sketch is drawn with right angles: its walls of 4 and 4.5 m become equally long.
    for (const text of [">~4.25 m", ">~3.01 m", "~ as sketched, not measured", "area is a guess"])
      expect(sketched).toContain(text);
  });

  it("has the words and the decimal separator of its readers, as the DXF has", () => {
    const words = {
      decimal: ",",
      squareFeet: "pi²",
      innerArea: "Innenfläche",
      grossArea: "Bruttofläche",
      height: "Höhe",
      sill: "Brüstung",
      sketched: "skizziert",
      furniture: {},
      notes: ["Messen Sie die Diele."],
    };
    const svg = planToSvg(flat, words);
    const sentences = ["Höhe 2,55 m", "Brüstung 0,90 m", "20,54 m²", "Messen Sie die Diele."];
    for (const text of sentences) expect(svg).toContain(`>${text}<`);
    expect(svg).toMatch(/>Innenfläche [\d,]+ m² · Bruttofläche [\d,]+ m² · 1:50</);
    expect(svg).not.toMatch(/Height|sill|\d\.\d+ m/);
    expect(listLettersOutsidePdf(flat, undefined, words)).toEqual([]);
    const { entities } = new DxfParser().parseSync(planToDxf(flat, words))!;
    const dimensions = entities.filter(({ type }) => type === "DIMENSION") as IDimensionEntity[];
    expect(new Set(dimensions.map(({ text }) => text))).toEqual(new Set(["<> m"]));
  });

  it("has a door between two rooms once, and each window with three lines", () => {
    const groups = parse(flat);
    expect(list(groups.get("doors")!.path)).toHaveLength(2);
    expect(list(groups.get("windows")!.line)).toHaveLength(4 * 3);
    expect(list(groups.get("openings")!.line)).toHaveLength(2);
  });

  it("is drawn 1:50 on A4, or 1:48 on Letter with feet and inches", () => {
    // The flat is 8.67 m wide: 173 mm at 1:50 on 297 mm.
    expect(planToSvg(flat)).toMatch(/width="297mm" height="210mm" .*1:50</s);
    expect(planToSvg(imperialFlat)).toMatch(/width="279.4mm" height="215.9mm" .*1:48</s);
    expect(planToSvg(imperialFlat)).toContain("17′ 0 3/4″");
  });
});

describe("the PDF of a plan", () => {
  const programs = ["qpdf", "pdftotext"];
  const missing = programs.find((name) => spawnSync(name, ["--version"]).error);
  if (missing) console.log(`Skipped: ${missing}, which reads the PDF of a plan, is not installed.`);

  it.skipIf(missing)("is accepted by qpdf, and Poppler finds its texts", () => {
    const folder = mkdtempSync(join(tmpdir(), "scanhook-plan-"));
    try {
      const file = join(folder, "plan.pdf");
      writeFileSync(file, planToPdf(flat));
      expect(spawnSync("qpdf", ["--check", file]).status).toBe(0);
      const { stdout } = spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
      for (const text of ["Flat 4b", "20.54 m²", "Kitchen & <bath>", "4.40 m", "1:50"]) {
        expect(stdout).toContain(text);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.skipIf(missing)("has letters of Latin, Greek and Cyrillic script that can be searched", () => {
    const name = "Žluťoučký, Łazienka, Ванная, Λουτρό, 厨房";
    const plan = makePlan([{ ...opened, name }]);
    const settled = settle({ ...plan, name: "Ďáblice" });
    expect(listLettersOutsidePdf(settle(makePlan([opened])))).toEqual([]);
    expect(listLettersOutsidePdf(settled)).toEqual(expect.arrayContaining(["ť", "Ď", "В", "Λ"]));
    expect(listLettersOutsidePdf(settled, font)).toEqual(["厨", "房"]);
    const folder = mkdtempSync(join(tmpdir(), "scanhook-plan-"));
    try {
      const file = join(folder, "plan.pdf");
      const bytes = planToPdf(settled, font);
      writeFileSync(file, bytes);
      expect(spawnSync("qpdf", ["--check", file]).status).toBe(0);
      const { stdout } = spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
      for (const text of ["Žluťoučký", "Łazienka", "Ванная", "Λουτρό", "??", "Ďáblice", "4.00 m"])
        expect(stdout).toContain(text);
      // The font has 250 kB; the file holds the used glyphs only.
      expect(bytes.length).toBeLessThan(40_000);
      const fonts = spawnSync("pdffonts", [file], { encoding: "utf8" }).stdout;
      expect(fonts).toMatch(/DejaVuSans +CID TrueType +Identity-H +yes yes yes/);
      const without = planToPdf(settled);
      expect(Buffer.from(without).toString("latin1")).not.toContain("DejaVu");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is a page of A4 or Letter", () => {
    const box = (settled: SettledPlan) => {
      const text = Buffer.from(planToPdf(settled)).toString("latin1");
      return /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!.slice(1).map(Number);
    };
    expect(box(flat)[0]).toBeCloseTo(841.89, 2);
    expect(box(imperialFlat)).toEqual([792, 612]);
  });
});

/** The constructor. The types of the package describe another build than Node loads. */
const DxfParser = dxfParser as unknown as new () => { parseSync(text: string): IDxf };

describe("the DXF of a plan", () => {
  const parse = (settled: SettledPlan) => new DxfParser().parseSync(planToDxf(settled));
  const width = (lines: ILineEntity[]) => {
    const xs = lines.flatMap(({ vertices }) => vertices.map(({ x }) => x));
    return Math.max(...xs) - Math.min(...xs);
  };
  const on = <Entity>(settled: SettledPlan, layer: string, type: string) =>
    parse(settled).entities.filter(
      (entity) => entity.layer === layer && entity.type === type,
    ) as Entity[];

  it("is in meters, or in inches for imperial units", () => {
    expect(parse(flat).header).toMatchObject({ $INSUNITS: 6, $MEASUREMENT: 1 });
    expect(parse(imperialFlat).header).toMatchObject({ $INSUNITS: 1, $MEASUREMENT: 0 });
    expect(width(on(flat, "WALLS", "LINE"))).toBeCloseTo(8.67, 6);
    expect(width(on(imperialFlat, "WALLS", "LINE"))).toBeCloseTo(8.67 / 0.0254, 4);
  });

  it("has a layer for each kind of thing, doors, windows and openings included", () => {
    const { layers } = parse(flat).tables.layer;
    const names = ["WALLS", "DOORS", "WINDOWS", "OPENINGS", "DIMENSIONS", "TEXTS"];
    expect(Object.keys(layers)).toEqual(expect.arrayContaining(names));
    const swings = on<IArcEntity>(flat, "DOORS", "ARC").map(({ radius }) => radius);
    expect(swings).toEqual([expect.closeTo(0.86, 6), expect.closeTo(1, 6)]);
    expect(on(flat, "WINDOWS", "LINE")).toHaveLength(12);
    expect(on(flat, "OPENINGS", "LINE")).toHaveLength(2);
    const texts = on<ITextEntity>(flat, "TEXTS", "TEXT").map(({ text }) => text);
    expect(texts).toContain("20.54 m²");
  });

  it("has a dimension for each length, with the block that shows it", () => {
    const dimensions = (settled: SettledPlan) =>
      on<IDimensionEntity>(settled, "DIMENSIONS", "DIMENSION");
    const lengths = dimensions(flat).map(({ actualMeasurement }) => actualMeasurement);
    expect(lengths).toContainEqual(expect.closeTo(5.2, 6));
    const inches = dimensions(imperialFlat).map(({ actualMeasurement }) => actualMeasurement);
    expect(inches).toContainEqual(expect.closeTo(5.2 / 0.0254, 4));
    const { blocks } = parse(flat);
    for (const { block, text } of dimensions(flat)) {
      expect(text).toBe("<> m");
      const types = blocks[block]!.entities.map(({ type }) => type);
      expect(types).toEqual(["LINE", "LINE", "LINE", "LINE", "LINE", "TEXT"]);
    }
  });

  const ezdxf = spawnSync("/usr/bin/python3", ["-c", "import ezdxf"]).status === 0;
  if (!ezdxf) console.log("Skipped: ezdxf, which checks the DXF of a plan, is not installed.");

  it.skipIf(!ezdxf)("has no errors for ezdxf, which measures the same lengths", () => {
    const folder = mkdtempSync(join(tmpdir(), "scanhook-plan-"));
    try {
      for (const settled of [flat, imperialFlat]) {
        const file = join(folder, "plan.dxf");
        writeFileSync(file, planToDxf(settled));
        const program = [
          "import ezdxf, json, sys",
          "file = ezdxf.readfile(sys.argv[1])",
          "audit = file.audit()",
          "problems = [e.message for e in audit.errors + audit.fixes]",
          "dimensions = [d.get_measurement() for d in file.modelspace().query('DIMENSION')]",
          "print(json.dumps([problems, dimensions]))",
        ].join("\n");
        const { stdout } = spawnSync("/usr/bin/python3", ["-c", program, file], {
          encoding: "utf8",
        });
        const [problems, measured] = JSON.parse(stdout) as [string[], number[]];
        expect(problems).toEqual([]);
        const unit = settled === flat ? 1 : 1 / 0.0254;
        const expected = [1.3, 1.8, 2.6, 2.6, 3.1, 3.1, 3.4, 4.4, 5.2];
        expect(measured.toSorted((a, b) => a - b)).toEqual(
          expected.map((meters) => expect.closeTo(meters * unit, 3)),
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the bodies of rooms", () => {
  it("have the volume of the walls without their openings, and the area of the floor", () => {
    const { walls, floor } = buildRooms(settle(makePlan([opened])))[0]!;
    // (4.4 × 3.4 - 4 × 3) m² of walls, 2.5 m high, without holes of 0.9 × 2 and 1.2 × 1.2 m in
    // walls of 0.2 m.
    expect(volume(walls)).toBeCloseTo(2.96 * 2.5 - 0.2 * (1.8 + 1.44), 6);
    expect(upwardArea(floor)).toBeCloseTo(12, 6);
  });

  it("make a GLB in which the validator of Khronos finds nothing", async () => {
    for (const settled of [flat, settle(makePlan([opened]))]) {
      const { issues, info } = await validateBytes(await planToGlb(settled));
      expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0, numInfos: 0, numHints: 0 });
      expect(info).toMatchObject({
        hasDefaultScene: true,
        drawCallCount: 2 * settled.rooms.length,
      });
    }
  });

  it("make a USDZ whose only file is stored as it is, from a multiple of 64 bytes on", () => {
    const archive = Buffer.from(planToUsdz(flat));
    expect(archive.indexOf("#usda 1.0") % 64).toBe(0);
    const files = unzipSync(archive);
    expect(Object.keys(files)).toEqual(["plan.usda"]);
    const stage = Buffer.from(files["plan.usda"]!).toString("utf8");
    expect(stage).toContain('displayName = "Kitchen & <bath>"');
    expect(stage).toMatch(/metersPerUnit = 1\n {4}upAxis = "Y"/);
    const living = buildRooms(flat)[0]!;
    const counts = /int\[\] faceVertexCounts = \[(.*)\]/.exec(stage)![1]!.split(", ");
    expect(counts).toHaveLength(living.walls.indices.length / 3);
  });
});

describe("any plan that closes", () => {
  // Arbitrary walls rarely enclose a room, so all plans have the walls of a rectangle. Everything
  // else is arbitrary.
  const closing = arbitraryPlan.map((plan): Plan => {
    const corners = [
      [0, 0],
      [40, 0],
      [40, 30],
      [0, 30],
    ] as const;
    const rooms = plan.rooms.map((room) => ({
      ...makeRoom(corners, { id: room.id, raw: room.raw, confirmed: room.confirmed }),
      name: room.name,
    }));
    return { ...plan, rooms };
  });

  it("becomes files without a number that is none, and an SVG that is well-formed", async () => {
    await fc.assert(
      fc.asyncProperty(closing, async (plan) => {
        const settled = settle(plan);
        const svg = planToSvg(settled);
        expect(XMLValidator.validate(svg)).toBe(true);
        const texts = [svg, planToDxf(settled), Buffer.from(planToPdf(settled)).toString("latin1")];
        texts.push(Buffer.from(planToUsdz(settled)).toString("latin1"));
        for (const text of texts) expect(text).not.toMatch(/\b(NaN|Infinity|undefined)\b/);
        const { issues } = await validateBytes(await planToGlb(settled));
        expect(issues.numErrors).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});

type Vector = [number, number, number];

function triangles({ positions, indices }: Mesh): [Vector, Vector, Vector][] {
  const corner = (index: number) => positions.slice(index * 3, index * 3 + 3) as Vector;
  const result: [Vector, Vector, Vector][] = [];
  for (let first = 0; first < indices.length; first += 3) {
    const [a, b, c] = indices.slice(first, first + 3) as Vector;
    result.push([corner(a), corner(b), corner(c)]);
  }
  return result;
}

/**
 * Returns the volume within closed triangles by the divergence theorem: positive if they face
 * outside.
 */
function volume(mesh: Mesh): number {
  return triangles(mesh).reduce((sum, [a, b, c]) => {
    const cross = [
      b[1] * c[2] - b[2] * c[1],
      b[2] * c[0] - b[0] * c[2],
      b[0] * c[1] - b[1] * c[0],
    ] as const;
    return sum + (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6;
  }, 0);
}

/** Returns the area of triangles as seen from above: negative if they face down. */
function upwardArea(mesh: Mesh): number {
  return triangles(mesh).reduce(
    (sum, [a, b, c]) => sum + ((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])) / 2,
    0,
  );
}
