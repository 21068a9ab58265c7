import { Piscina } from 'piscina';
import type { StrippedPdf } from './strip-pdf.worker.ts';

/** Sufficient for any document below the upload limit; a crafted one inflates to hundreds of megabytes. */
const timeoutMs = 5_000;

// One thread: parsing needs a processor, and the event loop must stay free.
const pool = new Piscina<Uint8Array, StrippedPdf>({
  filename: new URL('./strip-pdf.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 30_000,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});

/**
 * Returns a PDF without metadata, or why there is none: it is protected by a password, cannot be read within the time
 * limit, or contains a program or another file.
 */
export async function stripPdf(data: Buffer): Promise<StrippedPdf> {
  try {
    return await pool.run(data, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    return { problem: 'unreadable' };
  }
}
