import type { SearchIndex } from "./article.ts";
import { type Engine, openEngine } from "./engine.ts";

/**
 * Creates a function that fetches and opens the index. It retries after a failure and requests only
 * once after a success.
 */
export function createLoader(url: string): () => Promise<Engine> {
  let loading: Promise<Engine> | undefined;
  return () => {
    loading ??= load(url).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load(url: string): Promise<Engine> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The search index responded with ${response.status}.`);
  const { articles } = (await response.json()) as SearchIndex;
  return openEngine(articles);
}
