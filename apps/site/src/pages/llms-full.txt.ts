import { textEndpoint } from "../resources/endpoints.ts";
import { llmsFull } from "../resources/llms.ts";

export const GET = textEndpoint(llmsFull);
