import type { Answer, Tag } from "../api.ts";
import { askHub } from "../session.svelte.ts";

export type TagPage = { tags: Tag[]; next?: string };

/** A page of tags, those seen last first. */
export function loadTags(
  query: { text: string; limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<Answer<TagPage>> {
  const params = new URLSearchParams({ limit: String(query.limit) });
  if (query.text.trim()) params.set("text", query.text.trim());
  if (query.cursor) params.set("cursor", query.cursor);
  return askHub<TagPage>("GET", `/api/tags?${params}`, undefined, { signal });
}

/** A tag that was neither seen nor named is one all the same: it can be named. */
export async function loadTag(identifier: string, signal: AbortSignal): Promise<Answer<Tag>> {
  const answer = await askHub<Tag>("GET", tagPath(identifier), undefined, { signal });
  return !answer.ok && answer.code === "no-such-tag"
    ? { ok: true, data: { identifier, scans: 0 } }
    : answer;
}

/** Calls a tag something else; an empty name takes its name away. */
export async function nameTag(tag: Tag, name: string): Promise<Answer<Tag>> {
  const path = `${tagPath(tag.identifier)}/name`;
  if (name.trim() !== "") return askHub<Tag>("PUT", path, { name });
  const { name: _, ...nameless } = tag;
  const answer = await askHub("DELETE", path);
  const done = answer.ok || answer.code === "no-such-tag-name";
  return done ? { ok: true, data: nameless } : answer;
}

function tagPath(identifier: string): string {
  return `/api/tags/${encodeURIComponent(identifier)}`;
}
