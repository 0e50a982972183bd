import { textEndpoint } from "../../resources/endpoints.ts";
import { navIndex } from "../../resources/nav-index.ts";

export const GET = textEndpoint((site) => JSON.stringify(navIndex(site)));
