import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contracts/endpoint.ts';
import {
  ApiError,
  CallTimeoutError,
  call,
  messageOf,
  NetworkError,
  rememberResponse,
  requestFor,
} from './api.ts';
import { $token } from './session.ts';

const greet = endpoint('GET', '/greet/:id', 'public', {
  summary: 'Greets',
  params: z.object({ id: z.string() }),
  query: z.object({ search: z.optional(z.string()), page: z.optional(z.number()) }),
});

const upload = endpoint('POST', '/upload', 'token', {
  summary: 'Uploads',
  body: z.object({ name: z.string() }),
  file: { field: 'picture', maxBytes: 1, types: [], missing: '', tooLarge: '', wrongType: '' },
});

beforeEach(() => {
  vi.stubGlobal('localStorage', { removeItem: vi.fn() });
  vi.stubGlobal('location', { replace: vi.fn(), pathname: '/help', search: '' });
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  $token.set(undefined);
});

const respondWith = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));

describe('requestFor', () => {
  // ASVS 1.2.2
  it('fills and escapes path parameters and omits empty query values', () => {
    const { url } = requestFor(greet, { params: { id: 'a/b' }, query: { search: '', page: 2 } });
    expect(url).toBe('/api/greet/a%2Fb?page=2');
  });

  it('sends the token as a bearer token', () => {
    $token.set('secret');
    const { init } = requestFor(greet, { params: { id: '1' }, query: {} });
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer secret');
  });

  it('sends a file and the fields as multipart form data', () => {
    const { init } = requestFor(upload, { body: { name: 'Ada' }, file: new Blob(['x']) });
    const form = init.body as FormData;
    expect(form.get('name')).toBe('Ada');
    expect(form.get('picture')).toBeInstanceOf(Blob);
  });
});

describe('call', () => {
  it('returns the response body', async () => {
    respondWith(200, { message: 'Hello' });
    await expect(call(greet, { params: { id: '1' }, query: {} })).resolves.toEqual({ message: 'Hello' });
  });

  describe('of a read that was made before', () => {
    const sent = { params: { id: '1' }, query: {} };
    /** Answers with these responses in turn. Returns the versions that the requests name. */
    function answer(...responses: [status: number, body: unknown, headers?: Record<string, string>][]) {
      const versions: (string | null)[] = [];
      vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
        versions.push(headers.get('if-none-match'));
        const [status, body, given] = responses.shift() ?? [500, {}];
        return new Response(status === 304 ? null : JSON.stringify(body), {
          status,
          headers: { 'cache-control': 'no-store', ...given },
        });
      });
      return versions;
    }
    const [first, second] = [{ message: 'Hello' }, { message: 'Good evening' }];

    it('returns what it returned, unless that has changed', async () => {
      const versions = answer(
        [200, first, { etag: '"1"' }],
        [304, {}],
        [200, second, { etag: '"2"' }],
        [304, {}],
      );
      const read: unknown[] = [];
      for (let turn = 0; turn < 4; turn += 1) read.push(await call(greet, sent));
      expect(read).toEqual([first, first, second, second]);
      expect(versions).toEqual([null, '"1"', '"1"', '"2"']);
    });

    it('names no version of another input, another account, or what the browser keeps by itself', async () => {
      rememberResponse(greet, sent, { body: first, etag: '"1"' });
      const versions = answer(
        [200, second, { etag: '"2"' }],
        [200, second, { etag: '"3"' }],
        [200, second, { etag: '"4"', 'cache-control': 'public, max-age=30' }],
        [200, second],
      );
      await call(greet, { ...sent, query: { page: 2 } });
      $token.set('another');
      await call(greet, { ...sent, query: { page: 2 } });
      await call(greet, sent);
      await call(greet, sent);
      expect(versions).toEqual([null, null, null, null]);
    });
  });

  it('throws ApiError with the status, message and field errors of the response', async () => {
    respondWith(422, { message: 'No', errors: { name: 'Too long' } });
    const error = await call(greet, { params: { id: '1' }, query: {} }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, message: 'No', errors: { name: 'Too long' } });
  });

  it('does not send an authenticated call without a token', async () => {
    const send = vi.fn();
    vi.stubGlobal('fetch', send);
    const sent = call(upload, { body: { name: 'Ada' }, file: new Blob([]) });
    await expect(sent).rejects.toMatchObject({
      status: 401,
      message: 'Authentication token is missing. Please log in again.',
    });
    expect(send).not.toHaveBeenCalled();
  });

  it('does not report invalid JSON as a network error', async () => {
    vi.stubGlobal('fetch', async () => new Response('<!doctype html>'));
    await expect(call(greet, { params: { id: '1' }, query: {} })).rejects.toThrow(SyntaxError);
  });

  // ASVS 14.3.1
  it('ends the session on a 401 response and returns to the page after sign-in', async () => {
    $token.set('old');
    respondWith(401, { message: 'Please sign in.' });
    await call(upload, { body: { name: 'Ada' }, file: new Blob([]) }).catch(() => undefined);
    expect($token.get()).toBeUndefined();
    expect(location.replace).toHaveBeenCalledWith('/user-auth?next=%2Fhelp&reason=expired');
  });

  it('distinguishes a timeout from a network error', async () => {
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    });
    await expect(call(greet, { params: { id: '1' }, query: {} }, { timeoutMs: 5 })).rejects.toThrow(
      CallTimeoutError,
    );
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(greet, { params: { id: '1' }, query: {} })).rejects.toThrow(NetworkError);
  });
});

describe('messageOf', () => {
  it('returns the fallback for an empty message or an unknown error', () => {
    expect(messageOf(new ApiError(500, { message: '' }), 'Submission failed')).toBe('Submission failed');
    expect(messageOf(new ApiError(409, { message: 'Taken' }), 'Submission failed')).toBe('Taken');
    expect(messageOf(new Error('x is not a function'), 'Submission failed')).toBe('Submission failed');
  });
});

describe('Idempotency-Key', () => {
  const order = endpoint('POST', '/orders', 'public', {
    summary: 'Orders',
    idempotency: 'once',
    body: z.object({ name: z.string() }),
  });

  /** Sends orders, one for each of these outcomes. Returns the keys that were sent. */
  async function keysOf(outcomes: ['lost' | number, name: string, headers?: HeadersInit][]) {
    const keys: (string | null)[] = [];
    for (const [outcome, name, headers = {}] of outcomes) {
      vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
        keys.push(new Headers(init.headers).get('idempotency-key'));
        if (outcome === 'lost') throw new TypeError('Failed to fetch');
        return new Response('{"message":"x"}', { status: outcome, headers });
      });
      await call(order, { body: { name } }).catch(() => undefined);
    }
    return keys.map((key) => keys.indexOf(key));
  }

  it('is sent for calls that create or pay only', async () => {
    const send = vi.fn(async (_url: string, _init: RequestInit) => new Response('{"message":"x"}'));
    vi.stubGlobal('fetch', send);
    await call(order, { body: { name: 'a' } });
    await call(greet, { params: { id: '1' }, query: {} });
    const sent = send.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'));
    expect(sent).toEqual([expect.stringMatching(/^[\da-z-]{16,}$/), null]);
  });

  it('is the same after a lost response, a server error, and while the first attempt runs', async () => {
    const busy = { 'retry-after': '1' };
    const outcomes = await keysOf([
      ['lost', 'b'],
      [500, 'b'],
      [409, 'b', busy],
      [200, 'b'],
    ]);
    expect(outcomes).toEqual([0, 0, 0, 0]);
  });

  it('is another one for an edited form, and the former one when the edit is undone', async () => {
    const outcomes = await keysOf([
      ['lost', 'c'],
      ['lost', 'd'],
      [200, 'c'],
    ]);
    expect(outcomes).toEqual([0, 1, 0]);
  });

  it.each([200, 400, 409, 422])('is another one after a response of %i', async (status) => {
    const outcomes = await keysOf([
      [status, 'e'],
      [200, 'e'],
    ]);
    expect(outcomes).toEqual([0, 1]);
  });
});
