import type { submitReport as contract } from '#contracts/safety/reports.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { expectedDaySentence, findExpectedTime } from '#services/cases/expected-time.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound, unauthenticated } from '#services/platform/errors.ts';
import { findReported } from './find-reported.ts';
import { storeReport } from './store-report.ts';

/**
 * Stores a report on what the caller or visitor may see.
 * @throws HttpError 401 for a report on a sponsor or note without a sign-in, 404 for what the caller may not see.
 */
export const submitReport: Handler<typeof contract> = ({ body, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    if ((body.about === 'sponsor' || body.about === 'note') && !caller)
      throw unauthenticated(
        'Please sign in as the learner of this meeting, then report its sponsor or note.',
      );
    // The lock serializes the reports of one person, who counts once for each subject.
    const reporter = caller && (await lockRow(manager, UserEntity, { id: caller.id }));
    const subject = await findReported(manager, body, caller);
    if (!subject) throw notFound('This is no longer there, or you cannot see it any more.');
    const { reason, details, email } = body;
    await storeReport(manager, { subject, reporter, reason, details, email });
    const expected = await findExpectedTime(manager, { kind: 'report', subject });
    return {
      message: `Thank you for telling us. An operator looks at it within a day.${expectedDaySentence(expected)}`,
    };
  });
