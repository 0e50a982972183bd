/** The value of a column, converted to the same type for both databases. */
export type Value = string | number | boolean | Buffer | null;
export type Row = Record<string, Value>;

export type Type = "text" | "bigint" | "boolean" | "double precision" | "bytea";

export type Table = {
  name: string;
  /** The columns that are moved, and compared at the end. */
  columns: Record<string, Type>;
  /** The columns that identify a row and by which rows are sorted. */
  key: readonly string[];
  /** The column whose values the database assigns. */
  generated?: "id";
  /** Further columns of PostgreSQL, with their types and how they are computed from the row. */
  derived?: Record<string, { type: string; compute: (row: Row) => Value }>;
};
