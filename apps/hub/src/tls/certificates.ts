/** A certificate and its key, both PEM, ready for `tls.createSecureContext` and `server.setSecureContext`. */
export type KeyAndCertificate = { key: string; cert: string };

/** The hub's own CA and the certificate it serves. */
export type Certificates = {
  /** The CA certificate for phones and for `--cacert`; PEM text. */
  caPem: string;
  /** The same as DER. */
  caDer: Uint8Array;
  /** What to serve now. */
  current(): KeyAndCertificate;
  /** Names that were asked for but that this CA may not sign, because it was made before them. */
  leftOut(): readonly string[];
  /** Calls the listener after each renewal; the answer stops that. */
  onChange(listener: (renewed: KeyAndCertificate) => void): () => void;
  /** Renews now if the names changed or the end is near. Also done every minute. */
  refresh(): Promise<void>;
  close(): void;
};

export async function openCertificates(
  dir: string,
  options: {
    now?: () => Date;
    /** Names and addresses to be served; asked again at every check. Default: `certificateNames()`. */
    names?: () => readonly string[];
    /** Told in one sentence when a renewal could not be saved or made. Default: says nothing. */
    warn?: (sentence: string) => void;
  } = {},
): Promise<Certificates> {
  options.warn?.(`${dir}: the certificates are being written.`);
  throw new Error("The certificates are being written.");
}
