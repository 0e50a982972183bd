/** The part of W3C MediaStream Image Capture that is used; not every browser has it. */
type StillCamera = {
  getPhotoCapabilities(): Promise<{ imageWidth: MediaRange; imageHeight: MediaRange }>;
  takePhoto(size?: { imageWidth: number; imageHeight: number }): Promise<Blob>;
};
type MediaRange = { max: number };

/**
 * Takes a picture with the whole sensor where the browser can, which has several times the pixels
 * of the video, else the frame that the video shows. Returns undefined if the camera gave nothing.
 */
export async function takeStill(
  stream: MediaStream,
  video: HTMLVideoElement,
): Promise<Blob | undefined> {
  const track = stream.getVideoTracks()[0];
  const { ImageCapture } = globalThis as {
    ImageCapture?: new (track: MediaStreamTrack) => StillCamera;
  };
  if (ImageCapture && track) {
    try {
      return await takeLargest(new ImageCapture(track));
    } catch {
      // Some cameras refuse while they focus; the frame is better than nothing.
    }
  }
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return undefined;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
}

/**
 * Asks for all pixels, because without a size the browser may choose one near that of the video.
 */
async function takeLargest(camera: StillCamera): Promise<Blob> {
  try {
    const { imageWidth, imageHeight } = await camera.getPhotoCapabilities();
    return await camera.takePhoto({ imageWidth: imageWidth.max, imageHeight: imageHeight.max });
  } catch {
    return camera.takePhoto();
  }
}
