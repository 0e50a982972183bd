import type { Result, Tag } from "../api.ts";
import { callApi } from "../session.svelte.ts";

export type TagPage = { tags: Tag[]; next?: string };

/** Loads a page of tags, most recently seen first. */
export function loadTags(
  query: { text: string; limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<Result<TagPage>> {
  const params = new URLSearchParams({ limit: String(query.limit) });
  if (query.text.trim()) params.set("text", query.text.trim());
  if (query.cursor) params.set("cursor", query.cursor);
  return callApi<TagPage>("GET", `/api/tags?${params}`, undefined, { signal });
}

/**
 * Loads a tag. Returns a tag without scans if the hub does not know it, because such a tag can be
 * named too.
 */
export async function loadTag(identifier: string, signal: AbortSignal): Promise<Result<Tag>> {
  const result = await callApi<Tag>("GET", tagPath(identifier), undefined, { signal });
  return !result.ok && result.code === "no-such-tag"
    ? { ok: true, data: { identifier, revision: 1, scans: 0 } }
    : result;
}

/** Names a tag. An empty name removes the name. */
export async function nameTag(tag: Tag, name: string, revision: number): Promise<Result<Tag>> {
  const path = `${tagPath(tag.identifier)}/name`;
  if (name.trim() !== "") return callApi<Tag>("PUT", path, { name, revision });
  const { name: _, ...unnamed } = tag;
  const nameless = { ...unnamed, revision: revision + 1 };
  const result = await callApi("DELETE", `${path}?revision=${revision}`);
  const isNameless = result.ok || result.code === "no-such-tag-name";
  return isNameless ? { ok: true, data: nameless } : result;
}

function tagPath(identifier: string): string {
  return `/api/tags/${encodeURIComponent(identifier)}`;
}
