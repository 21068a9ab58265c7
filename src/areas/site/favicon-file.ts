/**
 * Returns an ICO file with one square picture, for programs that request `/favicon.ico` without reading the page. Windows
 * Vista and later, and every browser, read a PNG in it.
 */
export function icoFile(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  // Type 1 is an icon; one picture follows.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  // Colour planes, bits of a pixel, length and place of the picture.
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
