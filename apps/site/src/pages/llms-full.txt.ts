import { answerWith } from "../resources/answers.ts";
import { llmsFull } from "../resources/llms.ts";

export const GET = answerWith(llmsFull);
