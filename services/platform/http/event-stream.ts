import type { Request, Response } from 'express';

const heartbeatMs = 20_000;
// Ends now and then, so that a token that ran out, or a lost peer, does not keep a connection for ever.
const longestMs = 15 * 60_000;
// Several changes at once are one piece of news.
const gatherMs = 100;

/** What feeds an event stream. */
export interface EventSource {
  /** Starts; `send` says that there is news. Answers how to stop. */
  start(events: { send: () => void; end: () => void }): () => void;
}

/**
 * Answers with server-sent events (HTML standard, section 9.2): an event without data whenever the source has
 * news. Neither compressed nor buffered; a comment every 20 s keeps the line open.
 */
export function streamEvents(req: Request, res: Response, source: EventSource): void {
  res.set({
    'Content-Type': 'text/event-stream',
    // no-transform also keeps our own compression away, which would hold the events back.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  // Whoever has left already says so no second time: what is started for them would never stop.
  if (req.method === 'HEAD' || res.closed) {
    res.end();
    return;
  }
  const write = (text: string) => {
    if (!res.writableEnded) res.write(text);
  };
  write(': open\n\n');
  let gathering: NodeJS.Timeout | undefined;
  const send = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      write('event: changed\ndata\n\n');
    }, gatherMs);
  };
  const end = () => res.end();
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
  const tooLong = setTimeout(end, longestMs);
  const stop = source.start({ send, end });
  res.once('close', () => {
    clearTimeout(gathering);
    clearInterval(heartbeat);
    clearTimeout(tooLong);
    stop();
  });
}
