import type { PlanWords, SettledPlan } from "@scanhook/rooms";

/** The formats that the worker writes, named by their file extension. */
export const drawnFormats = ["pdf", "svg", "dxf", "glb", "usdz"] as const;
export type DrawnFormat = (typeof drawnFormats)[number];

/** A request to the worker that writes the files of plans. */
export type PlanFileRequest = {
  settled: SettledPlan;
  format: DrawnFormat;
  words: PlanWords;
  /** The address of the font that a PDF embeds where Helvetica lacks letters. */
  fontAddress: string;
};
/** The response of the worker: the content of the file, and the letters that are missing in it. */
export type PlanFileResponse = {
  kind: "file";
  content: string | Uint8Array<ArrayBuffer>;
  missingLetters: string[];
};
