import type { Mutation } from './mutation.ts';

const handlers = ['workers/handlers.db.test.ts'];
const mailHandlers = ['workers/mail-handlers.db.test.ts'];
const reset = { file: 'workers/accounts/accounts.handlers.ts', tests: mailHandlers };
const invitations = { file: 'workers/requests/requests.handlers.ts', tests: mailHandlers };
const invitationText = {
  file: 'services/requests/invitation-text.ts',
  tests: ['workers/requests/invitation-text.db.test.ts'],
};
const polling = { file: 'workers/payments/payments.handlers.ts', tests: handlers };
const refunds = { file: 'workers/refunds/refunds.handlers.ts', tests: handlers };
const notices = { file: 'workers/meetings/meetings.handlers.ts', tests: mailHandlers };
const running = { file: 'workers/runtime/run-job.ts', tests: ['workers/runtime/run-job.test.ts'] };
const runningWithRows = { ...running, tests: ['workers/runtime/run-job.db.test.ts'] };
const outcome = {
  file: 'services/platform/queue/outbox-rows.ts',
  tests: ['workers/runtime/run-job.db.test.ts'],
};
const sentJobs = { file: 'workers/runtime/sent-jobs.ts', tests: ['workers/runtime/sent-jobs.test.ts'] };
const age = {
  file: 'services/flows/guardianship.ts',
  tests: ['services/accounts/guardians/ages.db.test.ts'],
};
const prices = {
  file: 'services/requests/prices.ts',
  tests: ['services/requests/prices.db.test.ts'],
};

const mutations: Mutation[] = [
  {
    ...reset,
    rule: 'An operator gets no link for a new password.',
    find: `!user || user.role === 'operator'`,
    replace: '!user',
  },
  {
    ...reset,
    rule: 'A request for a new password is deleted after it was answered.',
    find: 'manager.delete(PasswordResetRequestEntity, { id: requestId })',
    replace: 'manager.findOneBy(PasswordResetRequestEntity, { id: requestId })',
  },
  {
    ...reset,
    rule: 'A request for a new password without an account sends no mail.',
    find: 'if (hasAccount) await sendMail',
    replace: 'if (!hasAccount) await sendMail',
  },
  {
    ...invitations,
    rule: 'An invitation is sent once.',
    find: ' AND invited.invited_at IS NULL',
    replace: '',
  },
  {
    ...invitations,
    rule: 'An invitation to a hidden request waits.',
    find: ` AND \${isShownSql}`,
    replace: '',
  },
  {
    ...invitations,
    rule: 'Invitations of other learners wait for their own learner.',
    find: 'r.learner_id = $1 AND ',
    replace: '$1::text IS NOT NULL AND ',
  },
  {
    ...invitationText,
    rule: 'An invitation shows no text that an operator did not want to show.',
    find: 'request.isInvitationTextShown && ',
    replace: '',
  },
  {
    ...invitationText,
    rule: 'An invitation shows no text that was changed after an operator read it.',
    find: 'request.isInvitationTextShown && request.invitationTextHash === hashOf(request)',
    replace: 'request.isInvitationTextShown',
  },
  {
    ...invitationText,
    rule: 'An invitation shows no contact data, also if an operator overlooked it.',
    find: ' && canBeShown(request)\n',
    replace: '\n',
  },
  {
    ...invitationText,
    rule: 'A text is read once.',
    find: 'request.invitationTextHash === hashOf(request) || !canBeShown(request)',
    replace: '!canBeShown(request)',
  },
  {
    ...invitationText,
    rule: 'A text with contact data is not read.',
    find: 'hashOf(request) || !canBeShown(request)',
    replace: 'hashOf(request)',
  },
  {
    ...invitationText,
    rule: 'A text that changes while an operator reads it is read again.',
    find: 'wasRead || (await hasRow(manager, openReview, [before.id]))',
    replace: 'wasRead',
  },
  {
    file: 'workers/deliver-mail.ts',
    rule: 'An invitation that was not sent does not count as sent.',
    find: `payload.mail === 'invitation' && isSent`,
    replace: `payload.mail === 'invitation'`,
    tests: mailHandlers,
  },
  {
    ...notices,
    rule: 'The summary about a meeting is about its newest revision.',
    find: 'meeting?.notifiedRevision ?? revision',
    replace: 'meeting?.id ? revision : revision',
  },
  {
    ...notices,
    rule: 'An older notice of a meeting is not sent as a summary.',
    find: 'const meeting = isLatest\n      ?',
    replace: 'const meeting = meetingId\n      ?',
  },
  {
    ...notices,
    rule: 'The time of the last notice of a meeting is stored.',
    find: `manager.update(MeetingEntity, meetingId, { notifiedAt: () => 'now()' })`,
    replace: 'manager.findOneBy(MeetingEntity, { id: meetingId })',
  },
  {
    ...notices,
    rule: 'A notice of a meeting goes to its participant.',
    find: `mail = \`meeting-for-\${participant}\` as const`,
    replace: `mail = 'meeting-for-learner'`,
  },
  {
    ...polling,
    rule: 'A payment that is settled is not polled again.',
    find: 'if (!payment || isSettled(payment.status)) return;',
    replace: 'if (!payment) return;',
  },
  {
    ...polling,
    rule: 'A payment with a page is polled again although the provider does not know it.',
    find: 'payment.accessCode === null && payment.isKnown === false',
    replace: 'payment.isKnown === false',
  },
  {
    ...polling,
    rule: 'A payment without a page is polled again if the provider knows it.',
    find: 'payment.accessCode === null && payment.isKnown === false',
    replace: 'payment.accessCode === null',
  },
  {
    ...polling,
    rule: 'A payment that was never started is abandoned at once.',
    find: 'delayMs === undefined || wasNeverStarted',
    replace: 'delayMs === undefined',
  },
  {
    ...polling,
    rule: 'The last poll leaves the status of a payment that is not open.',
    find: '{ reference, status: isOpen }',
    replace: '{ reference }',
  },
  {
    ...polling,
    rule: 'The last poll abandons a payment whose start was interrupted.',
    find: `In(['initiating', 'pending'])`,
    replace: `In(['pending'])`,
  },
  {
    ...polling,
    rule: 'Each poll of a payment is followed by the next.',
    find: 'round: round + 1 }',
    replace: 'round }',
  },
  {
    ...refunds,
    rule: 'A refund that needs attention is polled.',
    find: `r.status IN ('pending', 'processing', 'needs_attention')`,
    replace: `r.status IN ('pending', 'processing')`,
  },
  {
    ...refunds,
    rule: 'A refund that has ended is not polled.',
    find: `r.status IN ('pending', 'processing', 'needs_attention') AND `,
    replace: '',
  },
  {
    ...refunds,
    rule: 'A refund that was read is polled as seldom as its age allows.',
    find: 'coalesce(r.read_at, r.called_at)',
    replace: 'r.called_at',
  },
  {
    ...refunds,
    rule: 'An old refund is polled every 6 hours.',
    find: `least(interval '6 hours', greatest(interval '2 minutes', (now() - r.created_at) / 10))`,
    replace: `greatest(interval '2 minutes', (now() - r.created_at) / 10)`,
  },
  {
    ...refunds,
    rule: 'A refund of an hour ago is not polled every 2 minutes.',
    find: `greatest(interval '2 minutes', (now() - r.created_at) / 10)`,
    replace: `interval '2 minutes'`,
  },
  {
    file: 'workers/disputes/disputes.handlers.ts',
    rule: 'The reminder of a dispute does not wait for the provider.',
    find: `await complete(remindOfDisputes);
    await syncRecentDisputes(deps);`,
    replace: `await syncRecentDisputes(deps);
    await complete(remindOfDisputes);`,
    tests: handlers,
  },
  {
    file: 'workers/privacy/privacy.handlers.ts',
    rule: 'A person is erased after the mails about the end of the account.',
    find: 'if (await hasOpenMails(db.manager, userId))',
    replace: 'if (false)',
    tests: handlers,
  },
  {
    file: 'workers/catalogue/catalogue.handlers.ts',
    rule: 'A failed import is shown after its last attempt only.',
    find: 'if (attempt >= importUploadJob.attempts)',
    replace: 'if (attempt)',
    tests: handlers,
  },
  {
    file: 'workers/catalogue/catalogue.handlers.ts',
    rule: 'An import that failed is tried again.',
    find: '      throw error;\n',
    replace: '',
    tests: handlers,
  },
  {
    file: 'workers/housekeeping/housekeeping.handlers.ts',
    rule: 'The figures of the queues are stored once a minute.',
    find: 'now.getTime() - (now.getTime() % minuteMs)',
    replace: 'now.getTime()',
    tests: handlers,
  },
  {
    file: 'workers/housekeeping/housekeeping.handlers.ts',
    rule: 'Without an object store no objects are swept.',
    find: 'if (!config.files.s3) return;\n    const removed = await sweepObjects(db, objectStore(config.files.s3));',
    replace: 'const removed = await sweepObjects(db, objectStore(config.files.s3 as never));',
    tests: handlers,
  },
  {
    ...running,
    rule: 'A job that is done is not run again.',
    find: `row?.isOpen ? { definition, handler, ...row } : { kind: 'done' }`,
    replace: `row ? { definition, handler, ...row } : { kind: 'done' }`,
  },
  {
    ...running,
    rule: 'A job that a worker does not know fails.',
    find: 'if (!definition || !handler)\n      return',
    replace: `if (!definition || !handler) return { kind: 'done' };\n    if (!definition)\n      return`,
  },
  {
    ...runningWithRows,
    rule: 'A job whose row was closed meanwhile has no second effect.',
    find: 'if (!isScheduled && !(await closeRow(manager, id))) return undefined;',
    replace: 'if (!isScheduled) await closeRow(manager, id);',
  },
  {
    ...runningWithRows,
    rule: 'A job is done when its handler has nothing to complete.',
    find: 'if (!isClosed) await sent.close(id, () => closeWithoutEffect(id));',
    replace: '',
  },
  {
    ...runningWithRows,
    rule: 'A worker that has lost a job leaves it to the other one.',
    find: 'if (!(await delivery.holdsLock())) throw',
    replace: 'if (!delivery.id) throw',
  },
  {
    ...running,
    rule: 'A job that still runs is not run beside itself.',
    find: 'if (running.has(delivery.id)) {',
    replace: 'if (!delivery.id) {',
  },
  {
    ...running,
    rule: 'A job that has ended can run again.',
    find: '      running.delete(delivery.id);\n',
    replace: '',
  },
  {
    ...running,
    rule: 'A job whose mail was accepted stays until its row is closed.',
    find: 'if (!sent.has(id)) throw error;',
    replace: 'throw error;',
  },
  {
    ...running,
    rule: 'A handler that hangs times out after a minute.',
    find: 'const TIME_LIMIT_MS = 60_000;',
    replace: 'const TIME_LIMIT_MS = 600_000;',
  },
  {
    ...running,
    rule: 'An attempt during an outage does not count.',
    find: 'definition && error instanceof UnavailableError && !error.hasResponded',
    replace: 'definition && error instanceof UnavailableError && error.hasResponded',
  },
  {
    ...running,
    rule: 'An attempt that a server rejected counts.',
    find: 'error instanceof UnavailableError && !error.hasResponded',
    replace: 'error instanceof UnavailableError',
  },
  {
    ...running,
    rule: 'A job fails after its last attempt.',
    find: 'attempt >= attempts',
    replace: 'attempt > attempts',
  },
  {
    ...running,
    rule: 'A failure that cannot be recorded does not count.',
    find: `    } catch {
      // The failure cannot be recorded because the database is unavailable, which most likely also caused it. An outage
      // must not use up the attempts of a job.
      return { kind: 'postponed', delayMs: DATABASE_RETRY_MS };
    }`,
    replace: '    } catch {}',
  },
  {
    ...running,
    rule: 'A handler that fails after its work was done has done it.',
    find: 'if (!(await recordJobFailure(db, { id, name, isScheduled }, error, isFinal)))',
    replace: 'if ((await recordJobFailure(db, { id, name, isScheduled }, error, isFinal)) === undefined)',
  },
  {
    ...runningWithRows,
    rule: 'A lost connection does not use up the attempts of a job.',
    find: 'if (!isScheduled && isConnectionLost(error))',
    replace: 'if (isScheduled && isConnectionLost(error))',
  },
  {
    ...outcome,
    rule: 'A failure is not recorded on a job that is done.',
    find: `WHERE id = $1 AND \${openCondition} RETURNING job AS name`,
    replace: 'WHERE id = $1 AND failed_at IS NULL RETURNING job AS name',
  },
  {
    ...outcome,
    rule: 'A failure is not recorded on a job that an operator discarded.',
    find: `WHERE id = $1 AND \${openCondition} RETURNING job AS name`,
    replace: 'WHERE id = $1 AND closed_at IS NULL RETURNING job AS name',
  },
  {
    ...outcome,
    rule: 'A row is closed once.',
    find: `SELECT id FROM outbox WHERE id = ANY($1) AND \${openCondition} ORDER BY id FOR UPDATE`,
    replace: 'SELECT id FROM outbox WHERE id = ANY($1) ORDER BY id FOR UPDATE',
  },
  {
    ...outcome,
    rule: 'The row of a job that runs is renewed.',
    find: `enqueued_at < now() - interval '2 seconds'`,
    replace: `enqueued_at < now() - interval '200 years'`,
  },
  {
    ...sentJobs,
    rule: 'Only the row of a sent mail is closed again and again.',
    find: 'if (!ids.has(id) || performance.now() > endMs) throw error;',
    replace: 'if (performance.now() > endMs) throw error;',
  },
  {
    ...sentJobs,
    rule: 'Closing the row of a sent mail ends after 10 minutes.',
    find: 'if (!ids.has(id) || performance.now() > endMs) throw error;',
    replace: 'if (!ids.has(id)) throw error;',
  },
  {
    file: 'workers/runtime/schedules.ts',
    rule: 'A job without a schedule is not scheduled.',
    find: 'job.schedule ? [{ job, pattern: job.schedule.pattern, payload: {} }] : []',
    replace: `[{ job, pattern: job.schedule?.pattern ?? '* * * * *', payload: {} }]`,
    tests: ['workers/runtime/schedules.test.ts'],
  },
  {
    ...age,
    rule: 'A learner becomes an adult on the day that was stored.',
    find: 'adult_from <= $1',
    replace: 'adult_from < $1',
  },
  {
    ...age,
    rule: 'A guardian who had not agreed gets no mail about the end of a consent.',
    find: 'user.guardianAgreedAt && user.guardianEmail',
    replace: 'user.guardianEmail',
  },
  {
    ...age,
    rule: 'The open link of a guardian ends when the learner becomes an adult.',
    find: `await revokeLinks(manager, id, 'came-of-age');`,
    replace: '',
  },
  {
    ...age,
    rule: 'The requests of a learner who becomes an adult are shown.',
    find: `await changeHolds(manager, { learnerId: id }, { remove: ['guardian'] });`,
    replace: '',
  },
  {
    ...age,
    rule: 'Invitations go out when the learner becomes an adult, if the address is confirmed.',
    find: '!user.guardianAgreedAt && user.emailVerifiedAt',
    replace: '!user.guardianAgreedAt',
  },
  {
    ...prices,
    rule: 'A learner is asked once whether the price is still right.',
    find: ' AND r.price_asked_at IS NULL',
    replace: '',
  },
  {
    ...prices,
    rule: 'A learner is asked for a price of 30 days or older.',
    find: `r.price_confirmed_at < now() - interval '\${priceDays.askAfter} days'`,
    replace: 'r.price_confirmed_at < now()',
  },
  {
    ...prices,
    rule: 'A request leaves the listing 14 days after the question.',
    find: `r.price_asked_at < now() - interval '\${priceDays.unlistAfter} days'`,
    replace: 'r.price_asked_at < now()',
  },
  {
    ...prices,
    rule: 'A request leaves the listing once.',
    find: ' AND NOT r.needs_price',
    replace: '',
  },
];

export default mutations;
