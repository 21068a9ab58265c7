import { createServer } from 'node:http';
import { holdPort } from '../support/product/hold-port.ts';

/** A server with the pages of courses, for checks of their links. */
export interface FakePlatform {
  host: string;
  /** Status by method and path; 302 leads to an address inside the network. */
  answers: Map<string, number>;
  /** Requests so far, each as method and path. */
  seen: string[];
  close(): void;
}

/** Starts a platform that responds with 200 unless `answers` says otherwise. */
export async function startPlatform(): Promise<FakePlatform> {
  const answers = new Map<string, number>();
  const seen: string[] = [];
  const { port, release } = await holdPort();
  const server = createServer((req, res) => {
    seen.push(`${req.method} ${req.url}`);
    const status = answers.get(`${req.method} ${req.url}`) ?? 200;
    res.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/secrets' } : {}).end();
  });
  await release();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${port}`, answers, seen, close: () => server.close() };
}
