/** The part of W3C MediaStream Image Capture that is used; not every browser has it. */
type StillCamera = { takePhoto(): Promise<Blob> };

/**
 * Takes a picture with the whole sensor where the browser can, which has several times the pixels of the video, else the
 * frame that the video shows. Returns undefined if the camera gave nothing.
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
      return await new ImageCapture(track).takePhoto();
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
