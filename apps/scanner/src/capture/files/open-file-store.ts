import { connectWorker } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import { createMemoryStore, type FileStore } from "./file-store.ts";
import address from "./store.worker.ts?worker&url";
import type { StoreDemand, StoreRequest, StoreResponse } from "./store-messages.ts";

/**
 * Opens a folder, such as `documents`, in the origin private file system. Where the browser refuses
 * that, as in some private windows, returns a store in memory. Rejects if the worker that accesses
 * the files cannot be loaded: an empty store in memory would hide files that exist.
 */
export async function openFileStore(root: string): Promise<FileStore> {
  const connection = connectWorker<StoreRequest, StoreResponse>(() => startWorker(address));
  const ask = async (demand: StoreDemand, transfer: Transferable[] = []) =>
    connection
      .request({ root, ...demand }, transfer)
      .catch(
        (error: unknown): StoreResponse => ({ ok: false, reason: "failed", detail: String(error) }),
      );
  const openResponse = await connection.request({ root, do: "open" }).catch((error: unknown) => {
    connection.stop();
    throw error;
  });
  if (!openResponse.ok) {
    connection.stop();
    return createMemoryStore();
  }
  const askOrThrow = async (demand: StoreDemand) => {
    const response = await ask(demand);
    if (!response.ok) throw new Error(response.detail);
    return response;
  };
  return {
    lasts: true,
    folders: async () => (await askOrThrow({ do: "list" })).names ?? [],
    names: async (folder) => (await askOrThrow({ do: "names", folder })).names ?? [],
    async read(folder, name) {
      const { bytes } = await askOrThrow({ do: "read", folder, name });
      return bytes && new Blob([bytes]);
    },
    async hasSpaceFor(bytes) {
      const { quota, usage } = (await navigator.storage.estimate?.()) ?? {};
      return quota === undefined || usage === undefined || usage + bytes <= quota;
    },
    async write(folder, name, file) {
      const bytes = await file.arrayBuffer();
      const response = await ask({ do: "write", folder, name, bytes }, [bytes]);
      return response.ok ? { ok: true } : { ok: false, reason: response.reason };
    },
    async remove(folder, name) {
      await askOrThrow({ do: "remove", folder, name });
    },
  };
}
