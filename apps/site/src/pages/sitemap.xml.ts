import { answerWith } from "../resources/answers.ts";
import { sitemap } from "../resources/sitemap.ts";

export const GET = answerWith(sitemap);
