import type { SearchIndex } from "./article.ts";
import { type Engine, openEngine } from "./engine.ts";

/** Fetches the index and opens it. After a failure the next call tries again; after a success there is no request more. */
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
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The index of the search answered ${answer.status}.`);
  const { articles } = (await answer.json()) as SearchIndex;
  return openEngine(articles);
}
