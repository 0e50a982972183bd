import type { Scan } from "@scanhook/webhook";
import type { Appended, Arrival, Store, StoredScan } from "../store.ts";

/** Opens a fresh, empty store, and knows how to let a second process (or its like) open the same one. */
export type StoreUnderTest = {
  open(options?: { now?: () => Date }): Promise<Store>;
  remove(): Promise<void>;
};

/** What the tests of one store work on; everything is new for each test. */
export type Subject = {
  place: StoreUnderTest;
  store: Store;
  /** The store's clock in milliseconds; a test moves it on. */
  time: number;
  now(): Date;
  /** Appends a plain scan with some parts changed. */
  append(change?: ArrivalChange): Promise<Appended>;
  /** The contents of the scans that `listScans` gives. */
  contents(...list: Parameters<Store["listScans"]>): Promise<StoredScan["content"][]>;
};

export type ArrivalChange = Partial<Scan> & Partial<Omit<Arrival, "scan">>;

/** A plain arrival with some parts changed. */
export function toArrival({
  inbox = "scans",
  user,
  source,
  tag,
  body = "{}",
  receivedAt = new Date("2026-05-12T14:23:01.500Z"),
  trace,
  deliveries,
  ...scan
}: ArrivalChange): Arrival {
  return {
    inbox,
    ...(user === undefined ? {} : { user }),
    ...(source === undefined ? {} : { source }),
    ...(tag === undefined ? {} : { tag }),
    ...(trace === undefined ? {} : { trace }),
    ...(deliveries === undefined ? {} : { deliveries }),
    scan: { identifier: "04:A2:B3:C4", date: "2026-05-12T14:23:01Z", content: "hello", ...scan },
    body,
    receivedAt,
  };
}
