import type { Table } from "./table.ts";

/** The tables of the people, of the ways in which they log in, and of what they changed. */
export const peopleTables: readonly Table[] = [
  {
    name: "people",
    columns: {
      id: "bigint",
      name: "text",
      name_key: "text",
      role: "text",
      inboxes: "text",
      issuer: "text",
      subject: "text",
      password_hash: "text",
      totp: "text",
      totp_step: "bigint",
      created_at: "bigint",
      last_login_at: "bigint",
      revision: "bigint",
      changed_at: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "recovery_codes",
    columns: { hash: "text", person: "bigint" },
    key: ["hash"],
  },
  {
    name: "passkeys",
    columns: {
      id: "bigint",
      person: "bigint",
      name: "text",
      credential: "text",
      public_key: "text",
      counter: "bigint",
      transports: "text",
      created_at: "bigint",
      last_used_at: "bigint",
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
      person: "bigint",
      scopes: "text",
      inboxes: "text",
      created_at: "bigint",
      expires_at: "bigint",
      last_used_at: "bigint",
    },
    key: ["id"],
    generated: "id",
  },
  {
    name: "sessions",
    columns: {
      hash: "text",
      person: "bigint",
      method: "text",
      agent: "text",
      id_token: "text",
      created_at: "bigint",
      expires_at: "bigint",
      last_used_at: "bigint",
    },
    key: ["hash"],
  },
  {
    name: "codes",
    columns: {
      hash: "text",
      purpose: "text",
      person: "bigint",
      data: "text",
      expires_at: "bigint",
      used_at: "bigint",
    },
    key: ["hash"],
    derived: { inbox: { type: "text", compute: ({ data }) => inboxOf(String(data)) } },
  },
  {
    name: "changes",
    columns: {
      id: "bigint",
      at: "bigint",
      by_name: "text",
      via: "text",
      subject: "text",
      name: "text",
      action: "text",
      fields: "text",
    },
    key: ["id"],
    generated: "id",
  },
];

function inboxOf(data: string): string | null {
  const { inbox } = JSON.parse(data) as { inbox?: unknown };
  return typeof inbox === "string" ? inbox : null;
}
