export type { Camera, Pose } from "./camera/camera.ts";
export { createViewRays, type ViewRays } from "./camera/view-rays.ts";
export type { Picture } from "./picture.ts";
