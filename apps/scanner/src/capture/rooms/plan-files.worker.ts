import { planToDxf, planToGlb, planToPdf, planToSvg, planToUsdz } from "@scanhook/rooms";
import { answerRequests } from "../../workers/answer-requests.ts";
import type { PlanFileRequest, PlanFileResponse } from "./plan-files.ts";

const writers = {
  pdf: planToPdf,
  svg: planToSvg,
  dxf: planToDxf,
  glb: planToGlb,
  usdz: planToUsdz,
};

answerRequests(
  async ({ settled, format }: PlanFileRequest): Promise<PlanFileResponse> => ({
    kind: "file",
    content: await writers[format](settled),
  }),
);
