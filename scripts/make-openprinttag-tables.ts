/**
 * Writes the tables of OpenPrintTag's fields and enums from the data folder of its specification:
 *
 *     node scripts/make-openprinttag-tables.ts <openprinttag-specification/data> <commit>
 *     npx biome check --write packages/tags/src/openprinttag/tables
 *
 * Run it when the specification has changed. Descriptions are left out, because the tables are part
 * of a page.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

type Row = Record<string, unknown> & { key: number; deprecated?: boolean };

const [folder, commit] = process.argv.slice(2);
if (folder === undefined || commit === undefined) {
  console.error("Name the data folder of the specification and its commit.");
  process.exit(2);
}

const enumsByFile: Record<string, string> = {
  "material_class_enum.yaml": "materialClasses",
  "material_type_enum.yaml": "materialTypes",
  "tags_enum.yaml": "materialTags",
  "material_certifications_enum.yaml": "certifications",
  "write_protection_enum.yaml": "writeProtections",
};
const knownTypes = "int number string timestamp uuid enum enum_array color_rgba color_lab".split(
  " ",
);

const readRows = (file: string): Row[] =>
  (parse(readFileSync(join(folder, file), "utf8")) as Row[])
    .filter((row) => !row.deprecated)
    .sort((a, b) => a.key - b.key);

const fields = (region: string) =>
  readRows(`${region}_fields.yaml`).map((row) => {
    if (!knownTypes.includes(String(row.type))) {
      throw new Error(
        `${row.name} has the type ${row.type}, which the reader does not support yet.`,
      );
    }
    const items = row.items_file === undefined ? undefined : enumsByFile[String(row.items_file)];
    if (row.items_file !== undefined && items === undefined) {
      throw new Error(
        `${row.name} takes its values from ${row.items_file}, which has no name yet.`,
      );
    }
    return {
      key: row.key,
      name: row.name,
      type: row.type,
      required: row.required === true ? "yes" : row.required,
      category: row.category,
      // "g/cm³ (1 g/cm³ = 0.001 g/mm³ = …)" holds an explanation after the unit.
      unit: row.unit === undefined ? undefined : String(row.unit).replace(/ \(.*\)$/, ""),
      maxLength: row.max_length,
      items,
    };
  });

const items = (file: string) =>
  readRows(file).map((row) => ({
    key: row.key,
    name: row.abbreviation ?? row.name,
    label: row.abbreviation ? row.name : (row.display_name ?? toLabel(row)),
    category: row.category,
  }));

/**
 * The description of a class is one word ("Filament"). That of a write protection is a sentence, so
 * its name is used.
 */
function toLabel(row: Row): string {
  const description = String(row.description);
  return /^\w+$/.test(description) ? description : String(row.name).replaceAll("_", " ");
}

const categories = (
  parse(readFileSync(join(folder, "tag_categories_enum.yaml"), "utf8")) as Row[]
).map((row) => ({ name: row.name, label: row.display_name }));

write(
  "fields.ts",
  `import type { OpenPrintTagField, OpenPrintTagRegion } from "../field.ts";

/** The version of the specification that the tables are made from. */
export const openPrintTagSpecification = {
  repository: "OpenPrintTag/openprinttag-specification",
  commit: ${JSON.stringify(commit)},
} as const;

/** Every field that is not deprecated, by region, in the order of keys. */
export const openPrintTagFields: Readonly<Record<OpenPrintTagRegion, readonly OpenPrintTagField[]>> = {
${["meta", "main", "aux"].map((region) => `  ${region}: ${list(fields(region))},`).join("\n")}
};
`,
);

write(
  "enums.ts",
  `import type { OpenPrintTagEnum, OpenPrintTagItem } from "../field.ts";

/** Every enum's values that are not deprecated, in the order of keys. */
export const openPrintTagEnums: Readonly<Record<OpenPrintTagEnum, readonly OpenPrintTagItem[]>> = {
${Object.entries(enumsByFile)
  .map(([file, name]) => `  ${name}: ${list(items(file))},`)
  .join("\n")}
};

/** The groups that material tags are shown in. */
export const materialTagCategories: readonly { name: string; label: string }[] = ${list(categories)};
`,
);

function write(name: string, code: string): void {
  const tables = new URL("../packages/tags/src/openprinttag/tables/", import.meta.url);
  writeFileSync(
    fileURLToPath(new URL(name, tables)),
    `// Made by scripts/make-openprinttag-tables.ts; do not change by hand.
// From the data of OpenPrintTag/openprinttag-specification, MIT License,
// Copyright (c) 2025 Prusa Research a.s.
${code}`,
  );
}

function list(values: readonly object[]): string {
  return `[\n${values.map((value) => `${JSON.stringify(value)},`).join("\n")}\n]`;
}
