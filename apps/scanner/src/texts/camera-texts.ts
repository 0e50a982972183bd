import { camera } from "./en/camera.ts";

/** The texts for camera problems, in a module of their own because most people never need them. */
export const cameraTexts: typeof camera = camera;
