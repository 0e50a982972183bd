import { planToDxf, planToGlb, planToPdf, planToSvg, planToUsdz } from "@scanhook/rooms";
import type { PlanFileRequest, PlanFileResponse } from "./plan-files.ts";

const writers = {
  pdf: planToPdf,
  svg: planToSvg,
  dxf: planToDxf,
  glb: planToGlb,
  usdz: planToUsdz,
};

addEventListener(
  "message",
  async ({ data }: MessageEvent<{ id: number; request: PlanFileRequest }>) => {
    postMessage({ id: data.id, response: await answer(data.request) });
  },
);

async function answer({ settled, format }: PlanFileRequest): Promise<PlanFileResponse> {
  try {
    return { ok: true, content: await writers[format](settled) };
  } catch (error) {
    return { ok: false, detail: String(error) };
  }
}
