import { Capacitor } from "@capacitor/core";

/** Reads a file of the phone from the server of the web view. */
export async function readPhoneFile(file: string): Promise<Blob> {
  const response = await fetch(Capacitor.convertFileSrc(file));
  if (!response.ok) throw new Error(`the file was not read: ${response.status}`);
  return response.blob();
}
