/**
 * The display names of code formats by `CodeFormat`. A format without one is shown by its
 * identifier.
 */
export const formats: Record<string, string> = {
  qr: "QR code",
  microqr: "Micro QR code",
  rmqr: "rMQR code",
  aztec: "Aztec",
  datamatrix: "Data Matrix",
  pdf417: "PDF417",
  micropdf417: "MicroPDF417",
  maxicode: "MaxiCode",
  ean13: "EAN-13",
  ean8: "EAN-8",
  upca: "UPC-A",
  upce: "UPC-E",
  code128: "Code 128",
  code39: "Code 39",
  code93: "Code 93",
  code32: "Code 32",
  codabar: "Codabar",
  itf: "ITF",
  databar: "DataBar",
  "databar-expanded": "DataBar Expanded",
  "databar-limited": "DataBar Limited",
};
