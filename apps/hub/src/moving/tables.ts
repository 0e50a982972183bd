import { toScanVector, toTagVector } from "../store/postgres/search.ts";

/** A value of a column as both databases mean it. */
export type Value = string | number | boolean | Buffer | null;
export type Row = Record<string, Value>;

export type Type = "text" | "bigint" | "boolean" | "double precision" | "bytea";

export type Table = {
  name: string;
  /** What is moved, and compared at the end. */
  columns: Record<string, Type>;
  /** Columns by which its rows are in an order and told apart. */
  key: readonly string[];
  /** The column whose values are given out by a counter. */
  counted?: "id";
  /** What PostgreSQL keeps besides: column → its type, and its value by the row. */
  derived?: Record<string, { type: string; of: (row: Row) => Value }>;
};

/** Everything that is moved, each after what it refers to. */
export const tables: readonly Table[] = [
  {
    name: "inboxes",
    columns: {
      name: "text",
      title: "text",
      open: "boolean",
      created_at: "bigint",
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
    },
    key: ["inbox", "user"],
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
    counted: "id",
  },
  {
    name: "sessions",
    columns: { hash: "text", created_at: "bigint", expires_at: "bigint" },
    key: ["hash"],
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
    derived: { inbox: { type: "text", of: ({ data }) => inboxOf(String(data)) } },
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
      removed_at: "bigint",
    },
    key: ["id"],
    counted: "id",
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
      removed_at: "bigint",
    },
    key: ["id"],
    counted: "id",
  },
  {
    name: "scans",
    columns: {
      id: "bigint",
      inbox: "text",
      user: "text",
      identifier: "text",
      date: "text",
      content: "text",
      tag_type: "text",
      structured: "text",
      source: "text",
      tag: "text",
      trace: "text",
      received_at: "bigint",
      repeats: "bigint",
      fingerprint: "bytea",
      body: "text",
    },
    key: ["id"],
    counted: "id",
    derived: { words: { type: "tsvector", of: wordsOfScan } },
  },
  {
    name: "tags",
    columns: {
      identifier: "text",
      name: "text",
      scans: "bigint",
      first_scan: "bigint",
      last_scan: "bigint",
    },
    key: ["identifier"],
    derived: {
      own_words: { type: "tsvector", of: wordsOfTag },
      // Those of its last scan are added once all tags are there.
      words: { type: "tsvector", of: wordsOfTag },
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
    // Without the node: whoever had something under way is gone.
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
    counted: "id",
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
    counted: "id",
  },
];

function wordsOfScan({ content, identifier, user }: Row): string {
  return toScanVector({
    content: String(content),
    identifier: String(identifier),
    ...(user === null ? {} : { user: String(user) }),
  });
}

function wordsOfTag({ identifier, name }: Row): string {
  return toTagVector(String(identifier), name === null ? undefined : String(name));
}

function inboxOf(data: string): string | null {
  const { inbox } = JSON.parse(data) as { inbox?: unknown };
  return typeof inbox === "string" ? inbox : null;
}
