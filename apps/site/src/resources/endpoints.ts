import type { APIContext } from "astro";
import type { PictureAddress } from "./page-content.ts";
import { pictureAddress } from "./pictures.ts";
import { type Publication, thisPublication } from "./publication.ts";

export type Make = (site: Publication, pictures: PictureAddress) => string;

/** An endpoint of Astro that answers with a text made from the site. */
export function answerWith(make: Make) {
  return ({ site }: APIContext) => {
    const publication = thisPublication(site);
    return new Response(make(publication, (file) => pictureAddress(file, publication)));
  };
}

/** For files that name whole addresses and nothing else: without an origin there are none. */
export function pathsWhereOriginIsKnown(files: Iterable<string>) {
  return import.meta.env.SITE ? [...files].map((file) => ({ params: { file } })) : [];
}
