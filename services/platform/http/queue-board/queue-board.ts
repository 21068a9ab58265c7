import type { RequestHandler } from 'express';
import { loadOnce } from '../../async-calls.ts';
import type { Config } from '../../config.ts';
import { HttpError, unavailable } from '../../errors.ts';
import type { Logger } from '../../log.ts';

/** Path of the board, below the desk, so that `guardDesk` protects it. */
export const queueBoardPath = '/ops/queues/board';

// The board's own scripts and styles; it styles elements with attributes. Its fonts of another site stay blocked.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Returns whether a request is one that an open board sends by itself every few seconds. */
export const isBoardPoll = (path: string): boolean => path.startsWith(`${queueBoardPath}/api/`);

/**
 * Creates the middleware that shows the queues of both backends with bull-board, read-only: the outbox is the record of
 * jobs, so that a job retried or removed here alone would be lost or come back. It connects with the first request, and
 * closes when `ended` is aborted.
 */
export function createQueueBoard(
  config: Pick<Config, 'redisUrl' | 'databaseUrl' | 'pools'>,
  log: Logger,
  ended: AbortSignal,
): RequestHandler {
  // Imported with the first request: few API processes ever show the board, and it loads BullMQ.
  const board = loadOnce(async () => {
    const { openQueueBoard } = await import('./open-queue-board.ts');
    return openQueueBoard(config, { path: queueBoardPath, log, ended });
  });
  return async (req, res, next) => {
    if (!['GET', 'HEAD'].includes(req.method)) {
      res.set('Allow', 'GET, HEAD');
      throw new HttpError(405, 'This board is read-only. Retry and discard jobs on the page of the queues.');
    }
    const show = await board().catch(() => {
      throw unavailable('The queue cannot be reached right now. Please try again in a moment.', 5);
    });
    res.set('Content-Security-Policy', policy);
    return show(req, res, next);
  };
}
