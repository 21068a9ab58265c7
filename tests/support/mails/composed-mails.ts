import type { MailName } from '#services/platform/email/mail.jobs.ts';
import { composers } from '#workers/composers.ts';
import type { ComposedMail } from '#workers/mail/mail-composer.ts';
import type { TestProduct } from '../product/test-product.ts';

/** Composes the mails of these kinds that wait to be delivered to an address, oldest first; for tests without workers. */
export async function composeWaiting(
  { db, config }: Pick<TestProduct, 'db' | 'config'>,
  to: string,
  mails: readonly MailName[],
): Promise<ComposedMail[]> {
  const waiting: { payload: { mail: MailName; id: string; revision: number } }[] = await db.query(
    `SELECT payload FROM outbox WHERE job = 'mail.deliver' AND payload->>'mail' = ANY ($1) ORDER BY created_at, id`,
    [mails],
  );
  const composed: ComposedMail[] = [];
  for (const { payload } of waiting) {
    const { mail, id, revision } = payload;
    const composedMail = await composers[mail](id, { manager: db.manager, config, revision });
    if (composedMail?.to === to) composed.push(composedMail);
  }
  return composed;
}
