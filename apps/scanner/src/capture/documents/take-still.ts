/** The used part of the W3C MediaStream Image Capture API, which not every browser has. */
type StillCamera = {
  getPhotoCapabilities(): Promise<{ imageWidth: MediaRange; imageHeight: MediaRange }>;
  takePhoto(size?: { imageWidth: number; imageHeight: number }): Promise<Blob>;
};
type MediaRange = { max: number };

/**
 * Takes a picture with all pixels of the sensor where the browser can, else the current frame of
 * the video, which has several times fewer. Returns undefined if the video has no frame.
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
      // Some cameras refuse while they focus. The video frame replaces the picture.
    }
  }
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return undefined;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
}

/**
 * Requests the largest size, because the browser may otherwise choose one near that of the video.
 */
async function takeLargest(camera: StillCamera): Promise<Blob> {
  try {
    const { imageWidth, imageHeight } = await camera.getPhotoCapabilities();
    return await camera.takePhoto({ imageWidth: imageWidth.max, imageHeight: imageHeight.max });
  } catch {
    return camera.takePhoto();
  }
}
