import type { Viewpoint } from "./camera/camera.ts";
import type { Picture } from "./picture.ts";

/** A picture of the object on the mat, whose camera and pose are known. */
export type View = Viewpoint & {
  /**
   * Returns the picture, of the size that the camera says. It is called twice, so that not all
   * pictures are in memory at once.
   */
  load: () => Promise<Picture>;
};
