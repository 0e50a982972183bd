/**
 * Returns whether a receiver that refused a scan with this status may still have stored it. A hub
 * stores the scan when the destination of a `through` route fails (502, 504). A 503 says that the
 * receiver cannot take the scan now.
 */
export function mayHaveStored(status: number): boolean {
  return status >= 500 && status !== 503;
}
