/**
 * A request to the store's worker: `root` holds the folders of one kind of captures, and `name` is
 * a file in a folder.
 */
export type StoreRequest = { root: string } & StoreDemand;

export type StoreDemand =
  | { do: "open" }
  | { do: "list" }
  | { do: "write"; folder: string; name: string; bytes: ArrayBuffer }
  | { do: "read"; folder: string; name: string }
  | { do: "names"; folder: string }
  | { do: "remove"; folder: string; name?: string | undefined };

/**
 * Its response: the folders or names, or the bytes of a file. `full`: the device has no space left.
 */
export type StoreResponse =
  | { ok: true; names?: string[]; bytes?: ArrayBuffer | undefined }
  | { ok: false; reason: "full" | "failed"; detail: string };
