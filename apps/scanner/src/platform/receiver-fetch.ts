/**
 * Sends requests to a receiver. The native shell has its own, which CORS does not limit:
 * native/src/receiver-fetch.ts.
 */
export const receiverFetch: typeof fetch = (...request) => fetch(...request);
