import type { APIContext } from "astro";
import type { PictureAddress } from "./page-content.ts";
import { pictureAddress } from "./pictures.ts";
import { type Publication, thisPublication } from "./publication.ts";

type Make = (site: Publication, pictures: PictureAddress) => string;

/** An endpoint of Astro that answers with a text made from the site. */
export function answerWith(make: Make) {
  return ({ site }: APIContext) => {
    const publication = thisPublication(site);
    return new Response(make(publication, (file) => pictureAddress(file, publication)));
  };
}
