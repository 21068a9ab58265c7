import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

const API_PATH = /^\/(api|health|ops)\/|^\/metrics\b/;
/** How long a call is retried while the API restarts, in milliseconds. */
const RESTART_MS = 15_000;
const RETRY_MS = 150;

/**
 * Middleware of the development server that forwards calls to the API and retries connections while the API restarts;
 * Vite's proxy fails immediately and prints a stack trace for each call.
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
        // Retry only before the connection exists: a partly sent body cannot be sent again.
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
