import type { StoredScan } from "../store/stored-scan.ts";

/**
 * A scan on its way to a destination: the stored record, and the body exactly as it was received.
 */
export type OutgoingScan = StoredScan & { body: string };
