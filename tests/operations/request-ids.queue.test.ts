import { expect, it, vi } from 'vitest';
import { captureEmail } from '#contracts/newsletter/newsletter.ts';
import { patient } from '#tests/support/soon.ts';
import { onBothBackends } from '../money/backends.ts';
import { mailsTo } from '../support/people/people.ts';

const sentId = '4bf92f3577b34da6a3ce929d0e0e4736';

onBothBackends('the id of a request', { TRUST_PROXY_HOPS: '1' }, (current) => {
  it('goes from the proxy through the job to the mail', async () => {
    const { url, sandbox } = current();
    const response = await fetch(`${url}/api${captureEmail.path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': sentId },
      body: JSON.stringify({ email: 'reader@people.example' }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toBe(sentId);
    await vi.waitFor(async () => {
      const [mail] = await mailsTo(sandbox.httpUrl, 'reader@people.example');
      expect(mail?.headers['x-request-id']).toBe(sentId);
    }, patient);
  });
});
