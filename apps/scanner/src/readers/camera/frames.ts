/**
 * Calls `look` for the video's frames until the returned function is called: one look at a time, each at the newest
 * frame, none skipped when nothing is under way.
 */
export function followFrames(video: HTMLVideoElement, look: () => Promise<void>): () => void {
  let stopped = false;
  let busy = false;
  let unseen = false;

  const work = async () => {
    if (busy) return;
    busy = true;
    try {
      while (unseen && !stopped) {
        unseen = false;
        await look();
      }
    } finally {
      busy = false;
    }
  };
  const stopListening = onFrame(video, () => {
    unseen = true;
    void work();
  });
  return () => {
    stopped = true;
    stopListening();
  };
}

/** Calls back for each frame the video presents; browsers without that are asked at each repaint. */
export function onFrame(video: HTMLVideoElement, arrived: () => void): () => void {
  if ("requestVideoFrameCallback" in video) {
    let handle = video.requestVideoFrameCallback(function next() {
      handle = video.requestVideoFrameCallback(next);
      arrived();
    });
    return () => video.cancelVideoFrameCallback(handle);
  }
  const older: HTMLVideoElement = video;
  let time = -1;
  let handle = requestAnimationFrame(function next() {
    handle = requestAnimationFrame(next);
    if (older.currentTime === time) return;
    time = older.currentTime;
    arrived();
  });
  return () => cancelAnimationFrame(handle);
}
