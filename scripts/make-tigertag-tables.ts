/**
 * Writes the tables of TigerTag's numbers from the folder `database` of TigerTag-RFID-Guide:
 *
 *     node scripts/make-tigertag-tables.ts <TigerTag-RFID-Guide/database> <commit>
 *     npx biome check --write packages/tags/src/spools/tigertag-tables.ts
 *
 * Run it when brands or materials were added. Numbers that stand for no value are left out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

type Row = { id: number; label?: string; name?: string; color_count?: number };

const [folder, commit] = process.argv.slice(2);
if (folder === undefined || commit === undefined) {
  console.error("Name the folder database of TigerTag-RFID-Guide and its commit.");
  process.exit(2);
}

const readRows = (table: string): Row[] =>
  (JSON.parse(readFileSync(join(folder, `id_${table}.json`), "utf8")) as Row[]).sort(
    (a, b) => a.id - b.id,
  );
const nameOf = ({ name, label }: Row) => String(name ?? label).replaceAll("\u00a0", " ");
const hasMeaning = (row: Row) => !/^(-|None|Generic)$/.test(nameOf(row));
const toTable = (rows: Row[], toValue: (row: Row) => unknown) =>
  JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, toValue(row)])));
const names = (table: string) => toTable(readRows(table).filter(hasMeaning), nameOf);
const diameters = toTable(readRows("diameter"), (row) => Number(nameOf(row)));
const colorCounts = toTable(
  readRows("aspect").filter(({ color_count = 0 }) => color_count > 1),
  ({ color_count }) => color_count,
);

writeFileSync(
  fileURLToPath(new URL("../packages/tags/src/spools/tigertag-tables.ts", import.meta.url)),
  `// Made by scripts/make-tigertag-tables.ts; do not change by hand.
// From the database of TigerTag-Project/TigerTag-RFID-Guide, CC0 1.0, at ${commit}.
type Names = Readonly<Record<number, string>>;

export const tigerTagMaterials: Names = ${names("material")};
export const tigerTagBrands: Names = ${names("brand")};
export const tigerTagAspects: Names = ${names("aspect")};
export const tigerTagTypes: Names = ${names("type")};
export const tigerTagUnits: Names = ${names("measure_unit")};
/** Millimeters. */
export const tigerTagDiameters: Readonly<Record<number, number>> = ${diameters};
/** How many colors a material has by its aspect, where that is more than one. */
export const tigerTagColorCounts: Readonly<Record<number, number>> = ${colorCounts};
`,
);
