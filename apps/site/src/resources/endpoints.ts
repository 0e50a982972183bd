import type { APIContext } from "astro";
import type { PictureAddress } from "./page-content.ts";
import { pictureAddress } from "./pictures.ts";
import { type Publication, thisPublication } from "./publication.ts";

export type TextMaker = (site: Publication, pictures: PictureAddress) => string;

/** Creates an Astro endpoint that returns a text generated from the site. */
export function textEndpoint(make: TextMaker) {
  return ({ site }: APIContext) => {
    const publication = thisPublication(site);
    return new Response(make(publication, (file) => pictureAddress(file, publication)));
  };
}

/** Returns the static paths of files with absolute addresses; none if the site has no origin. */
export function staticPathsWithOrigin(files: Iterable<string>) {
  return import.meta.env.SITE ? [...files].map((file) => ({ params: { file } })) : [];
}
