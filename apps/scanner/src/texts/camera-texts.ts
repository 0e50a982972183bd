import { camera } from "./en/camera.ts";

/** The words for a camera that does not work, apart because most people never need them. */
export const cameraTexts: typeof camera = camera;
