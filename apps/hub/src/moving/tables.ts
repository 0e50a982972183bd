import { toScanVector, toTagVector } from "../store/postgres/search.ts";
import { scanColumns } from "../store/stored-scan.ts";

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

/** The tables to move. Each comes after the tables that it references. */
export const tables: readonly Table[] = [
  {
    name: "inboxes",
    columns: {
      name: "text",
      title: "text",
      open: "boolean",
      created_at: "bigint",
      revision: "bigint",
      changed_at: "bigint",
      keep_days: "bigint",
      keep_scans: "bigint",
    },
    key: ["name"],
  },
  {
    name: "credentials",
    columns: {
      inbox: "text",
      user: "text",
      password_hash: "text",
      created_at: "bigint",
      last_used_at: "bigint",
      supervisor: "boolean",
    },
    key: ["inbox", "user"],
  },
  {
    name: "registers",
    columns: {
      id: "bigint",
      name: "text",
      title: "text",
      kind: "text",
      rules: "text",
      entries_from: "bigint",
      keep_days: "bigint",
      created_at: "bigint",
      revision: "bigint",
      changed_at: "bigint",
      origin: "text",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "bindings",
    columns: { inbox: "text", register: "bigint", action: "text", answer: "text" },
    key: ["inbox"],
  },
  {
    name: "entries",
    columns: {
      id: "bigint",
      register: "bigint",
      label: "text",
      category: "text",
      attention: "text",
      fields: "text",
      blocked: "boolean",
      valid_from: "bigint",
      valid_until: "bigint",
      import: "text",
      import_undo: "text",
      folded: "text",
      version: "bigint",
      role: "text",
      unit: "text",
      minimum: "bigint",
      amount: "bigint",
      recalled: "text",
      unnamed: "boolean",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "entry_keys",
    columns: { register: "bigint", key: "text", entry: "bigint", folded: "text" },
    key: ["register", "key"],
  },
  {
    name: "states",
    columns: {
      register: "bigint",
      entry: "bigint",
      status: "text",
      since: "bigint",
      door: "text",
      uses: "bigint",
      version: "bigint",
      place: "bigint",
      quantity: "bigint",
      effective: "bigint",
    },
    key: ["register", "entry", "place"],
  },
  {
    name: "counters",
    columns: { register: "bigint", inside: "bigint", admitted: "bigint", refused: "bigint" },
    key: ["register"],
  },
  {
    name: "movements",
    columns: {
      id: "bigint",
      register: "bigint",
      entry: "bigint",
      scan: "bigint",
      undoes: "bigint",
      at: "bigint",
      door: "text",
      action: "text",
      result: "text",
      code: "text",
      inside: "bigint",
      admitted: "bigint",
      was: "text",
      version: "bigint",
      forced: "boolean",
      reply: "text",
      place: "bigint",
      from_place: "bigint",
      from_version: "bigint",
      prior: "bigint",
      from_prior: "bigint",
      delta: "bigint",
      lot: "text",
      serial: "text",
      expires: "bigint",
      round: "bigint",
      counted: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "hands",
    columns: {
      inbox: "text",
      user: "text",
      register: "bigint",
      place: "bigint",
      from_place: "bigint",
      quantity: "bigint",
      since: "bigint",
      touched_at: "bigint",
      version: "bigint",
    },
    key: ["inbox", "user"],
  },
  {
    name: "rounds",
    columns: {
      id: "bigint",
      register: "bigint",
      blind: "boolean",
      recount: "boolean",
      first_movement: "bigint",
      began_at: "bigint",
      ended_at: "bigint",
      compared: "bigint",
      applied_at: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "round_places",
    columns: { round: "bigint", place: "bigint", door: "text", visited_at: "bigint" },
    key: ["round", "place", "door"],
  },
  {
    name: "tallies",
    columns: {
      round: "bigint",
      entry: "bigint",
      place: "bigint",
      door: "text",
      quantity: "bigint",
      booked: "bigint",
      first_booked: "bigint",
      counted_at: "bigint",
    },
    key: ["round", "entry", "place", "door"],
  },
  {
    name: "differences",
    columns: {
      round: "bigint",
      entry: "bigint",
      place: "bigint",
      kind: "text",
      counted: "bigint",
      booked: "bigint",
      delta: "bigint",
      note: "text",
      movement: "bigint",
    },
    key: ["round", "entry", "place"],
  },
  {
    name: "displays",
    columns: {
      id: "bigint",
      register: "bigint",
      hash: "text",
      door: "text",
      names: "boolean",
      created_at: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "tokens",
    columns: {
      id: "bigint",
      name: "text",
      hash: "text",
      created_at: "bigint",
      last_used_at: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "sessions",
    columns: { hash: "text", created_at: "bigint", expires_at: "bigint" },
    key: ["hash"],
  },
  {
    name: "clock_faults",
    columns: { id: "bigint", first_scan: "bigint", last_scan: "bigint", corrected_at: "bigint" },
    key: ["id"],
    generated: "id",
  },
  {
    name: "codes",
    columns: {
      hash: "text",
      purpose: "text",
      data: "text",
      expires_at: "bigint",
      used_at: "bigint",
    },
    key: ["hash"],
    derived: { inbox: { type: "text", compute: ({ data }) => inboxOf(String(data)) } },
  },
  {
    name: "destinations",
    columns: {
      id: "bigint",
      name: "text",
      title: "text",
      kind: "text",
      settings: "text",
      state: "text",
      notice: "text",
      concurrency: "bigint",
      ordered: "boolean",
      allow_private: "boolean",
      origin: "text",
      created_at: "bigint",
      revision: "bigint",
      changed_at: "bigint",
      removed_at: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "secrets",
    columns: { destination: "bigint", name: "text", sealed: "text" },
    key: ["destination", "name"],
  },
  {
    name: "routes",
    columns: {
      id: "bigint",
      name: "text",
      title: "text",
      inbox: "text",
      destination: "bigint",
      filter: "text",
      shape: "text",
      mode: "text",
      enabled: "boolean",
      origin: "text",
      created_at: "bigint",
      revision: "bigint",
      changed_at: "bigint",
      removed_at: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "scans",
    columns: Object.fromEntries(scanColumns.map(({ name, type }) => [name, type])),
    key: ["id"],
    generated: "id",
    derived: { words: { type: "tsvector", compute: wordsOfScan } },
  },
  {
    name: "scan_counts",
    columns: { day: "bigint", inbox: "text", user: "text", scans: "bigint" },
    key: ["day", "inbox", "user"],
  },
  {
    name: "tags",
    columns: {
      identifier: "text",
      name: "text",
      revision: "bigint",
      changed_at: "bigint",
      scans: "bigint",
      first_scan: "bigint",
      last_scan: "bigint",
    },
    key: ["identifier"],
    derived: {
      own_words: { type: "tsvector", compute: wordsOfTag },
      // The words of the tag's last scan are added at the end of the move.
      words: { type: "tsvector", compute: wordsOfTag },
    },
  },
  {
    name: "audits",
    columns: { inbox: "text", count: "bigint", hash: "text", last_scan: "bigint" },
    key: ["inbox"],
  },
  {
    name: "audit_hashes",
    columns: { scan: "bigint", count: "bigint", hash: "text" },
    key: ["scan"],
  },
  {
    name: "deliveries",
    // The node is left out, because no hub process has claims after the move.
    columns: {
      id: "bigint",
      scan: "bigint",
      route: "bigint",
      destination: "bigint",
      state: "text",
      attempts: "bigint",
      created_at: "bigint",
      due_at: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "delivery_counts",
    columns: {
      destination: "bigint",
      accepted: "bigint",
      pending: "bigint",
      delivered: "bigint",
      dead: "bigint",
      dropped: "bigint",
      delivered_before: "bigint",
    },
    key: ["destination"],
  },
  {
    name: "attempts",
    columns: {
      id: "bigint",
      delivery: "bigint",
      at: "bigint",
      ms: "double precision",
      node: "text",
      status: "bigint",
      error: "text",
      answer: "text",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "alert_settings",
    columns: {
      singleton: "bigint",
      settings: "text",
      origin: "text",
      revision: "bigint",
      changed_at: "bigint",
    },
    key: ["singleton"],
  },
  {
    name: "alerts",
    columns: {
      subject: "text",
      state: "text",
      told: "text",
      detail: "text",
      since: "bigint",
      seen_at: "bigint",
      due_at: "bigint",
    },
    key: ["subject"],
  },
];

function wordsOfScan({ content, identifier, user }: Row): string {
  return toScanVector({
    content: String(content),
    identifier: String(identifier),
    user: user === null ? null : String(user),
  });
}

function wordsOfTag({ identifier, name }: Row): string {
  return toTagVector(String(identifier), name === null ? undefined : String(name));
}

function inboxOf(data: string): string | null {
  const { inbox } = JSON.parse(data) as { inbox?: unknown };
  return typeof inbox === "string" ? inbox : null;
}
