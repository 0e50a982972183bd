/** What requests to a receiver go through. The native shell has its own, without CORS: native/src/receiver-fetch.ts. */
export const receiverFetch: typeof fetch = (...request) => fetch(...request);
