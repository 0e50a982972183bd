import { lazyTexts } from "@scanhook/texts/lazy-texts";
import type { Camera } from "./types/camera.ts";

/** The texts about the controls of cameras, and about cameras and pictures that cannot be used. */
export const { camera: cameraTexts, controls: controlTexts } = lazyTexts<Camera>(
  import.meta.glob("./*/camera.json", { import: "default" }),
  ["camera", "controls"],
);
