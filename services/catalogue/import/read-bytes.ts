import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Called with the number of bytes of the file that have been read, compressed ones if it is compressed. */
export type OnRead = (bytes: number) => void;

/** Returns whether a file starts with the gzip magic number (RFC 1952), regardless of its name. */
export async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await file.close();
  }
}

/**
 * Yields the bytes of a file in chunks; decompresses gzip.
 *
 * @throws Error when a compressed file is damaged or incomplete.
 */
export async function* readBytes(path: string, onRead: OnRead = () => {}): AsyncGenerator<Buffer> {
  if (!(await isGzip(path))) {
    yield* readFile(path, onRead);
    return;
  }
  const gunzip = createGunzip();
  // The iteration below throws the error.
  pipeline(readFile(path, onRead), gunzip).catch(() => {});
  try {
    yield* gunzip;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new Error(
      `${path} is damaged: its gzip data ends too early or is not valid. The rows before that were read.`,
    );
  } finally {
    gunzip.destroy();
  }
}

async function* readFile(path: string, onRead: OnRead): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    read += chunk.length;
    onRead(read);
    yield chunk;
  }
}

/** Maximum length of a row in characters; a longer one is truncated, and so rejected by the parser. */
export const longestRow = 1024 * 1024;

/**
 * Yields the lines of UTF-8 text without the byte order mark. Only a line feed ends a line, because carriage returns
 * and Unicode line separators can be part of a cell.
 */
export async function* splitLines(bytes: AsyncIterable<string | Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of bytes) {
    const lines = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield (held + line).slice(0, longestRow);
      held = '';
    }
    if (held.length < longestRow) held += last;
  }
  held += decoder.decode();
  if (held) yield held.slice(0, longestRow);
}
