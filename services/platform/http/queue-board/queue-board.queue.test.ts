import { beforeAll, expect, it } from 'vitest';
import { queueNames } from '#contracts/queue-names.ts';
import { onBothBackends } from '#tests/money/backends.ts';
import { joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { queueBoardPath } from './queue-board.ts';

onBothBackends('the queue board', {}, (product) => {
  let ada: TestOperator;
  beforeAll(async () => {
    ada = await joinDesk(product());
  });
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${product().url}${queueBoardPath}${path}`, { headers: { cookie: ada.cookie }, ...init });

  // ASVS 13.4.5
  it('is a 404 without a session of the desk, also its scripts and calls', async () => {
    for (const path of ['', '/api/queues', '/static/css/main.css'])
      expect((await get(path, { headers: {} })).status).toBe(404);
  });

  it('shows every queue under a policy of its own', async () => {
    const page = await get('');
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'");
    const text = await page.text();
    expect(text).toContain('Back to the desk');
    const [script] = /static\/js\/main\.\w+\.js/.exec(text) ?? [];
    expect((await get(`/${script}`)).headers.get('content-type')).toMatch(/javascript/);
    const { queues } = await (await get('/api/queues')).json();
    expect(queues.map(({ name }: { name: string }) => name).toSorted()).toEqual(queueNames.toSorted());
    expect(queues.every(({ readOnlyMode }: { readOnlyMode: boolean }) => readOnlyMode)).toBe(true);
    const other = await fetch(`${product().url}/api/ops/queues`, { headers: { cookie: ada.cookie } });
    expect(other.headers.get('content-security-policy')).not.toContain('unsafe-inline');
  });

  it('changes nothing', async () => {
    for (const path of ['/api/queues/pause', '/api/queues/mail/pause', '/api/queues/mail/retry/failed'])
      expect((await get(path, { method: 'PUT' })).status).toBe(405);
  });
});
