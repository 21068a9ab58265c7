/** Limits of the parser process, whose reasons are in decision 090. The uploads themselves have 524,288 bytes at most. */
export const parserLimits = {
  /** Resident memory, of which 60 MB are Node's program and libraries, and the part of it for objects of JavaScript. */
  memoryMb: 196,
  heapMb: 96,
  /** Processor time of one file: a busy machine does not reject what an idle one accepts. */
  cpuMs: 2_500,
  /** Memory after a file above which a process is not used again. */
  reusableMb: 150,
} as const;

/** Limits of a PDF, checked before what they bound is decompressed, parsed or copied. */
export const pdfLimits = {
  /** Object and cross-reference streams of a document together, decompressed. */
  inflatedBytes: 4 * 1024 * 1024,
  /** Objects that a document has or that its streams claim. */
  objects: 50_000,
  /** Nodes of the tree of pages, counted as often as they are named. */
  pages: 1_000,
  rewrittenBytes: 1024 * 1024,
} as const;

/** Largest picture, in pixels. */
export const maxPixels = 25_000_000;
