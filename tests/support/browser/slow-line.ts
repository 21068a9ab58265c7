import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const haltMs = 300;
const halts = 4;

/** A site behind a slow line: its pages come in pieces, with a halt before each heading and the footer. */
export interface SlowLine {
  url: string;
  close(): Promise<void>;
}

/** Puts a slow line before a site; only what pages load by GET passes. */
export async function slowLine(site: string): Promise<SlowLine> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${site}${request.url}`, { redirect: 'manual' });
    const kept = ['content-type', 'content-security-policy', 'location'];
    for (const name of kept)
      if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name) ?? '');
    response.writeHead(answer.status);
    if (!answer.headers.get('content-type')?.includes('text/html')) {
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    const pieces = (await answer.text()).split(/(?=<(?:h[123]|footer)\b|<button[^>]+role="tab")/);
    for (const piece of pieces.slice(0, halts)) {
      response.write(piece);
      await sleep(haltMs);
    }
    response.end(pieces.slice(halts).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
