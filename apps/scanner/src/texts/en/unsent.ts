const scans = (count: number) => (count === 1 ? "1 scan" : `${count.toLocaleString("en")} scans`);

/** The texts about scans that were not sent, in the history. */
export const unsent = {
  title: (count: number) => (count === 1 ? "1 scan was not sent" : `${scans(count)} were not sent`),
  short: (count: number) => `${count.toLocaleString("en")} not sent`,
  uncertain: (uncertain: number, count: number) =>
    `${
      uncertain < count
        ? `${uncertain.toLocaleString("en")} of them may have arrived all the same, because no clear response came back: they are marked below and may arrive twice.`
        : "No clear response came back, so what was sent may have arrived all the same and may arrive twice."
    } A Scanhook hub recognizes a scan that it already has.`,
  mayHaveArrived: "may have arrived",
  sendAll: (count: number) =>
    count === 1 ? "Send it now" : `Send all ${count.toLocaleString("en")}`,
  sendHint: (host: string) => `One after another to ${host}, each exactly as it was scanned.`,
  decides: "The receiver decides about each scan, so the others were not sent.",
  awaiting: {
    title: (count: number) =>
      count === 1 ? "1 scan was not checked" : `${scans(count)} were not checked`,
    hint: "Nobody decided about them, and “Send all” leaves them out.",
    open: "Send or forget them",
    question: (count: number, host: string) =>
      `Let ${host} decide about ${count === 1 ? "this scan" : `these ${scans(count)}`} now?`,
    text: "They count as scanned now. Guests will be inside, even if they have left or never came, and a guest who arrives later will be refused. Things will be booked at the place in hand.",
    list: "Scans that were not checked",
    send: (count: number) =>
      count === 1 ? "Send it now" : `Send ${count.toLocaleString("en")} now`,
    forget: (count: number) => (count === 1 ? "Forget it" : "Forget them"),
    forgetHint: "Forgotten scans stay in the history.",
    forgotten: (count: number) => `${scans(count)} forgotten.`,
    undo: "Undo",
    cancel: "Cancel",
  },
  gone: (count: number, names: readonly string[]) =>
    `${scans(count)} ${count === 1 ? "was" : "were"} made for a job that this phone no longer has${names.length > 0 ? `: ${names.join(", ")}` : ""}. Pair with it again to send ${count === 1 ? "it" : "them"}.`,
  setReceiver: "Set a receiver",
  sending: (current: number, total: number) =>
    `Sending ${Math.min(current, total).toLocaleString("en")} of ${total.toLocaleString("en")} …`,
  progress: "Progress",
  stop: "Stop",
  result: ({
    total,
    done,
    accepted,
    refused,
    stopped,
  }: {
    total: number;
    done: number;
    accepted: number;
    refused: number;
    stopped?: unknown;
  }) => {
    const parts = [`${scans(accepted)} sent`];
    if (refused > 0) parts.push(`${refused.toLocaleString("en")} refused`);
    if (done < total) parts.push(`${(total - done).toLocaleString("en")} still not sent`);
    return `${stopped ? "Stopped: " : ""}${parts.join(", ")}.`;
  },
  all: "All scans",
};
