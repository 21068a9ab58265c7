/** A file of an archive. */
export interface ArchivedFile {
  /** Path inside the archive. */
  name: string;
  data: Uint8Array;
}

const isCompressed = /\.(jpg|png|webp|pdf)$/;

/** Yields the bytes of a zip archive while its files are read, so that one file at a time is in memory. */
export async function* zipFiles(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  let chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const taken = () => {
    const all = chunks;
    chunks = [];
    return all;
  };
  for await (const { name, data } of files) {
    const entry = isCompressed.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name);
    archive.add(entry);
    entry.push(data, true);
    yield* taken();
  }
  archive.end();
  yield* taken();
}
