export type NoticeText = { text: string; action?: { label: string; run: () => void } };

const state = $state<{ notice: NoticeText | undefined }>({ notice: undefined });
let timer: ReturnType<typeof setTimeout> | undefined;

export function currentNotice(): NoticeText | undefined {
  return state.notice;
}

/** Says something in passing; with an action it stays long enough to reach it. */
export function showNotice(notice: NoticeText): void {
  state.notice = notice;
  clearTimeout(timer);
  timer = setTimeout(hideNotice, notice.action ? 10_000 : 3_500);
}

export function hideNotice(): void {
  clearTimeout(timer);
  state.notice = undefined;
}
