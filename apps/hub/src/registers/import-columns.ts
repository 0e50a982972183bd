import { say } from "../texts/exact-message.ts";
import { isOfPeople, type KindName } from "./register.ts";

/** The names of columns that an import may use. */
export type SomeColumns = {
  /** The column of the codes. Without it, no row has a code. */
  key?: string | undefined;
  /** The columns of further codes, such as a stock number beside an EAN. They may have gaps. */
  moreKeys?: string[] | undefined;
  label?: string | undefined;
  /** The column of the last name, which is appended to the label after a space. */
  lastName?: string | undefined;
  group?: string | undefined;
  attention?: string | undefined;
  /**
   * The column that says whether an entry is blocked, as an export writes it: `true` or `false`.
   */
  blocked?: string | undefined;
  /** The column of the UID of a tag in hexadecimal, a second key of the entry. */
  uid?: string | undefined;
} & StockColumns &
  CareColumns;

/** The columns that a list of a stock has, and one of guests has not. */
export type StockColumns = {
  /** The column that says of a row what it is, such as `place` or `person`. */
  role?: string | undefined;
  unit?: string | undefined;
  /** The column of the quantity below which a total is reported. */
  minimum?: string | undefined;
  /** The column of the number of a number card. Without it, the label is the number. */
  amount?: string | undefined;
  /** The column of the recalled lots, which line breaks or semicolons separate. */
  recalled?: string | undefined;
  /** The column of the quantity that is at the place of the row. */
  quantity?: string | undefined;
  /** The column of the label or code of a place. Without `quantity`, one of each is there. */
  place?: string | undefined;
};

/** The columns that only a list of loans or of an inspection has. */
export type CareColumns = {
  /** The column of the label or code of the person who has the thing. */
  holder?: string | undefined;
  /** The column of the date when a thing has to be back, or is inspected next. */
  due?: string | undefined;
};

/** The names of the columns that an import uses. All others become fields. */
export type ImportColumns = SomeColumns & { label: string };

/** The names of the columns that lists of some kinds have, and others have not. */
type KindColumn = keyof StockColumns | keyof CareColumns | "moreKeys";

/** The columns of a list of each kind, apart from those that all kinds have. */
const columnsOfKind = {
  "check-in": [],
  stock: ["moreKeys", "role", "unit", "minimum", "amount", "recalled", "quantity", "place"],
  loans: ["moreKeys", "role", "holder", "due"],
  inspection: ["moreKeys", "role", "due"],
  leads: [],
} as const satisfies Record<KindName, readonly KindColumn[]>;

/** Returns one sentence on a column that no list of a kind has; undefined if there is none. */
export function findColumnProblem(columns: SomeColumns, kind: KindName): string | undefined {
  const own: readonly KindColumn[] = columnsOfKind[kind];
  const all = new Set<KindColumn>(Object.values(columnsOfKind).flat());
  const other = [...all].find((name) => columns[name] && !own.includes(name));
  if (other === undefined) return undefined;
  const kinds = (Object.keys(columnsOfKind) as KindName[]).filter((each) =>
    (columnsOfKind[each] as readonly KindColumn[]).includes(other),
  );
  return say("columns-of-other-kind", {
    kinds: kinds.join(", "),
    columns: columnNouns[other],
    kind,
  });
}

const columnNouns: Readonly<Record<KindColumn, string>> = {
  moreKeys: "further codes",
  role: "roles",
  unit: "units",
  minimum: "minimums",
  amount: "numbers",
  recalled: "recalled lots",
  quantity: "quantities",
  place: "places",
  holder: "holders",
  due: "dates",
};

/** Lists the columns that an import uses. */
export function listUsed(columns: SomeColumns): string[] {
  return Object.values(columns)
    .flat()
    .filter((column) => column !== undefined);
}

const thingColumns = [
  "id",
  "label",
  "role",
  "group",
  "code",
  "keys",
  "uid",
  "attention",
  "blocked",
] as const;

const personColumns = [
  "id",
  "label",
  "group",
  "code",
  "keys",
  "uid",
  "attention",
  "blocked",
] as const;

/** The columns of an exported list, in order. The fields of the entries follow them. */
export const exportNames = {
  "check-in": [...personColumns, "status", "since", "door", "uses"],
  stock: [
    "id",
    "label",
    "role",
    "group",
    "code",
    "keys",
    "uid",
    "attention",
    "blocked",
    "unit",
    "minimum",
    "amount",
    "recalled",
    "place",
    "quantity",
    "total",
    "since",
    "door",
  ],
  loans: [...thingColumns, "status", "holder", "since", "due", "door"],
  inspection: [...thingColumns, "status", "since", "due", "door"],
  leads: [...personColumns, "first scanned", "by", "by person", "scans"],
} as const satisfies Record<KindName, readonly string[]>;

/** Returns the name of the column of an exported list with the code `number`, counted from 1. */
export function toCodeColumn(number: number): string {
  return number === 1 ? "code" : `code ${number}`;
}

const moreCodes = /^code ([2-9]|[1-9]\d)$/;

/** The columns that the exports of releases before 0.4 lack. */
const newColumns: readonly string[] = ["by person"];

/** Tells whether a list has the columns of an exported one. */
export function isExport(columns: readonly string[], kind: KindName): boolean {
  return exportNames[kind].every((name) => columns.includes(name) || newColumns.includes(name));
}

/** Returns the columns of an exported list that an import reads. */
export function exportColumns(columns: readonly string[], kind: KindName): ImportColumns {
  const common = {
    key: "code",
    label: "label",
    group: "group",
    attention: "attention",
    uid: "uid",
    blocked: "blocked",
  };
  if (isOfPeople(kind)) return common;
  const ofKind = Object.fromEntries(columnsOfKind[kind].map((name) => [name, name]));
  return { ...common, ...ofKind, moreKeys: columns.filter((name) => moreCodes.test(name)) };
}

/**
 * Returns the name of the column for a field. A field with the name of another column gets the
 * prefix `field `.
 */
export function toFieldColumn(field: string, kind: KindName): string {
  return isReserved(field, kind) ? `field ${field}` : field;
}

/**
 * Returns the field whose column has this name, the inverse of `toFieldColumn`; undefined for a
 * column that holds no field.
 */
export function fromFieldColumn(column: string, kind: KindName): string | undefined {
  if (isExportName(column, kind)) return undefined;
  return isReserved(column, kind) ? column.slice("field ".length) : column;
}

function isReserved(name: string, kind: KindName): boolean {
  return isExportName(name.replace(/^(field )+/, ""), kind);
}

function isExportName(name: string, kind: KindName): boolean {
  const names: readonly string[] = exportNames[kind];
  return names.includes(name) || (!isOfPeople(kind) && moreCodes.test(name));
}
