import type { Scan } from "@scanhook/webhook";
import type { Appended, Arrival, Store } from "../store.ts";
import type { StoredScan } from "../stored-scan.ts";

/** A new and empty database. Each call of `open` opens it as another process would. */
export type TestDatabase = {
  open(options?: { now?: () => Date }): Promise<Store>;
  remove(): Promise<void>;
};

/** The store under test with its database and clock. Each test gets a new one. */
export type Subject = {
  database: TestDatabase;
  store: Store;
  /** The time of the store in milliseconds. Tests may advance it. */
  time: number;
  now(): Date;
  /** Appends a plain scan with some parts changed. */
  append(change?: ArrivalChange): Promise<Appended>;
  /** Returns the contents of the scans that `listScans` returns. */
  contents(...list: Parameters<Store["listScans"]>): Promise<StoredScan["content"][]>;
};

export type ArrivalChange = Partial<Scan> & Partial<Omit<Arrival, "scan">>;

/** Returns a plain arrival with some parts changed. */
export function toArrival({
  inbox = "scans",
  user,
  address,
  source,
  tag,
  body = "{}",
  receivedAt = new Date("2026-05-12T14:23:01.500Z"),
  trace,
  structuredJson,
  deliveries,
  request,
  ...scan
}: ArrivalChange): Arrival {
  return {
    inbox,
    user,
    address,
    source,
    tag,
    trace,
    structuredJson,
    deliveries,
    request,
    scan: { identifier: "04:A2:B3:C4", date: "2026-05-12T14:23:01Z", content: "hello", ...scan },
    body,
    receivedAt,
  };
}
