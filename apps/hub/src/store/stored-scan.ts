import type { Scan, Source } from "@scanhook/webhook";
import type { Reply } from "../registers/reply.ts";

/** A scan on its way into the store, as the receiver accepted it. */
export type ArrivingScan = {
  inbox: string;
  /** The Basic user that sent it, after its password was checked. */
  user?: string | undefined;
  /**
   * The address of the sender. In an open inbox, it identifies the sender in place of a user, so
   * that resends are recognized. It is not stored.
   */
  address?: string | undefined;
  scan: Scan;
  /** `scan.structured` as JSON without whitespace, with every number and text as it was sent. */
  structuredJson?: string | undefined;
  source?: Source | undefined;
  /**
   * The identifier of the tag, in the form of the contract. Scans of codes have none, nor do scans
   * of tags that hide their UID.
   */
  tag?: string | undefined;
  /** The request body exactly as received. It is valid UTF-8, so the text stands for the bytes. */
  body: string;
  receivedAt: Date;
  /** The W3C trace context of the request, which the deliveries of the scan continue. */
  trace?: string | undefined;
};

/** A scan as the store returns it. `receivedAt` is ISO 8601 in UTC with milliseconds. */
export type StoredScan = {
  /** Increases with every scan, in the order of the commits, and is never used twice. */
  id: number;
  inbox: string;
  user?: string;
  identifier: string;
  /** When the device scanned, as the device wrote it. */
  date: string;
  content: string;
  tagType?: string;
  structured?: Record<string, unknown>;
  source?: Source;
  /** As in `ArrivingScan`. */
  tag?: string;
  /** The current name of the tag. */
  tagName?: string;
  receivedAt: string;
  /** How many more times the same scan was received. */
  repeats: number;
  /**
   * The answer of the register that decided about the scan. Once the register was emptied, only
   * result and code are left.
   */
  verdict?: ScanVerdict;
};

/** The verdict of a stored scan. `facts` includes those that no phone shows. */
export type ScanVerdict = Pick<Reply, "result" | "code"> &
  Partial<Omit<Reply, "result" | "code" | "hidden">>;

/**
 * A scan as a list shows it. `shortened` is present if long texts were cut or a long `structured`
 * was left out.
 */
export type ListedScan = StoredScan & { shortened?: true };

/** A scan as it is exported: `structured` is the JSON that was sent, without whitespace. */
export type ExportedScan = Omit<StoredScan, "structured"> & { structured?: string };

/**
 * The maximum number of characters (UTF-16) of a text in a list. QR codes are never cut, because
 * they hold at most 7,089 digits.
 */
export const maxListedText = 8192;

/**
 * The maximum number of characters of `structured` as JSON in a list. A longer `structured` is left
 * out.
 */
export const maxListedStructured = 16_384;

/** A value as both database drivers take and return it. */
export type Cell = string | number | null;

type Column = {
  /** The name in the table `scans` of both databases. */
  name: string;
  /** The type in PostgreSQL. */
  type: "text" | "bigint" | "bytea";
  /**
   * Computes the value from the arriving scan. If it is absent, the store computes the value
   * itself.
   */
  toCell?: (arrival: ArrivingScan) => Cell;
};

/**
 * A column that a field of `StoredScan` is read from. NULL means that the scan does not have the
 * field.
 */
type FieldColumn<Value> = Column & {
  /** Converts the value of the column to that of the field. By default they are the same. */
  fromCell?: (cell: never) => Value;
  /** The SQL expression for the value, if it is not a column of `scans` itself. */
  select?: string;
};

/**
 * The columns of a scan by the fields of `StoredScan` that they hold. Both stores insert and select
 * by this list and `hiddenColumns`, and `moving/` copies by them.
 */
const fieldColumns: { [Field in keyof StoredScan]-?: FieldColumn<StoredScan[Field]> } = {
  id: { name: "id", type: "bigint" },
  inbox: { name: "inbox", type: "text", toCell: ({ inbox }) => inbox },
  user: { name: "user", type: "text", toCell: ({ user }) => user ?? null },
  identifier: { name: "identifier", type: "text", toCell: ({ scan }) => scan.identifier },
  date: { name: "date", type: "text", toCell: ({ scan }) => scan.date },
  content: { name: "content", type: "text", toCell: ({ scan }) => scan.content },
  tagType: { name: "tag_type", type: "text", toCell: ({ scan }) => scan.tagType ?? null },
  structured: {
    name: "structured",
    type: "text",
    toCell: ({ scan, structuredJson }) =>
      scan.structured === undefined ? null : (structuredJson ?? JSON.stringify(scan.structured)),
    fromCell: (json: string) => JSON.parse(json),
  },
  source: { name: "source", type: "text", toCell: ({ source }) => source ?? null },
  tag: { name: "tag", type: "text", toCell: ({ tag }) => tag ?? null },
  tagName: {
    name: "tag_name",
    type: "text",
    select: "(SELECT tags.name FROM tags WHERE tags.identifier = scans.tag)",
  },
  receivedAt: {
    name: "received_at",
    type: "bigint",
    toCell: ({ receivedAt }) => receivedAt.getTime(),
    fromCell: (milliseconds: number) => new Date(milliseconds).toISOString(),
  },
  repeats: { name: "repeats", type: "bigint" },
  verdict: {
    name: "verdict",
    type: "text",
    select: `(SELECT coalesce(reply, '{"result":"' || result || '","code":"' || code || '"}')
      FROM movements WHERE movements.scan = scans.id)`,
    fromCell: (json: string) => toScanVerdict(JSON.parse(json)),
  },
};

function toScanVerdict({ hidden, ...verdict }: ScanVerdict & Pick<Reply, "hidden">): ScanVerdict {
  return hidden ? { ...verdict, facts: [...(verdict.facts ?? []), ...hidden] } : verdict;
}

/** The columns that belong to no field of `StoredScan`. */
const hiddenColumns: readonly Column[] = [
  { name: "trace", type: "text", toCell: ({ trace }) => trace ?? null },
  { name: "fingerprint", type: "bytea" },
  { name: "body", type: "text", toCell: ({ body }) => body },
];

/** The fields that are cut in lists. Only the size of a request limits their length. */
const cutFields = ["identifier", "date", "content", "tagType"] as const;

const fields = Object.entries<FieldColumn<unknown>>(fieldColumns);

/** The fields of a stored scan, in the order in which people are shown them. */
export const scanFields = Object.keys(fieldColumns) as (keyof StoredScan)[];

/** Every column of the table `scans` that both databases have. */
export const scanColumns: readonly Column[] = [
  ...fields.map(([, column]) => column).filter(({ select }) => select === undefined),
  ...hiddenColumns,
];

/**
 * The columns whose values come from the arriving scan, in the order in which both stores insert
 * them.
 */
export const arrivalColumns = scanColumns.flatMap(({ name, toCell }) =>
  toCell === undefined ? [] : [{ name, toCell }],
);

/** A row with `selectedColumns` and possibly more. Times are milliseconds since 1970 in UTC. */
export type ScanRow = { id: number } & Record<string, Cell>;

/**
 * The SQL list of everything that `toStoredScan` needs. Names are quoted because `user` is reserved
 * in PostgreSQL.
 */
export const selectedColumns = select(fields);

/**
 * A scan of an audit trail. Its columns are in the tables of every release, so that a backup of any
 * of them can be checked before it is migrated.
 */
export type TrailScan = Pick<StoredScan, (typeof trailFields)[number]> & { body: string };

const trailFields = [
  "id",
  "inbox",
  "user",
  "identifier",
  "date",
  "content",
  "tagType",
  "structured",
  "receivedAt",
] as const;

/** The SQL list of everything that `toTrailScan` needs. */
export const trailColumns = `${select(
  fields.filter(([field]) => (trailFields as readonly string[]).includes(field)),
)}, scans.body`;

export function toTrailScan(row: ScanRow & { body: string }): TrailScan {
  return { ...toStoredScan(row), body: row.body };
}

function select(some: typeof fields): string {
  return some
    .map(([, { name, select }]) => (select ? `${select} AS ${name}` : `scans."${name}"`))
    .join(", ");
}

/**
 * Converts a row of the database to a scan. Fields are absent if the row has no value for their
 * columns.
 */
export function toStoredScan(row: ScanRow): StoredScan {
  const scan: Record<string, unknown> = {};
  for (const [field, { name, fromCell }] of fields) {
    const cell = row[name];
    if (cell !== null && cell !== undefined)
      scan[field] = fromCell === undefined ? cell : fromCell(cell as never);
  }
  return scan as StoredScan;
}

/**
 * Converts a row for a list. Works also for a row whose texts are cut, as long as they are longer
 * than a list shows.
 */
export function toListedScan(row: ScanRow): ListedScan {
  const { structured } = row;
  const leavesOut = typeof structured === "string" && structured.length > maxListedStructured;
  const scan: ListedScan = toStoredScan(leavesOut ? { ...row, structured: null } : row);
  if (leavesOut) scan.shortened = true;
  for (const field of cutFields) {
    const text = scan[field];
    if (text === undefined || text.length <= maxListedText) continue;
    // If the cut divides a surrogate pair, its first half is left out, too.
    scan[field] = text.slice(0, maxListedText).replace(/[\ud800-\udbff]$/, "");
    scan.shortened = true;
  }
  return scan;
}

/** Converts a row for an export. */
export function toExportedScan(row: ScanRow): ExportedScan {
  const { structured } = row;
  const { structured: _, ...scan } = toStoredScan({ ...row, structured: null });
  return typeof structured === "string" ? { ...scan, structured } : scan;
}
