/**
 * Why nothing was read: `stopped` by the signal, or the reader was closed; `no-engine`, the engine
 * is not installed or its files did not load; `no-language`, the data of a language did not load;
 * `failed`, the engine could not read this picture.
 */
export type TextFailure = "stopped" | "no-engine" | "no-language" | "failed";

export type TextResult<T> = { ok: true; value: T } | { ok: false; failure: TextFailure };
