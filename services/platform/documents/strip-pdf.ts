import type { Piscina } from 'piscina';
import { createFairQueue } from '../fair-queue.ts';
import type { StrippedPdf } from './strip-pdf.worker.ts';

// Sufficient for any document below the upload limit, and the start of the thread on a busy machine; a crafted document
// inflates to hundreds of megabytes.
const timeoutMs = 15_000;
const maxWaiting = 20;

let pool: Piscina<Uint8Array, StrippedPdf> | undefined;

// One thread: parsing needs a processor, and the event loop must stay free. Created with the first document.
async function openPool(): Promise<Piscina<Uint8Array, StrippedPdf>> {
  const { Piscina } = await import('piscina');
  pool ??= new Piscina<Uint8Array, StrippedPdf>({
    filename: new URL('./strip-pdf.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  return pool;
}

// The time limit is of one document, not of those before it.
const inTurn = createFairQueue({
  maxRunning: 1,
  maxWaiting,
  maxWaitingPerSource: maxWaiting,
  overloaded: 'Many files are being uploaded right now. Please try again.',
});

/**
 * Returns a PDF without metadata, or why there is none: it is protected by a password, cannot be read within the time
 * limit, or contains a program or another file. @throws HttpError 503 when too many documents are queued.
 */
export function stripPdf(data: Buffer): Promise<StrippedPdf> {
  return inTurn(async () => {
    const threads = await openPool();
    try {
      return await threads.run(data, { signal: AbortSignal.timeout(timeoutMs) });
    } catch {
      return { problem: 'unreadable' };
    }
  }, 'documents');
}
