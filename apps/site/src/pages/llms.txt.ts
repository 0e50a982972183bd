import { answerWith } from "../resources/endpoints.ts";
import { llms } from "../resources/llms.ts";

export const GET = answerWith(llms);
