import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** An answer as it came over the wire. */
export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON; undefined when it is none. */
  json: { message?: string; errors?: Record<string, string>; [key: string]: unknown } | undefined;
}

interface RawCall {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | undefined;
}

/** Sends a request as given: header, path and body are not normalized as by fetch. */
export function rawCall(url: string, path: string, { method = 'GET', headers = {}, body }: RawCall = {}) {
  const { hostname, port } = new URL(url);
  return new Promise<RawResponse>((resolve, reject) => {
    // Node frames the body of a DELETE only when its length is given, so the server would not read it.
    const length = method === 'DELETE' && body !== undefined && { 'content-length': Buffer.byteLength(body) };
    const framed = { ...headers, ...length };
    const call = request({ hostname, port, path, method, headers: framed, agent: false }, async (res) => {
      const received = await text(res);
      resolve({ status: res.statusCode ?? 0, headers: res.headers, text: received, json: asJson(received) });
    });
    call.once('error', reject);
    call.end(body);
  });
}

/** Sends a text as JSON, whatever it is. */
export function sendText(
  url: string,
  path: string,
  body: string | Buffer,
  token?: string,
  method = 'POST',
): Promise<RawResponse> {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return rawCall(url, path, { method, headers, body });
}

function asJson(received: string): RawResponse['json'] {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}
