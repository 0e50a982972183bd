/** The names of columns that an import may use. */
export type SomeColumns = {
  /** The column of the codes. Without it, no row has a code. */
  key?: string | undefined;
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
};

/** The names of the columns that an import uses. All others become fields. */
export type ImportColumns = SomeColumns & { label: string };

/** The columns of an exported list, in order. The fields of the guests follow them. */
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
 * Returns the name of the column for a field. A field with the name of another column gets the
 * prefix `field `.
 */
export function toFieldColumn(field: string): string {
  return isReserved(field) ? `field ${field}` : field;
}

/**
 * Returns the field whose column has this name, the inverse of `toFieldColumn`; undefined for a
 * column that holds no field.
 */
export function fromFieldColumn(column: string): string | undefined {
  if (exportNames.some((name) => name === column)) return undefined;
  return isReserved(column) ? column.slice("field ".length) : column;
}

function isReserved(name: string): boolean {
  return exportNames.some((column) => column === name.replace(/^(field )+/, ""));
}
