import { answerWith } from "../../resources/endpoints.ts";
import { navIndex } from "../../resources/nav-index.ts";

export const GET = answerWith((site) => JSON.stringify(navIndex(site)));
