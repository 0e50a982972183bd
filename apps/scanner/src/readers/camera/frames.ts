/**
 * Calls `processFrame` for the newest frame of the video whenever the call before has ended, until
 * the returned function is called.
 */
export function followFrames(
  video: HTMLVideoElement,
  processFrame: () => Promise<void>,
): () => void {
  let isStopped = false;
  let isProcessing = false;
  let hasNewFrame = false;

  const processFrames = async () => {
    if (isProcessing) return;
    isProcessing = true;
    try {
      while (hasNewFrame && !isStopped) {
        hasNewFrame = false;
        await processFrame();
      }
    } finally {
      isProcessing = false;
    }
  };
  const stopListening = onFrame(video, () => {
    hasNewFrame = true;
    void processFrames();
  });
  return () => {
    isStopped = true;
    stopListening();
  };
}

/**
 * Calls back for each frame that the video presents. Older browsers are checked at each repaint.
 */
export function onFrame(video: HTMLVideoElement, callback: () => void): () => void {
  if ("requestVideoFrameCallback" in video) {
    let handle = video.requestVideoFrameCallback(function next() {
      handle = video.requestVideoFrameCallback(next);
      callback();
    });
    return () => video.cancelVideoFrameCallback(handle);
  }
  const plainVideo: HTMLVideoElement = video;
  let lastTime = -1;
  let handle = requestAnimationFrame(function next() {
    handle = requestAnimationFrame(next);
    if (plainVideo.currentTime === lastTime) return;
    lastTime = plainVideo.currentTime;
    callback();
  });
  return () => cancelAnimationFrame(handle);
}
