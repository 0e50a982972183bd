/** Counts and lists of deliveries. The words of the states are those of the command and the API. */
export const deliveriesTexts = {
  countsFor: (title: string) => `Deliveries to ${title}`,
  oldestPending: (when: string) => `Oldest pending delivery: ${when}.`,
  deadNote: "Dead: the hub has stopped trying. You can send them again.",
  deliveries: {
    title: "Deliveries",
    filter: "Which deliveries",
    state: {
      all: "All",
      pending: "Pending",
      delivered: "Delivered",
      dead: "Dead",
      dropped: "Dropped",
    },
    meaning: {
      pending: "Waiting to be sent, for the first time or again.",
      delivered: "Accepted by the destination.",
      dead: "Failed for good: the hub has stopped trying.",
      dropped:
        "Not sent: someone dropped them, the destination was paused, they expired, or their route had just delivered the same content.",
    },
    inTotal: "Delivered in total",
    deliveredTotal: "Accepted by the destination in total, also if the scan was deleted since.",
    storedOfTotal: (total: number, stored: number) =>
      `${total.toLocaleString()} delivered in total, ${stored.toLocaleString()} of them stored now. The others were sent again, or their scans were deleted.`,
    none: "No deliveries yet.",
    noneOf: {
      pending: "No delivery is pending.",
      delivered: "Nothing was delivered yet.",
      dead: "No delivery is dead.",
      dropped: "No delivery was dropped.",
    },
    list: "Deliveries, newest first",
    more: "Load older deliveries",
    scan: (id: number) => `Scan ${id}`,
    via: (route: string) => `by ${route}`,
    attempts: (count: number) =>
      count === 0 ? "not tried yet" : count === 1 ? "1 attempt" : `${count} attempts`,
    next: (when: string) => `next attempt ${when}`,
    paused: "paused",
    neverTried: "not tried",
    reason: {
      expired: () => "expired",
      repeated: (span: string) => `repeated within ${span}`,
    },
    droppedFor: (expired: number, repeated: number) =>
      `Of the dropped deliveries, ${expired.toLocaleString()} expired, and ${repeated.toLocaleString()} repeated a content that had just been delivered.`,
    log: "Attempts",
    noLog: "There was no attempt yet.",
    emptyContent: "(no content)",
    request: "Request",
    requestHint: "As it would be sent now, with the current template and address.",
    showScan: "Show the scan",
    again: "Send again",
    drop: "Drop it",
    replayed: (count: number) =>
      count === 0
        ? "There was nothing to send again."
        : count === 1
          ? "1 delivery is sent again."
          : `${count.toLocaleString()} deliveries are sent again.`,
    dropped: (count: number) =>
      count === 1
        ? "1 delivery was dropped."
        : `${count.toLocaleString()} deliveries were dropped.`,
    againDead: (count: number) =>
      count === 1
        ? "Send the dead delivery again"
        : `Send all ${count.toLocaleString()} dead deliveries again`,
    againRange: "Send a time range again",
    rangeTitle: "Send a time range again",
    rangeText:
      "Sends the deliveries of all scans from this time range again, even those already delivered. Those arrive twice.",
    rangeFrom: "From",
    rangeTo: "To",
    rangeWhich: "Which deliveries",
    rangeAll: "All",
    rangeDead: "Only dead ones",
    rangeDropped: "Only dropped ones",
    rangeCounting: "Counting…",
    rangeCount: (count: number) =>
      count === 0
        ? "The time range has no delivery to send again."
        : count === 1
          ? "1 delivery will be sent again."
          : `${count.toLocaleString()} deliveries will be sent again.`,
    rangeNeverSent: (scans: number, route: string) =>
      scans === 1
        ? `Send 1 scan too that “${route}” has never sent: it is older than the route, or arrived while the route did not take it.`
        : `Send ${scans.toLocaleString()} scans too that “${route}” has never sent: they are older than the route, or arrived while it did not take them.`,
    rangeSubmit: (count: number) =>
      count === 0
        ? "Send again"
        : count === 1
          ? "Send 1 delivery"
          : `Send ${count.toLocaleString()} deliveries`,
    onTheirWay: (count: number) =>
      count === 1
        ? "1 delivery is on its way."
        : `${count.toLocaleString()} deliveries are on their way.`,
    dropPending: (count: number) =>
      count === 1
        ? "Drop the pending delivery"
        : `Drop all ${count.toLocaleString()} pending deliveries`,
    dropTitle: (count: number) =>
      count === 1 ? "Drop 1 delivery?" : `Drop ${count.toLocaleString()} deliveries?`,
    dropText:
      "The hub no longer sends them. The scans stay in the hub, and you can send them again later.",
    dropSubmit: (count: number) => (count === 1 ? "Drop it" : `Drop ${count.toLocaleString()}`),
    select: "Select",
    selectionTitle: "Selected deliveries",
    selectOne: (name: string, state: string) => `Select ${name}, ${state.toLowerCase()}`,
    selectAll: "All shown",
    selected: (count: number) =>
      count === 1
        ? "1 delivery is selected."
        : `${count.toLocaleString()} deliveries are selected.`,
    againSelected: (count: number) =>
      count === 0 ? "Send again" : `Send again (${count.toLocaleString()})`,
    dropSelected: (count: number) => (count === 0 ? "Drop" : `Drop (${count.toLocaleString()})`),
    showDestination: (destination: string) => `Go to ${destination}`,
  },
};
