/** The QR tab. */
export const scan = {};
