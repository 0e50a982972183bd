import type { SettledPlan } from "@scanhook/rooms";

/** The kinds of files that the worker writes, by the ending of their names. */
export const drawnFormats = ["pdf", "svg", "dxf", "glb", "usdz"] as const;
export type DrawnFormat = (typeof drawnFormats)[number];

/** A request to the worker, and its response. */
export type PlanFileRequest = { settled: SettledPlan; format: DrawnFormat };
export type PlanFileResponse = { kind: "file"; content: string | Uint8Array<ArrayBuffer> };
