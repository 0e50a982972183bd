// Photos of sample holders ("pucks") in a clone of DiamondLightSource/PuckBarcodeReader.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openPicture } from "./codes-corpus.ts";
import type { SeveralPicture } from "./codes-several.ts";

const repository = "https://github.com/DiamondLightSource/PuckBarcodeReader";
const photoFolder = "tests/test-resources";

/**
 * Lists the photos of a clone with the Data Matrix codes that its system tests name: 37 photos with
 * 336 codes at commit ead24ca.
 *
 * - `puck1_01` to `puck1_21` show the same ten codes. Number 20 is left out, and 22: the repository
 *   says that it cannot read them.
 * - `blue_stand` has a puck of 16 codes, one of three in seven photos, one of 16 in five, and one
 *   of
 *   16. Its `puck1` photos are left out, because they show other pucks than the test says.
 * - `new_side` has three photos of the code on the side of a puck.
 *
 * The codes at an edge or in glare are labelled, too. Rejects with a sentence that says what to do
 * when the folder is no clone.
 */
export async function listTrays(folder: string): Promise<SeveralPicture[]> {
  const readTest = (name: string) => readText(folder, join("tests/system_tests", `${name}.py`));
  const upper = parsePucks(await readTest("test_unipuck_scan"));
  const lower = parsePucks(await readTest("test_unipuck_scan_locator"));
  const sides = parseSides(await readTest("test_open_scan"));
  const listPuck = (group: string, texts: readonly string[], files: readonly string[]) =>
    files.map((file) => createTray(folder, file, group, texts));
  return [
    ...listPuck("puck1", upper.get("puck1")!, number("puck1", 21).toSpliced(19, 1)),
    ...[...photoCounts].flatMap(([puck, count]) =>
      listPuck(`blue_stand/${puck}`, lower.get(puck)!, number(`blue_stand/${puck}`, count)),
    ),
    ...sides.map(([file, text]) => createTray(folder, `new_side/${file}`, "new_side", [text])),
  ];
}

/** How many photos of each puck in `blue_stand` are labelled. */
const photoCounts = new Map([
  ["puck2", 1],
  ["puck3", 7],
  ["puck4", 5],
  ["puck5", 1],
]);

function number(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}_${String(i + 1).padStart(2, "0")}.png`);
}

function createTray(
  folder: string,
  file: string,
  group: string,
  texts: readonly string[],
): SeveralPicture {
  const format = "datamatrix";
  const path = join(photoFolder, file);
  return {
    name: file,
    groups: [group],
    codes: texts.map((text) => ({ format, text })),
    open: () => openPicture(folder, { file: path, format }, "none"),
  };
}

/** Finds Python's lists of contents and slots, such as `puck1_codes = [['DF150E0101', 1], …]]`. */
function parsePucks(python: string): Map<string, string[]> {
  return new Map(
    Array.from(python.matchAll(/(puck\d)_codes = (\[\[[^=]*?\]\])/g), ([, puck, list]) => [
      puck!,
      Array.from(list!.matchAll(/'([^']+)'/g), ([, text]) => text!),
    ]),
  );
}

/** Finds the content of each photo, such as `code ='DF-039'` and `('old_side.png', code)`. */
function parseSides(python: string): [file: string, text: string][] {
  const texts = new Map(
    Array.from(python.matchAll(/(side_code_\w+) *= *'([^']+)'/g), ([, name, text]) => [name, text]),
  );
  return Array.from(python.matchAll(/\('(\w+\.png)', *(side_code_\w+)\)/g), ([, file, name]) => [
    file!,
    texts.get(name)!,
  ]);
}

async function readText(folder: string, path: string): Promise<string> {
  if (existsSync(join(folder, path))) return await readFile(join(folder, path), "utf8");
  throw new Error(`${join(folder, path)} is missing; pass a clone of ${repository}.`);
}
