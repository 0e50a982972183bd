import { createTextReader, type TextReader, type TextResult } from "@scanhook/documents";
import { textEngineFolder } from "./text-languages.svelte.ts";

/**
 * Starts a text reader for one document, with files of this app's own origin, which the service
 * worker caches. Fails with `no-language` if the data of a language is neither cached nor
 * reachable.
 */
export async function openTextReader({
  languages,
  signal,
}: {
  languages: readonly string[];
  signal?: AbortSignal;
}): Promise<TextResult<TextReader>> {
  const folder = new URL(`${import.meta.env.BASE_URL}${textEngineFolder}/`, document.baseURI);
  // The data is requested before the engine starts, because an engine that waits for it cannot be
  // stopped.
  for (const language of languages) {
    if (!(await isReachable(new URL(`${language}.traineddata`, folder), signal)))
      return { ok: false, failure: signal?.aborted ? "stopped" : "no-language" };
  }
  return createTextReader({
    languages,
    files: {
      languageData: folder.href,
      worker: new URL("worker.js", folder).href,
      core: new URL("tesseract-core-simd-lstm.js", folder).href,
    },
    ...(signal && { signal }),
  });
}

async function isReachable(file: URL, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const response = await fetch(file, signal ? { signal } : {});
    // The body is read to its end, so that the service worker caches all of it.
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
