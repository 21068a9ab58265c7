import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestSandbox,
  type TestSandbox,
  testSecretKey,
} from '#tests/support/servers/start-test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.control('DELETE', '/faults'));
afterAll(() => sandbox.end());

/** Sends a request that is aborted after `timeoutMs`, and returns what the client sees. */
async function impatient(path: string, timeoutMs: number, body?: object): Promise<string> {
  try {
    const response = await fetch(`${sandbox.payments}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${testSecretKey}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    const { name, cause } = error as Error;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : name;
  }
}

// Calls with a response finish within the first timeout; calls without one reach the second.
const longMs = 4_000;
const shortMs = 500;
const order = (reference: string) => ({ reference, email: 'a@example.com', amount: 5_000 });
const initialize = (reference: string, timeoutMs = longMs) =>
  impatient('/transaction/initialize', timeoutMs, order(reference));
const isKnown = async (reference: string) => (await sandbox.verify(reference)).status === 200;

describe('faults of initialize', () => {
  it('no_answer: sends no response and creates no transaction', async () => {
    await sandbox.fault({ on: 'initialize', fault: { kind: 'no_answer' } });
    expect(await initialize('no-answer', shortMs)).toBe('TimeoutError');
    expect(await isKnown('no-answer')).toBe(false);
    expect(await initialize('no-answer')).toMatch(/^200 /);
  });

  it('answer_lost: sends no response although the transaction was created', async () => {
    await sandbox.fault({ on: 'initialize', fault: { kind: 'answer_lost' } });
    expect(await initialize('answer-lost', shortMs)).toBe('TimeoutError');
    expect(await isKnown('answer-lost')).toBe(true);
    expect(await initialize('answer-lost')).toContain('duplicate_reference');
  });

  it.each([
    ['error', { kind: 'error' }, /^500 \{/, false],
    ['error-made', { kind: 'error', status: 503, committed: true }, /^503 \{/, true],
    ['html', { kind: 'html' }, /^502 <!doctype html>/, false],
    ['forbidden', { kind: 'forbidden' }, /^403 \{"status":false/, false],
    ['proxy', { kind: 'proxy_json' }, /^502 \{"error"/, false],
    ['html-made', { kind: 'html', status: 200, committed: true }, /^200 <!doctype html>/, true],
    ['reset', { kind: 'reset' }, /^(ECONNRESET|UND_ERR_SOCKET)$/, false],
    ['reset-made', { kind: 'reset', committed: true }, /^(ECONNRESET|UND_ERR_SOCKET)$/, true],
    ['truncated', { kind: 'truncated' }, /^200 \{"status":true[^}]*$/, true],
    ['rate-limited', { kind: 'rate_limited' }, /^429 .*"rate_limited"/, false],
  ])('%s', async (reference, fault, expected, isCreated) => {
    await sandbox.fault({ on: 'initialize', fault });
    expect(await initialize(reference)).toMatch(expected);
    expect(await isKnown(reference)).toBe(isCreated);
  });

  it('slow: delays a correct response', async () => {
    await sandbox.fault({ on: 'initialize', times: 2, fault: { kind: 'slow', delayMs: 2 * shortMs } });
    expect(await initialize('slow-1', shortMs)).toBe('TimeoutError');
    expect(await isKnown('slow-1')).toBe(true);
    const startedMs = performance.now();
    expect(await initialize('slow-2')).toMatch(/^200 /);
    expect(performance.now() - startedMs).toBeGreaterThan(2 * shortMs - 10);
  });

  it('rate_limited: sends the reset time in seconds or as epoch', async () => {
    await sandbox.fault({ on: 'initialize', fault: { kind: 'rate_limited', resetSeconds: 7 } });
    expect((await sandbox.initialize()).headers.get('x-ratelimit-reset')).toBe('7');
    await sandbox.fault({
      on: 'initialize',
      fault: { kind: 'rate_limited', resetSeconds: 7, resetAs: 'epoch' },
    });
    const earliest = Math.floor(Date.now() / 1_000) + 7;
    const reset = Number((await sandbox.initialize()).headers.get('x-ratelimit-reset'));
    expect(reset).toBeGreaterThanOrEqual(earliest);
    expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 7);
  });
});

describe('matching of fault rules', () => {
  it('applies to the next N calls only', async () => {
    await sandbox.fault({ on: 'initialize', times: 2, fault: { kind: 'error' } });
    const answers = [await sandbox.initialize(), await sandbox.initialize(), await sandbox.initialize()];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect((await sandbox.control('GET', '/faults')).json).toMatchObject([{ remaining: 0, used: 2 }]);
  });

  it('prefers a rule for a reference or payer to a rule for any call', async () => {
    await sandbox.fault({ on: 'initialize', fault: { kind: 'error', status: 501 } });
    await sandbox.fault({
      on: 'initialize',
      email: 'Unlucky@example.com',
      fault: { kind: 'error', status: 502 },
    });
    await sandbox.fault({ on: 'initialize', reference: 'marked', fault: { kind: 'error', status: 503 } });
    const marked = await sandbox.initialize({ reference: 'marked', email: 'unlucky@example.com' });
    const unlucky = await sandbox.initialize({ email: 'unlucky@example.com' });
    const anyone = await sandbox.initialize({ email: 'unlucky@example.com' });
    expect([marked.status, unlucky.status, anyone.status]).toEqual([503, 502, 501]);
    expect((await sandbox.initialize({ reference: 'marked' })).status).toBe(200);
  });

  it('does not apply to calls without the key', async () => {
    await sandbox.fault({ on: 'initialize', fault: { kind: 'error' } });
    const headers = { authorization: 'Bearer wrong' };
    expect((await sandbox.call('POST', '/payments/transaction/initialize', {}, headers)).status).toBe(401);
    expect((await sandbox.initialize()).status).toBe(500);
  });
});

describe('faults of verify', () => {
  it.each([
    ['silent', { kind: 'no_answer' }, /^TimeoutError$/],
    ['error', { kind: 'error' }, /^500 /],
    ['limited', { kind: 'rate_limited' }, /^429 /],
    ['slow', { kind: 'slow', delayMs: 2 * shortMs }, /^TimeoutError$/],
    ['html', { kind: 'html', status: 200 }, /^200 <!doctype/],
    ['truncated', { kind: 'truncated' }, /^200 \{"status":true.*[^}]$/],
    ['reset', { kind: 'reset' }, /^(ECONNRESET|UND_ERR_SOCKET)$/],
  ])('%s', async (name, fault, expected) => {
    await sandbox.initialize({ reference: `verify-${name}` });
    await sandbox.fault({ on: 'verify', reference: `verify-${name}`, fault });
    const patienceMs = expected.test('TimeoutError') ? shortMs : longMs;
    expect(await impatient(`/transaction/verify/verify-${name}`, patienceMs)).toMatch(expected);
    expect(await impatient(`/transaction/verify/verify-${name}`, longMs)).toMatch(/^200 .*\}$/);
  });

  it('returns the statuses in turn and repeats the last, with an unchanged ledger', async () => {
    const { json: initialized } = await sandbox.initialize({ reference: 'flip' });
    await sandbox.press(initialized.data.access_code, 'pay');
    const fault = { kind: 'answer', status: ['abandoned', 'success', 'reversed'] };
    await sandbox.fault({ on: 'verify', reference: 'flip', fault });
    const told: string[] = [];
    for (let call = 0; call < 4; call += 1) told.push((await sandbox.verify('flip')).json.data.status);
    expect(told).toEqual(['abandoned', 'success', 'reversed', 'reversed']);
    const { json } = await sandbox.control('GET', '/ledger');
    expect(json.transactions.find(({ reference }) => reference === 'flip')?.status).toBe('success');
  });

  it('returns another amount, currency and metadata', async () => {
    await sandbox.initialize({ reference: 'bent' });
    const fault = { kind: 'answer', amountMinor: 2_001_798, currency: 'USD', metadata: 0 };
    await sandbox.fault({ on: 'verify', reference: 'bent', times: 1, fault });
    expect((await sandbox.verify('bent')).json.data).toMatchObject({
      amount: 2_001_798,
      requested_amount: 2_001_800,
      currency: 'USD',
      metadata: 0,
    });
    expect((await sandbox.verify('bent')).json.data).toMatchObject({ amount: 2_001_800, currency: 'NGN' });
  });

  it('responds that an existing transaction is unknown', async () => {
    await sandbox.initialize({ reference: 'hidden' });
    await sandbox.fault({ on: 'verify', reference: 'hidden', fault: { kind: 'not_found', status: 400 } });
    expect(await sandbox.verify('hidden')).toMatchObject({
      status: 400,
      json: { code: 'transaction_not_found' },
    });
    expect((await sandbox.verify('hidden')).status).toBe(200);
  });
});
