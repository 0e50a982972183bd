import { setFlagsFromString } from "node:v8";

/**
 * Keeps the space for young objects at the few megabytes that it has when a hub starts, in every
 * thread of the process. V8 would let it grow to 100 MB in the thread that receives, which saves no
 * time that can be measured there. Only the command line of Node has an option for this, and most
 * hubs are started without one. V8 reads this setting each time that it could let the space grow.
 */
export function limitYoungObjects(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
