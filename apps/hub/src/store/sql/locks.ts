import { perDatabase, rawSql } from "./sql.ts";

// SQLite locks the whole database at the start of a transaction that writes.

/** Keeps other transactions from changing, removing or referring to the selected rows. */
export const forUpdate = perDatabase({ postgres: rawSql("FOR UPDATE") });

/** Keeps other transactions from changing the selected rows. */
export const forNoKeyUpdate = perDatabase({ postgres: rawSql("FOR NO KEY UPDATE") });

/** Keeps other transactions from removing the selected rows. */
export const forKeyShare = perDatabase({ postgres: rawSql("FOR KEY SHARE") });

/** Leaves out rows that another transaction is changing, so that neither waits for the other. */
export const skipLocked = perDatabase({ postgres: rawSql("FOR UPDATE SKIP LOCKED") });

/** The statement that keeps scans from being stored and deleted until the transaction ends. */
export const lockScans = perDatabase({ postgres: rawSql("SELECT lock_scans()") });
