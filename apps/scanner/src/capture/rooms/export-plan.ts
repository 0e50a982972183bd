import font from "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff?url";
import { measurePlan, type SettledPlan, serializePlan } from "@scanhook/rooms";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import { toFileName } from "../file-name.ts";
import { drawnFormats, type PlanFileRequest, type PlanFileResponse } from "./plan-files.ts";
import address from "./plan-files.worker.ts?worker&url";
import { toPlanWords } from "./plan-words.ts";

/** The formats in which a plan is exported, named by their file extension. */
export const planFormats = [...drawnFormats, "json"] as const;
export type PlanFormat = (typeof planFormats)[number];

const mediaTypes: Record<PlanFormat, string> = {
  pdf: "application/pdf",
  svg: "image/svg+xml",
  dxf: "image/vnd.dxf",
  glb: "model/gltf-binary",
  usdz: "model/vnd.usdz+zip",
  json: "application/json",
};

const ask = createAsk(connectWorker<PlanFileRequest, PlanFileResponse>(() => startWorker(address)));

/**
 * Exports a plan as a file, and returns the letters that it shows as question marks. All formats
 * but JSON are written in a worker, whose code is loaded by the first export. Rejects if that
 * fails.
 */
export async function exportPlan(
  settled: SettledPlan,
  format: PlanFormat,
): Promise<{ file: File; missingLetters: string[] }> {
  const { content, missingLetters } = await write(settled, format);
  const file = new File([content], `${toFileName(settled.plan.name)}.${format}`, {
    type: mediaTypes[format],
  });
  return { file, missingLetters };
}

async function write(
  settled: SettledPlan,
  format: PlanFormat,
): Promise<{ content: BlobPart; missingLetters: string[] }> {
  const measures = measurePlan(settled);
  if (format === "json")
    return { content: serializePlan(settled.plan, measures), missingLetters: [] };
  const words = toPlanWords(measures, settled.plan.units);
  const fontAddress = new URL(font, location.href).href;
  return ask(["file"], { settled, format, words, fontAddress });
}
