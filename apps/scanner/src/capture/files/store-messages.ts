/**
 * A request to the store's worker. `root` holds the folders of one kind of captures; `name` is a
 * file in a folder.
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
 * A response of the store's worker. `names` lists folders or files. `bytes` is the content of a
 * file, undefined if there is no such file. `full`: the device has no space left.
 */
export type StoreResponse =
  | { ok: true; names?: string[]; bytes?: ArrayBuffer | undefined }
  | { ok: false; reason: "full" | "failed"; detail: string };
