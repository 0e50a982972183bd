import { toScanVector, toTagVector } from "../store/postgres/search.ts";
import { scanColumns } from "../store/stored-scan.ts";
import { peopleTables } from "./people-tables.ts";
import { registerTables } from "./register-tables.ts";
import type { Row, Table } from "./table.ts";

/** The tables to move. Each comes after the tables that it references. */
export const tables: readonly Table[] = [
  ...peopleTables,
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
      origin: "text",
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
      person: "bigint",
    },
    key: ["inbox", "user"],
  },
  ...registerTables,
  {
    name: "clock_faults",
    columns: { id: "bigint", first_scan: "bigint", last_scan: "bigint", corrected_at: "bigint" },
    key: ["id"],
    generated: "id",
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
      expires_ms: "bigint",
      once_per_ms: "bigint",
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
      expires_at: "bigint",
      dropped_for: "text",
      within_ms: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "recent_contents",
    columns: { route: "bigint", content: "bytea", at: "bigint", until: "bigint", scan: "bigint" },
    key: ["route", "content"],
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
      expired: "bigint",
      repeated: "bigint",
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
