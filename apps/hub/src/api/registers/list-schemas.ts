import { listEncodings } from "@scanhook/csv/encoding";
import { Type } from "typebox";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import { exportFormats, type WantedExport } from "../../register-work/open-export.ts";
import { type ListFormat, listFormats } from "../../register-work/write-table.ts";
import { xlsxType } from "../../spreadsheets/write-xlsx.ts";
import { streamSchema } from "../schemas.ts";

/** A list as a text, or as the bytes of a file. */
export const listProperties = {
  text: Type.Optional(Type.String()),
  file: Type.Optional(
    Type.String({
      contentEncoding: "base64",
      description:
        "The bytes of a file in Base64 instead of `text`: an XLSX workbook, or a text in any of the encodings of `encoding`.",
    }),
  ),
  encoding: Type.Optional(
    createChoiceSchema(
      listEncodings,
      "The encoding of `file`, by its name in the Encoding Standard. Guessed unless given.",
    ),
  ),
  sheet: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "The name of the sheet of an XLSX workbook. Without it, the first visible one that holds anything is read.",
    }),
  ),
  header: Type.Optional(
    Type.Boolean({
      description:
        "Whether the first line has the names of the columns. Without them, they are called `Column 1` and so on. Guessed unless given.",
    }),
  ),
};

/** The columns of a list, by their names. */
export const columnProperties = {
  key: Type.Optional(
    Type.String({
      description:
        "The column with the code of each entry. Without it, codes are made, and entries are found by `label`.",
    }),
  ),
  label: Type.Optional(
    Type.String({
      description:
        "The column with the name of each entry. Without it, all columns are guessed, as a preview does.",
    }),
  ),
  lastName: Type.Optional(
    Type.String({ description: "A column that follows the name after a space." }),
  ),
  group: Type.Optional(Type.String()),
  attention: Type.Optional(Type.String()),
  uid: Type.Optional(Type.String({ description: "The column with the UID of a tag." })),
  moreKeys: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 100,
      description: "Of a stock: columns with further codes, such as an EAN beside a stock number.",
    }),
  ),
  role: Type.Optional(
    Type.String({
      description:
        "Of things: the column that says `place`, `number` or `article` in a stock, `person` or `thing` in loans, `place` or `thing` in an inspection; things without it.",
    }),
  ),
  unit: Type.Optional(Type.String({ description: "Of a stock: the column with the unit." })),
  minimum: Type.Optional(
    Type.String({ description: "Of a stock: the column with the least total, else reported." }),
  ),
  amount: Type.Optional(
    Type.String({
      description: "Of a stock: the column with the number on a number card; its name without it.",
    }),
  ),
  recalled: Type.Optional(
    Type.String({
      description: "Of a stock: the column with recalled lots, between line breaks or semicolons.",
    }),
  ),
  quantity: Type.Optional(
    Type.String({
      description:
        "Of a stock: the column with how much is at the place. It is counted by hand, unless it is there already; lines about the same article and place are added up.",
    }),
  ),
  place: Type.Optional(
    Type.String({
      description:
        "Of a stock: the column with the name or code of the place; places that do not exist are added. Without `quantity`, there is one of each.",
    }),
  ),
  holder: Type.Optional(
    Type.String({
      description:
        "Of loans: the column with the name or code of the person who has the thing. The thing is lent to this person by hand; people who do not exist are added, unless there is a column `role` or another register has the people.",
    }),
  ),
  due: Type.Optional(
    Type.String({
      description:
        "Of loans and inspections: the column with the date when the thing has to be back or is inspected next, such as `2026-12-06`. `12/6/2026` is read if other dates of the column show the order of day and month.",
    }),
  ),
  blocked: Type.Optional(
    Type.String({
      description: "The column that says `true` of a blocked entry, as an export does.",
    }),
  ),
};

/** The columns that an import uses. */
export const usedSchema = Type.Object(columnProperties);

/** How a list was read. */
export const readProperties = {
  separator: Type.String({ description: "Empty for an XLSX workbook." }),
  encoding: Type.String(),
  hasHeader: Type.Boolean({ description: "The first line has the names of the columns." }),
  workbook: Type.Optional(
    Type.Object(
      {
        sheet: Type.String({ description: "The name of the sheet that was read." }),
        sheets: Type.Array(Type.String(), { description: "The names of the visible sheets." }),
        errors: Type.Integer({
          description: "Cells that were left empty because they hold errors of formulas.",
        }),
        errorCells: Type.Array(Type.String(), {
          description: "The first of them and what is wrong, such as `F12 (#N/A)`.",
        }),
      },
      { description: "Only of an XLSX workbook." },
    ),
  ),
};

/** The query parameter with the format of an export. */
export const formatSchema = Type.Unsafe<ListFormat>({
  type: "string",
  enum: listFormats,
  default: "csv",
});

/** The query parameter with the format of an export of a register. */
export const exportFormatSchema = Type.Unsafe<WantedExport["format"]>({
  type: "string",
  enum: exportFormats,
  default: "csv",
  description: "`vcf` is a file of vCards, of leads only.",
});

/** The content types of exports. */
export const exportTypes: Readonly<Record<WantedExport["format"], string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: xlsxType,
  jsonl: "application/jsonl; charset=utf-8",
  vcf: "text/vcard; charset=utf-8",
};

/** The response that is an exported file. */
export const exportResponse = {
  description: "The file.",
  content: {
    "text/csv": { schema: streamSchema },
    [xlsxType]: { schema: streamSchema },
    "application/jsonl": { schema: streamSchema },
    "text/vcard": { schema: streamSchema },
  },
};
