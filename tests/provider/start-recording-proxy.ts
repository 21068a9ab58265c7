import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Exchange } from './exchange.ts';

/** A proxy that stands where the client expects the provider. */
export interface RecordingProxy {
  /** The PAYMENT_BASE_URL with which calls go through it. */
  url: string;
  /** Exchanges through it, in the order of the responses. */
  exchanges: readonly Exchange[];
  /** Sets where calls are forwarded to: the base address of the provider. */
  forwardTo(baseUrl: string): void;
  close(): Promise<void>;
}

/** Starts a proxy that forwards every call unchanged and records it with its response. */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const exchanges: Exchange[] = [];
  let target = '';
  const server = createServer(async (req, res) => {
    const { method = 'GET', url: path = '/' } = req;
    const { authorization } = req.headers;
    const body = await text(req);
    const headers = { authorization: authorization ?? '', 'content-type': req.headers['content-type'] ?? '' };
    const response = await fetch(`${target}${path}`, { method, headers, ...(body && { body }) });
    const { status } = response;
    const answer = await response.text();
    exchanges.push({
      method,
      path,
      authorization,
      requestBody: parse(body),
      status,
      responseBody: parse(answer),
    });
    res.writeHead(status, { 'content-type': response.headers.get('content-type') ?? '' }).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    forwardTo(baseUrl) {
      target = baseUrl;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
