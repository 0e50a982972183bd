import {
  listLettersOutsidePdf,
  type PlanWords,
  planToDxf,
  planToGlb,
  planToPdf,
  planToSvg,
  planToUsdz,
  type SettledPlan,
} from "@scanhook/rooms";
import { answerRequests } from "../../workers/answer-requests.ts";
import type { PlanFileRequest, PlanFileResponse } from "./plan-files.ts";

const writers = { svg: planToSvg, dxf: planToDxf, glb: planToGlb, usdz: planToUsdz };

answerRequests(
  async ({ settled, format, words, fontAddress }: PlanFileRequest): Promise<PlanFileResponse> =>
    format === "pdf"
      ? writePdf(settled, words, fontAddress)
      : { kind: "file", content: await writers[format](settled, words), missingLetters: [] },
);

async function writePdf(
  settled: SettledPlan,
  words: PlanWords,
  fontAddress: string,
): Promise<PlanFileResponse> {
  if (listLettersOutsidePdf(settled, undefined, words).length === 0)
    return { kind: "file", content: planToPdf(settled, undefined, words), missingLetters: [] };
  const response = await fetch(fontAddress);
  if (!response.ok) throw new Error(`the font was not loaded: ${response.status}`);
  const font = new Uint8Array(await response.arrayBuffer());
  const missingLetters = listLettersOutsidePdf(settled, font, words);
  return { kind: "file", content: planToPdf(settled, font, words), missingLetters };
}
