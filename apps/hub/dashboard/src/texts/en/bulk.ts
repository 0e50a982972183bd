/** The bar of selected scans and the one that undoes a deletion. They load when they are needed. */
export const bulkTexts = {
  bulk: {
    label: "Selected scans",
    allShown: "All shown",
    all: "All that match",
    selected: (count: number) =>
      count === 1 ? "1 scan is selected." : `${count.toLocaleString()} scans are selected.`,
    send: "Send",
    exportTitle: (count: number) =>
      count === 1 ? "Export 1 scan" : `Export ${count.toLocaleString()} scans`,
    delete: "Delete",
    deleteTitle: (count: number) =>
      count === 1 ? "Delete 1 scan?" : `Delete ${count.toLocaleString()} scans?`,
    deleteText:
      "The scans and their deliveries disappear everywhere, and pending deliveries are not sent. For ten minutes you can bring them back. Scans of an audit trail stay. Copies that were already delivered, or that are in a backup, remain.",
    deleteSubmit: (count: number) =>
      count === 1 ? "Delete 1 scan" : `Delete ${count.toLocaleString()} scans`,
    deleted: ({ count, audited }: { count: number; audited: number }) =>
      `${count === 1 ? "1 scan was deleted." : `${count.toLocaleString()} scans were deleted.`}${
        audited === 0
          ? ""
          : ` ${audited.toLocaleString()} stayed, because an audit trail keeps them.`
      }`,
  },
  deletion: {
    label: "Deleted scans",
    deleted: (count: number) =>
      count === 1 ? "1 scan was deleted." : `${count.toLocaleString()} scans were deleted.`,
    until: (time: string) => `Undo works until ${time}.`,
    undo: "Undo",
    forGood: "Delete for good",
    restored: ({ count, refused }: { count: number; refused: number }) =>
      `${count === 1 ? "1 scan is back." : `${count.toLocaleString()} scans are back.`}${
        refused === 0 ? "" : ` ${refused.toLocaleString()} could not be brought back.`
      }`,
    purged: ({ count }: { count: number }) =>
      count === 1
        ? "1 scan was deleted for good."
        : `${count.toLocaleString()} scans were deleted for good.`,
  },
};
