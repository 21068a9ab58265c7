import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

const API_PATH = /^\/(api|health|ops)\/|^\/metrics\b/;
/** Longest wait for an API that restarts, in milliseconds. */
const RESTART_MS = 15_000;
const RETRY_MS = 150;

/**
 * Middleware of the development server that passes calls to the API. While the API restarts, calls wait for it;
 * Vite's own proxy fails at once and prints a stack trace for each.
 */
export function passToApi(apiPort: number, restartMs = RESTART_MS) {
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    if (!API_PATH.test(req.url ?? '')) {
      next();
      return;
    }
    const leaving = new AbortController();
    res.once('close', () => leaving.abort());
    const untilMs = Date.now() + restartMs;
    const attempt = () => {
      let isConnected = false;
      const { url: path, method, headers } = req;
      const call = request({ host: '127.0.0.1', port: apiPort, path, method, headers, agent: false });
      leaving.signal.addEventListener('abort', () => call.destroy(), { once: true });
      call.once('socket', (socket) =>
        socket.once('connect', () => {
          isConnected = true;
          req.pipe(call);
        }),
      );
      call.once('response', (response) => {
        res.writeHead(response.statusCode ?? 502, response.headers);
        pipeline(response, res, () => {});
      });
      call.on('error', () => {
        if (leaving.signal.aborted) return;
        if (res.headersSent) res.destroy();
        // A body that was sent in part cannot be sent again.
        else if (!isConnected && Date.now() < untilMs) setTimeout(attempt, RETRY_MS);
        else unavailable(res);
      });
    };
    attempt();
  };
}

function unavailable(res: ServerResponse): void {
  res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
  res.end(JSON.stringify({ message: 'The API is not running. Its error is in the terminal.' }));
}
