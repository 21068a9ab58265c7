import type { Request, Response } from 'express';

const heartbeatMs = 20_000;
// Bounds how long an expired token or a lost peer can hold a connection; browsers reconnect.
const maxDurationMs = 15 * 60_000;
// Changes within this time are sent as one event.
const debounceMs = 100;

/** Source of an event stream. */
export interface EventSource {
  /** Subscribes: `send` emits an event, `end` closes the stream. Returns the function that unsubscribes. */
  start(events: { send: () => void; end: () => void }): () => void;
}

/**
 * Responds with server-sent events (HTML standard, section 9.2): an event without data for every change of the source.
 * Neither compressed nor buffered; a comment every 20 s keeps the connection open.
 */
export function streamEvents(req: Request, res: Response, source: EventSource): void {
  res.set({
    'Content-Type': 'text/event-stream',
    // no-transform also disables our compression middleware, which would buffer the events.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  // A response that is already closed emits no `close` event, so its subscription would never end.
  if (req.method === 'HEAD' || res.closed) {
    res.end();
    return;
  }
  const write = (text: string) => {
    if (!res.writableEnded) res.write(text);
  };
  write(': open\n\n');
  let pending: NodeJS.Timeout | undefined;
  const send = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      write('event: changed\ndata\n\n');
    }, debounceMs);
  };
  const end = () => res.end();
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
  const expiry = setTimeout(end, maxDurationMs);
  const unsubscribe = source.start({ send, end });
  res.once('close', () => {
    clearTimeout(pending);
    clearInterval(heartbeat);
    clearTimeout(expiry);
    unsubscribe();
  });
}
