// A camera whose picture changes while it films.
import { readFile, writeFile } from "node:fs/promises";
import type { PlacedCode } from "./picture.ts";
import { writeVideo } from "./video.ts";

export type Scene = {
  /** The file for Chromium's --use-file-for-fake-video-capture. */
  video: string;
  /** Puts these codes in front of the camera, from its next frame on; none is the empty table. */
  show(...codes: PlacedCode[]): Promise<void>;
};

const film = { framesPerSecond: 15 };
const frames = 3;

/**
 * Writes the picture of an empty table to `video`. Chromium reads the file again for every frame
 * that it shows, so a story changes what the camera sees by writing over the frames in place.
 */
export async function openScene(video: string): Promise<Scene> {
  await writeVideo(video, [{ frames }], film);
  return {
    video,
    async show(...codes) {
      const next = await readFile(await writeVideo(`${video}.next`, [{ codes, frames }], film));
      await writeFile(video, next, { flag: "r+" });
    },
  };
}
