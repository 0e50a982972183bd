/** The names of the columns that an import uses. All others become fields. */
export type ImportColumns = {
  /** Without it, no row has a code. */
  key?: string;
  label: string;
  /** Follows the name after a space. */
  lastName?: string;
  group?: string;
  attention?: string;
  /** Whether an entry is blocked, as an export writes it. */
  blocked?: string;
  /** A second key: the UID of a tag, in hexadecimal. */
  uid?: string;
};

/** The columns of an exported list before the fields of its guests. */
export const exportNames = [
  "id",
  "label",
  "group",
  "code",
  "keys",
  "uid",
  "attention",
  "blocked",
  "status",
  "since",
  "door",
  "uses",
] as const;

/** The columns of an exported list that an import reads. */
export const exportColumns = {
  key: "code",
  label: "label",
  group: "group",
  attention: "attention",
  uid: "uid",
  blocked: "blocked",
} as const satisfies ImportColumns;

/** Tells whether a list has the columns of an exported one. */
export function isExport(columns: readonly string[]): boolean {
  return exportNames.every((name) => columns.includes(name));
}

/**
 * Returns the name of the column for a field: one with the name of another column is called `field
 * …`.
 */
export function toFieldColumn(field: string): string {
  return isReserved(field) ? `field ${field}` : field;
}

/**
 * Returns the field whose column has this name, the inverse of `toFieldColumn`; undefined for
 * another column.
 */
export function fromFieldColumn(column: string): string | undefined {
  if (exportNames.some((name) => name === column)) return undefined;
  return isReserved(column) ? column.slice("field ".length) : column;
}

function isReserved(name: string): boolean {
  return exportNames.some((column) => column === name.replace(/^(field )+/, ""));
}
