import { measurePlan, type SettledPlan, serializePlan } from "@scanhook/rooms";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import { toFileName } from "../file-name.ts";
import { drawnFormats, type PlanFileRequest, type PlanFileResponse } from "./plan-files.ts";
import address from "./plan-files.worker.ts?worker&url";

/** The kinds of files that a plan becomes, by the ending of their names. */
export const planFormats = [...drawnFormats, "json"] as const;
export type PlanFormat = (typeof planFormats)[number];

const types: Record<PlanFormat, string> = {
  pdf: "application/pdf",
  svg: "image/svg+xml",
  dxf: "image/vnd.dxf",
  glb: "model/gltf-binary",
  usdz: "model/vnd.usdz+zip",
  json: "application/json",
};

const ask = createAsk(connectWorker<PlanFileRequest, PlanFileResponse>(() => startWorker(address)));

/**
 * Writes a plan as a file, in a worker whose code loads with the first file. Rejects if that fails.
 */
export async function exportPlan(settled: SettledPlan, format: PlanFormat): Promise<File> {
  const content = await write(settled, format);
  return new File([content], `${toFileName(settled.plan.name)}.${format}`, { type: types[format] });
}

async function write(settled: SettledPlan, format: PlanFormat): Promise<BlobPart> {
  if (format === "json") return serializePlan(settled.plan, measurePlan(settled));
  return (await ask(["file"], { settled, format })).content;
}
