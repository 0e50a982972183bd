/** A value of a statement. Undefined means null. */
export type SqlValue = string | number | boolean | null | undefined;

/**
 * A part of a statement: text, a value, an array, rows, or SQL that differs between the databases.
 */
export type SqlPart =
  | { kind: "text"; text: string }
  | { kind: "value"; value: SqlValue }
  | { kind: "one-of"; type: "text" | "bigint"; values: readonly (string | number)[] }
  | { kind: "rows"; columns: Readonly<Record<string, ColumnType>>; rows: readonly InputRow[] }
  | { kind: "per-database"; sqlite: Sql; postgres: Sql };

export type ColumnType = "text" | "bigint" | "boolean";
export type InputRow = Readonly<Record<string, SqlValue>>;

/**
 * A query of a store: a generator that yields statements, receives the rows of each and returns the
 * result. SQLite runs it at once in its thread, and PostgreSQL awaits each statement.
 */
export type Steps<Result> = Generator<Sql, Result, unknown[]>;

/**
 * A statement or a part of one that both databases understand. Inside a query, `yield*` runs it and
 * returns its rows.
 */
export class Sql<R = unknown> {
  readonly parts: readonly SqlPart[];
  /** The name under which the statement stays prepared on each connection to PostgreSQL. */
  readonly name: string | undefined;

  constructor(parts: readonly SqlPart[], name?: string) {
    this.parts = parts;
    this.name = name;
  }

  *[Symbol.iterator](): Generator<Sql, R[], unknown[]> {
    return (yield this) as R[];
  }

  /** Keeps the statement prepared, which is worth it for a frequent one. */
  named(name: string): Sql<R> {
    return new Sql(this.parts, name);
  }
}

/**
 * Creates SQL from a template. Inserted SQL becomes part of the statement; everything else is
 * passed as a value.
 */
export function sql<R = unknown>(
  texts: TemplateStringsArray,
  ...inserted: readonly (SqlValue | Sql)[]
): Sql<R> {
  return new Sql(
    texts.flatMap((text, index) => [
      { kind: "text" as const, text },
      ...(index < inserted.length ? toParts(inserted[index]) : []),
    ]),
  );
}

function toParts(inserted: SqlValue | Sql): readonly SqlPart[] {
  return inserted instanceof Sql ? inserted.parts : [{ kind: "value", value: inserted }];
}

/** Returns SQL from a constant text, such as a list of columns. */
export function rawSql(text: string): Sql {
  return new Sql([{ kind: "text", text }]);
}

/** Returns SQL that differs between the databases. A database without a part gets an empty one. */
export function perDatabase({
  sqlite = rawSql(""),
  postgres = rawSql(""),
}: {
  sqlite?: Sql;
  postgres?: Sql;
}): Sql {
  return new Sql([{ kind: "per-database", sqlite, postgres }]);
}

/** Returns a condition to write behind an expression: its value is one of these values. */
export function isOneOf(type: "text" | "bigint", values: readonly (string | number)[]): Sql {
  return new Sql([{ kind: "one-of", type, values }]);
}

/** Returns a table with the name `input` that has these rows. */
export function inputRows(
  columns: Readonly<Record<string, ColumnType>>,
  rows: readonly InputRow[],
): Sql {
  return new Sql([{ kind: "rows", columns, rows }]);
}

/**
 * A step that makes SQLite overwrite deleted data in the file during the rest of the query. On
 * PostgreSQL, VACUUM does that afterwards.
 */
export const overwriteDeleted = rawSql("");

/**
 * Returns the assignments of an UPDATE. Columns with the value undefined are not changed; at least
 * one value has to be defined.
 */
export function assignments(columns: Readonly<Record<string, SqlValue | Sql>>): Sql {
  const assigned = Object.entries(columns).filter(([, value]) => value !== undefined);
  return new Sql(
    assigned.flatMap(([column, value], index) => [
      { kind: "text" as const, text: `${index === 0 ? "" : ", "}${column} = ` },
      ...toParts(value),
    ]),
  );
}
