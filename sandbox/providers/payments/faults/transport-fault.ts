import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import { providerErrors } from '../api/provider-error.ts';
import type { TransportFault } from './fault.ts';

/** Returns whether the call changes the ledger although the caller gets no proper response. */
export function isApplied(fault: TransportFault): boolean {
  if ('committed' in fault) return fault.committed;
  return ['answer_lost', 'slow', 'truncated'].includes(fault.kind);
}

const badGateway = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';

/** Sends `response` distorted by `fault`. */
export async function respondWithFault(
  res: Response,
  fault: TransportFault,
  response: { status: number; body: unknown },
): Promise<void> {
  switch (fault.kind) {
    case 'no_answer':
    case 'answer_lost':
      // Left open on purpose: the caller's timeout or the end of this process closes it.
      return;
    case 'error':
      res.status(fault.status).json({ status: false, message: 'An error occurred', type: 'api_error' });
      return;
    case 'forbidden':
    case 'invalid_key': {
      const { forbidden, invalidKey } = providerErrors;
      const { status, body } = fault.kind === 'forbidden' ? forbidden() : invalidKey();
      res.status(status).json(body);
      return;
    }
    case 'rate_limited': {
      const now = fault.resetAs === 'epoch' ? Math.floor(Date.now() / 1000) : 0;
      res.setHeader('x-ratelimit-limit', '100').setHeader('x-ratelimit-remaining', '0');
      res.setHeader('x-ratelimit-reset', String(now + fault.resetSeconds));
      res.status(429).json({
        status: false,
        message: 'Too many requests',
        meta: { nextStep: 'Wait until the limit resets.' },
        type: 'api_error',
        code: 'rate_limited',
      });
      return;
    }
    case 'slow':
      await delay(fault.delayMs, undefined, { ref: false });
      if (!res.destroyed) res.status(response.status).json(response.body);
      return;
    case 'html':
      res.status(fault.status).type('html').send(badGateway);
      return;
    case 'proxy_json':
      res.status(fault.status).json({ error: { code: fault.status } });
      return;
    case 'truncated': {
      const text = JSON.stringify(response.body);
      const half = text.slice(0, Math.floor(text.length / 2));
      res.status(response.status).type('json').end(half);
      return;
    }
    case 'reset':
      res.socket?.resetAndDestroy();
  }
}
