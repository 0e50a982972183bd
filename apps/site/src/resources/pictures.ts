import type { ImageMetadata } from "astro";
import type { Publication } from "./publication.ts";

/** The pictures of the docs at full size, for feeds and Markdown. */
const pictures = import.meta.glob<ImageMetadata>("../../../../docs/**/*.{png,jpg,webp,avif,svg}", {
  eager: true,
  import: "default",
});

export function pictureAddress(file: string, { origin }: Publication): string | undefined {
  const picture = pictures[`../../../../${file}`];
  if (!picture || origin === undefined) return picture?.src;
  return new URL(picture.src, origin).href;
}
