/** The history of scans, and what became of one. */
export const history = {
  offline: "You are offline: kept in history, not sent.",
};
