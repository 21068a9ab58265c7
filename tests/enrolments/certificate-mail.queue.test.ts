import { expect, it, vi } from 'vitest';
import { untilIdle } from '#tests/support/product/until-idle.ts';
import { patient } from '#tests/support/soon.ts';
import { onBothBackends } from '../money/backends.ts';
import { fundAndEnrol, pdf, save, upload } from '../support/money/certificates.ts';
import { join, mailsTo } from '../support/people/people.ts';

onBothBackends('a certificate', {}, (current) => {
  it('is mailed once to the sponsor who paid, and to no one else', async () => {
    const product = current();
    const { url, sandbox } = product;
    const learner = await join(url, 'learner', { fullName: 'Ada Obi' });
    const sponsor = await join(url, 'sponsor');
    const other = await join(url, 'sponsor');
    const { id } = await fundAndEnrol(product, learner, sponsor);
    await Promise.all([1, 2].map(() => upload(url, learner.token, id, pdf('Canary of the certificate'))));
    const saved = await save(url, learner);
    expect((await upload(url, learner.token, saved, pdf())).status).toBe(200);
    const aboutIt = async (email: string) =>
      (await mailsTo(sandbox.httpUrl, email)).filter(({ subject }) => subject.includes('finished'));
    await vi.waitFor(async () => expect(await aboutIt(sponsor.email)).toHaveLength(1), patient);
    await untilIdle(product.db);
    const [mail] = await aboutIt(sponsor.email);
    expect(mail).toMatchObject({ subject: 'Ada finished the course: Machine Learning', attachments: [] });
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('we do not check certificates');
      expect(text).not.toContain('Canary');
      expect(text).not.toContain(learner.email);
    }
    expect(await aboutIt(sponsor.email)).toHaveLength(1);
    for (const { email } of [learner, other]) expect(await aboutIt(email)).toEqual([]);
  });
});
