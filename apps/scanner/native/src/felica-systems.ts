/**
 * The system codes of the FeliCa cards that an iPhone looks for. iOS ends a session that polls for
 * FeliCa unless Info.plist declares them, so `generate/info-plist.ts` takes them from here:
 * NFC Forum Type 3 tags with NDEF (12FC), FeliCa Lite-S (88B4), the common area of cards with
 * several services (FE00), Japanese transit cards (0003) and Octopus (8008).
 */
export const felicaSystemCodes: readonly string[] = ["12FC", "88B4", "FE00", "0003", "8008"];
