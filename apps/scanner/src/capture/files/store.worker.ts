import type { StoreRequest, StoreResponse } from "./store-messages.ts";

// Requests run one after another, because a file can have only one access handle.
let lastRequest: Promise<unknown> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<{ id: number; request: StoreRequest }>) => {
  lastRequest = lastRequest.then(async () => {
    const response = await answer(data.request);
    const transfer = response.ok && response.bytes ? [response.bytes] : [];
    postMessage({ id: data.id, response }, transfer);
  });
});

async function answer(request: StoreRequest): Promise<StoreResponse> {
  try {
    return { ok: true, ...(await run(request)) };
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    return { ok: false, reason: isFull ? "full" : "failed", detail: String(error) };
  }
}

async function run(
  request: StoreRequest,
): Promise<{ names?: string[]; bytes?: ArrayBuffer | undefined }> {
  const storage = await navigator.storage.getDirectory();
  const root = await storage.getDirectoryHandle(request.root, { create: true });
  switch (request.do) {
    case "open":
      return {};
    case "list":
      return { names: await listNames(root) };
    case "names":
      return { names: await listNames(await openFolder(root, request.folder)) };
    case "write":
      await write(await openFolder(root, request.folder), request.name, request.bytes);
      return {};
    case "read":
      return { bytes: await read(await openFolder(root, request.folder), request.name) };
    case "remove":
      await remove(root, request.folder, request.name);
      return {};
  }
}

async function listNames(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

function openFolder(root: FileSystemDirectoryHandle, name: string) {
  return root.getDirectoryHandle(name, { create: true });
}

/**
 * Writes a whole file and returns once it is on the disk. Removes the file and throws if that
 * fails.
 */
async function write(folder: FileSystemDirectoryHandle, name: string, bytes: ArrayBuffer) {
  const file = await folder.getFileHandle(name, { create: true });
  const handle = await file.createSyncAccessHandle();
  try {
    handle.truncate(0);
    const written = handle.write(new Uint8Array(bytes), { at: 0 });
    if (written < bytes.byteLength) throw new DOMException("no space", "QuotaExceededError");
    handle.flush();
  } catch (error) {
    handle.close();
    await folder.removeEntry(name);
    throw error;
  }
  handle.close();
}

async function read(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<ArrayBuffer | undefined> {
  try {
    const file = await folder.getFileHandle(name);
    return await (await file.getFile()).arrayBuffer();
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return undefined;
    throw error;
  }
}

async function remove(root: FileSystemDirectoryHandle, folder: string, name?: string) {
  try {
    if (name === undefined) await root.removeEntry(folder, { recursive: true });
    else await (await openFolder(root, folder)).removeEntry(name);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return;
    throw error;
  }
}
