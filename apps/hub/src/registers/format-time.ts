/** Formats a time of today as `14:02`, and one of another day as `22 Nov 2026, 14:02`. */
export function formatTime(time: number, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat("en-GB", {
    ...(!isToday && { day: "numeric", month: "short", year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
  }).format(time);
}
