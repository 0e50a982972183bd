const scans = (count: number) => (count === 1 ? "1 scan" : `${count.toLocaleString()} scans`);

/** The dialog that sends selected scans through a route. It loads when it is opened. */
export const sendTexts = {
  title: (count: number) => `Send ${scans(count)} through a route`,
  route: "Route",
  choose: "Choose a route",
  option: (route: string, destination: string) => `${route} → ${destination}`,
  noRoute: "There is no route yet. A route says where scans are sent, and in which form.",
  makeRoute: "Make a route",
  counting: (done: number, total: number) =>
    done === 0
      ? `Counting ${scans(total)}…`
      : `Counting: ${done.toLocaleString()} of ${total.toLocaleString()}…`,
  willSend: (count: number, destination: string) =>
    count === 0
      ? `Nothing is sent to ${destination}.`
      : `${scans(count)} will be sent to ${destination}.`,
  delivered: (count: number) =>
    count === 1
      ? "Send 1 scan again that this route has already delivered. It arrives twice."
      : `Send ${scans(count)} again that this route has already delivered. They arrive twice.`,
  unmatched: (count: number) =>
    count === 1
      ? "Send 1 scan that the inbox or the filter of this route does not match."
      : `Send ${scans(count)} that the inbox or the filter of this route does not match.`,
  pending: (count: number) =>
    count === 1
      ? "1 scan is already waiting to be sent, and is not sent twice."
      : `${scans(count)} are already waiting to be sent, and are not sent twice.`,
  routeOff: "This route is off: it takes no new scans, but it sends those that you selected.",
  paused: (destination: string) => `${destination} is paused. The scans wait until you resume it.`,
  submit: (count: number) => (count === 0 ? "Send" : `Send ${scans(count)}`),
  sending: (done: number, total: number) =>
    `Handing over: ${done.toLocaleString()} of ${total.toLocaleString()}…`,
  stopped: (done: number, total: number) =>
    `Stopped: ${done.toLocaleString()} of ${scans(total)} were handed over. Send the rest again; nothing is sent twice.`,
  sent: (count: number, destination: string) =>
    count === 1
      ? `1 scan is on its way to ${destination}.`
      : `${scans(count)} are on their way to ${destination}.`,
};
