import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScanhook } from "../testing/command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "scanhook-room-"));
const inFolder = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** A room of 4 m by 3 m whose first two walls were measured. */
const corners = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
];
const plan = {
  version: 1,
  name: "Hut",
  rooms: [
    {
      id: "hut",
      name: "Hut",
      walls: corners.map((corner, index) => ({
        id: `w${index}`,
        thickness: 0.2,
        raw: { source: "sketch", points: [corner, corners[(index + 1) % 4]] },
        confirmed: index < 2 ? { length: [4, 3][index] } : {},
        openings: index === 0 ? [{ id: "door", kind: "door", offset: 1, width: 0.9 }] : [],
      })),
    },
  ],
};

beforeAll(() => writeFileSync(inFolder("hut.json"), JSON.stringify(plan)));

const convert = (out: string, ...more: string[]) =>
  runScanhook(["room", inFolder("hut.json"), "--out", inFolder(out), ...more]);

test.each([
  ["svg", "<svg "],
  ["PDF", "%PDF-1.7"],
  ["dxf", "0\nSECTION"],
  ["glb", "glTF"],
  ["usdz", "PK"],
])("writes a plan as .%s", async (ending, start) => {
  const run = await convert(`hut.${ending}`);
  // 4 × 3 m within, 4.4 × 3.4 m with walls of 20 cm.
  const areas = "Hut: 12.00 m² within the walls, 14.96 m² with them.";
  expect(run).toEqual({
    code: 0,
    stderr: "",
    stdout: `${areas} Wrote ${inFolder(`hut.${ending}`)}.\n`,
  });
  expect(readFileSync(inFolder(`hut.${ending}`), "latin1").trimStart()).toMatch(
    new RegExp(`^${start.replace(/[%.]/g, "\\$&")}`),
  );
});

test("adds the shown values to the JSON, which it reads again", async () => {
  expect((await convert("again.json")).code).toBe(0);
  const { shown } = JSON.parse(readFileSync(inFolder("again.json"), "utf8"));
  expect(shown.rooms[0]).toMatchObject({ perimeter: expect.closeTo(14, 6) });
  const again = await runScanhook(["room", inFolder("again.json"), "--out", inFolder("a.svg")]);
  expect(again).toMatchObject({ code: 0, stderr: "" });
});

test("shows the units that were asked for", async () => {
  // 12 m² are 129.17 square feet.
  expect((await convert("feet.svg", "--units", "imperial")).stdout).toContain("129.2 sq ft within");
  expect(readFileSync(inFolder("feet.svg"), "utf8")).toContain("13′ 1 1/2″");
});

/** Converts the plan with some fields of its room and of its third wall changed. */
async function convertChanged(changes: object, wall: object, ending: string) {
  const [room] = plan.rooms;
  const walls = room!.walls.map((each, index) => (index === 2 ? { ...each, ...wall } : each));
  const rooms = [{ ...room, walls, ...changes }];
  writeFileSync(inFolder("changed.json"), JSON.stringify({ ...plan, rooms }));
  const out = inFolder(`changed.${ending}`);
  const run = await runScanhook(["room", inFolder("changed.json"), "--out", out]);
  return { ...run, out };
}

test("names a length that contradicts the others, and walls that no length tells", async () => {
  const wrong = await convertChanged({}, { confirmed: { length: "14 m" } }, "svg");
  const sentence =
    "Hut: wall w2 is typed as 14.00 m, but the other lengths give 4.00 m. Measure it again.";
  expect(wrong).toMatchObject({ code: 0, stderr: `${sentence}\n` });
  expect(wrong.stdout).toContain("12.00 m² within the walls");
  expect(readFileSync(wrong.out, "utf8")).toContain(sentence);
  const walls = plan.rooms[0]!.walls.map((wall) => ({ ...wall, confirmed: {} }));
  const guessed = await convertChanged({ walls }, {}, "svg");
  expect(guessed.stderr).toContain("so the area is a guess");
});

test("says which letters a PDF cannot show, and writes Czech and Greek ones", async () => {
  const named = await convertChanged({ name: "Žluťoučký, Λουτρό" }, {}, "pdf");
  expect(named).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(named.out, "latin1")).toContain("DejaVuSans");
  const chinese = await convertChanged({ name: "厨房" }, {}, "pdf");
  expect(chinese).toMatchObject({
    code: 0,
    stderr:
      "The PDF shows 厨 房 as question marks, because its font has Latin, Greek and Cyrillic letters. SVG and DXF keep all letters.\n",
  });
  const dxf = await convertChanged({ name: "厨房" }, {}, "dxf");
  expect(dxf).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(dxf.out, "utf8")).toContain("厨房");
});

test.each([
  [["hut.json"], 2, "--out is missing: --out plan.svg."],
  [["hut.json", "--out", "hut.png"], 2, '--out: "hut.png" does not end in one of .svg, .pdf'],
  [
    ["hut.json", "--out", "a.svg", "--units", "cubits"],
    2,
    '--units is metric or imperial, not "cubits".',
  ],
  [["none.json", "--out", "a.svg"], 1, "none.json cannot be read: there is no such file."],
  [
    ["hut.json", "--out", "none/a.svg"],
    1,
    "none/a.svg cannot be written: its folder does not exist.",
  ],
])("refuses %j with a sentence", async (args, code, sentence) => {
  const files = args.map((arg) => (/^(hut\.json|none)/.test(arg) ? inFolder(arg) : arg));
  const run = await runScanhook(["room", ...files]);
  expect(run).toMatchObject({ code, stdout: "" });
  expect(run.stderr).toContain(sentence);
});

test("says what is wrong with a plan", async () => {
  writeFileSync(inFolder("text.json"), "walls");
  const wrong = await runScanhook(["room", inFolder("text.json"), "--out", inFolder("a.svg")]);
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toContain("The file is not JSON; choose the JSON file of a room.");

  const [first, ...others] = plan.rooms[0]!.walls;
  const long = { ...first, openings: [{ id: "gate", kind: "door", offset: 1, width: 9 }] };
  const room = { ...plan.rooms[0], walls: [long, ...others] };
  writeFileSync(inFolder("gate.json"), JSON.stringify({ ...plan, rooms: [room] }));
  const beyond = await runScanhook(["room", inFolder("gate.json"), "--out", inFolder("a.svg")]);
  expect(beyond.stderr).toContain('"gate" reaches beyond the wall "w0" of "Hut"');
});
