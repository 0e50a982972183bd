import { textEndpoint } from "../resources/endpoints.ts";
import { llms } from "../resources/llms.ts";

export const GET = textEndpoint(llms);
