import { connect } from "node:net";

/**
 * Resolves whether a program listens on the port; false comes after a short pause, so that callers
 * can poll in a loop.
 */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost", () => resolve(true));
    socket.once("connect", () => socket.destroy());
    socket.once("error", () => setTimeout(resolve, 50, false));
  });
}
