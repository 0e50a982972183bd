/** The errors of registers, for the table in `errors.ts`. */
export const registerErrors = {
  "no-such-register": {
    status: 404,
    message: "There is no register with this name; check the list of registers.",
  },
  "no-such-display": {
    status: 404,
    message:
      "There is no such door display; it may have been removed, and the owner of the hub can make a new one.",
  },
  "not-a-supervisor": {
    status: 403,
    message:
      "Only a supervisor may do this; the hub's owner can make the user of this phone one, under Inboxes.",
  },
  "needs-a-user": {
    status: 403,
    message:
      "Only a user may do this, and an open inbox has none; the hub's owner can close it and add users, under Inboxes.",
  },
  "no-such-movement": {
    status: 404,
    message: "This register has no movement with this number; its journal lists them.",
  },
  "no-such-entry": {
    status: 404,
    message: "This register has no entry with this number; it may have been deleted.",
  },
  "answered-already": {
    status: 409,
    message: "These questions have been answered already; scan again.",
  },
  "ask-over": {
    status: 409,
    message: "The time to answer these questions is over; scan again.",
  },
  "register-exists": {
    status: 409,
    message: "A register with this name exists already; choose another name.",
  },
  "register-borrowed": {
    status: 409,
    message: "Another register has its entries from this one; remove that one first.",
  },
  "inbox-answered": {
    status: 409,
    message:
      "A route of this inbox already answers its senders; set its mode to stored, or bind another inbox.",
  },
  "not-undone": {
    status: 409,
    message: "This movement cannot be undone, so nothing was changed.",
  },
  "key-taken": {
    status: 409,
    message: "Another entry has this code, so nothing was changed; take it from there first.",
  },
  "no-import": {
    status: 409,
    message:
      "There is no import to undo: only the last one of a register can be undone, once, and not after all its entries were deleted.",
  },
  "not-a-register": {
    status: 422,
    message: "These are not valid rules of a register; check their times and numbers.",
  },
  "already-named": {
    status: 409,
    message: "Somebody has named this article meanwhile; the hub's owner can change its name.",
  },
  "not-a-label": {
    status: 422,
    message: "A name has 1 to 200 characters, and no line breaks or control characters.",
  },
  "no-such-round": { status: 404, message: "The register has no such round." },
  "no-rounds-here": { status: 422, message: "Only a stock has rounds." },
  "round-open": {
    status: 409,
    message: "A round of this register is going on; end it before you begin another one.",
  },
  "round-not-ended": {
    status: 409,
    message: "The round is still going on; end it first, and read its differences.",
  },
  "stock-in-the-way": {
    status: 409,
    message:
      "There is a quantity of this article, or there are articles at this place; book them to 0 before you change its unit or its role.",
  },
  "not-an-action": {
    status: 422,
    message: "The kind of the register has no such action.",
  },
  "not-a-quantity": {
    status: 422,
    message: "A quantity is a number of units with at most three decimals, such as 1.5.",
  },
  "not-an-answer": {
    status: 422,
    message: "An answer does not fit its question; the message names it.",
  },
  "not-a-person": {
    status: 422,
    message: "This entry is not a person; give it the role person first, or choose another one.",
  },
  "not-a-date": {
    status: 422,
    message: "A date is a day such as 2026-12-06, or a time such as 2026-12-06T18:00:00Z.",
  },
  "not-a-place": {
    status: 422,
    message: "This entry is not a place; give it the role place first, or choose another one.",
  },
  "not-a-key": {
    status: 422,
    message:
      "This is no code of an entry; write t: and a text, u: and the UID of a tag, m: and a mail address, or g: and the number of a product.",
  },
  "not-a-list": {
    status: 422,
    message: "The list cannot be imported; check its columns and the lines that the message names.",
  },
  "nothing-to-print": {
    status: 422,
    message: "No such guest has a code that can be printed; make codes first.",
  },
  "too-many-screens": {
    status: 429,
    message:
      "Too many screens show this door display already; close one of them, or make another display.",
  },
} as const;
