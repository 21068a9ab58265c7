import type { Mutation } from './mutation.ts';

const ending = {
  file: 'services/privacy/erasure/end-account.ts',
  tests: ['services/privacy/erasure/end-account.db.test.ts'],
};
const withdrawal = { ...ending, file: 'services/flows/withdraw.ts' };
const obstacles = { ...ending, file: 'services/privacy/erasure/end-account.ts' };
const erasure = { ...ending, file: 'services/privacy/erasure/erase-person.ts' };
const everything = { ...erasure, tests: ['services/privacy/erasure/erasure.long.db.test.ts'] };
const exported = ['services/privacy/export/export.db.test.ts'];
const ticket = { file: 'services/privacy/export/download-export.ts', tests: exported };
const identity = {
  file: 'services/accounts/sessions/confirm-identity.ts',
  tests: ['services/accounts/sessions/confirm-identity.db.test.ts'],
};
const recent = { ...identity, file: 'services/contracts/limits.ts', tests: exported };
const files = { file: 'services/privacy/export/download-export.ts', tests: exported };
const kept = ['services/privacy/retention.db.test.ts'];
const purged = ['workers/handlers.db.test.ts'];
const rules = { file: 'services/privacy/retention.ts', tests: kept };
const purge = { file: 'services/privacy/retention.ts', tests: kept };
const consents = {
  file: 'services/flows/guardianship.ts',
  tests: ['guardians', 'guardian-refuses', 'ages'].map(
    (name) => `services/accounts/guardians/${name}.db.test.ts`,
  ),
};

const mutations: Mutation[] = [
  {
    ...ending,
    rule: 'An account ends once.',
    find: '!user || user.erasureRequestedAt',
    replace: '!user',
  },
  {
    ...ending,
    rule: 'An account with an obstacle does not end.',
    find: 'if (obstacle) throw conflict(obstacle);',
    replace: '',
    tests: ['services/privacy/erasure/erasure.long.db.test.ts'],
  },
  {
    ...ending,
    rule: 'The end of an account signs out everywhere.',
    find: "await revokeAccess(manager, userId, 'erasure-requested');",
    replace: '',
    tests: ['services/privacy/erasure/erasure.long.db.test.ts'],
  },
  {
    ...ending,
    file: 'services/requests/change-request.ts',
    rule: 'The end of an account withdraws a request whose reservation has lapsed.',
    find: `status IN ('pending', 'reserved') ORDER BY`,
    replace: `status = 'pending' ORDER BY`,
  },
  {
    ...withdrawal,
    rule: 'The end of an account closes the appeals and the reviews of its requests.',
    find: `['request_review', 'appeal'] as const`,
    replace: `['request_review'] as const`,
  },
  {
    ...withdrawal,
    rule: 'The end of an account notifies sponsors and recipients of its requests.',
    find: 'await enqueueWithdrawalMails(manager, request.id);',
    replace: '',
  },
  {
    ...ending,
    rule: 'The end of an account cancels the meetings of a sponsor.',
    find: 'await cancelMeetings(manager, requestId, userId)',
    replace: 'void requestId',
  },
  {
    ...ending,
    rule: 'The end of an account cancels no meetings of other sponsors.',
    find: 'await cancelMeetings(manager, requestId, userId)',
    replace: 'await cancelMeetings(manager, requestId)',
  },
  {
    ...obstacles,
    rule: 'A reservation that has lapsed does not keep an account.',
    find: ' AND reserved_until > now()',
    replace: '',
  },
  {
    ...obstacles,
    rule: 'A reservation keeps the account of its learner.',
    find: `learner_id = $1 AND status = 'reserved'`,
    replace: `learner_id = $1 AND status = 'withdrawn'`,
  },
  {
    ...obstacles,
    rule: 'A payment that is started keeps the account of its payer.',
    find: `'initiating', 'pending', 'needs_review'`,
    replace: `'pending', 'needs_review'`,
  },
  {
    ...obstacles,
    rule: 'A payment that operators look at keeps the account of its payer.',
    find: `'needs_review', 'refund_due'`,
    replace: `'refund_due'`,
  },
  {
    ...obstacles,
    rule: 'Money that is owed keeps the account of its payer.',
    find: `, 'refund_due')`,
    replace: ')',
  },
  {
    ...obstacles,
    rule: 'A declined payment keeps the account of its payer for an hour.',
    find: `status IN ('failed', 'abandoned')`,
    replace: `status IN ('abandoned')`,
  },
  {
    ...obstacles,
    rule: 'A payment that was abandoned keeps the account of its payer no longer than an hour.',
    find: ` AND created_at > now() - interval '1 hour'`,
    replace: '',
  },
  {
    ...obstacles,
    rule: 'A payment of a price difference keeps the account of its payer until the course is delivered.',
    find: `p.status IN ('approved', 'added')`,
    replace: `p.status = 'approved'`,
  },
  {
    ...obstacles,
    rule: 'A course that was delivered does not keep the account of its payer.',
    find: `p.status IN ('approved', 'added') AND r.status = 'paid'`,
    replace: `p.status IN ('approved', 'added')`,
  },
  {
    ...obstacles,
    rule: 'A refund that needs attention keeps the account of its payer.',
    find: `'processing', 'needs_attention'`,
    replace: `'processing'`,
  },
  {
    ...obstacles,
    rule: 'A refund that waits for approval keeps the account of its payer.',
    find: `f.status IN ('pending', `,
    replace: `f.status IN (`,
  },
  {
    ...obstacles,
    rule: 'A dispute that waits for the bank keeps the account of its payer.',
    find: `d.status <> 'resolved'`,
    replace: `d.status = 'awaiting_merchant'`,
  },
  {
    ...erasure,
    rule: 'A person whose account has not ended is not erased.',
    find: ' AND erasure_requested_at IS NOT NULL',
    replace: '',
  },
  {
    ...erasure,
    file: 'services/privacy/inventory/accounts.ts',
    rule: 'Opt-outs of the hash of an erased address are deleted.',
    find: `r.user_id = me.id OR r.address_hash = \${addressHash}`,
    replace: 'r.user_id = me.id',
  },
  {
    ...everything,
    file: 'services/privacy/inventory/accounts.ts',
    rule: 'Opt-outs of an erased account are deleted.',
    find: 'r.user_id = me.id OR r.address_hash',
    replace: 'r.address_hash',
  },
  {
    ...erasure,
    file: 'services/privacy/inventory/requests.ts',
    rule: 'Former invitations of an erased address are deleted.',
    find: `\`r.address_hash = \${addressHash}\``,
    replace: `'false'`,
  },
  {
    ...erasure,
    rule: 'An erasure leaves a reservation that is still open.',
    find: ` AND status <> 'reserved'`,
    replace: '',
  },
  {
    ...erasure,
    file: 'services/privacy/inventory/staff.ts',
    rule: 'The address of a report that was made before the account is erased.',
    find: `'r.reporter_id = me.id OR r.email = me.address'`,
    replace: `'r.reporter_id = me.id'`,
  },
  {
    ...erasure,
    file: 'services/privacy/inventory/personal-table.ts',
    rule: 'An erasure reads nothing of an address that was not confirmed.',
    find: 'CASE WHEN email_verified_at IS NOT NULL THEN email END AS address',
    replace: 'email AS address',
  },
  {
    ...everything,
    rule: 'Error messages with an erased address are emptied.',
    find: 'position($1 IN last_error) > 0',
    replace: 'position($1 IN last_error) < 0',
  },
  {
    ...everything,
    rule: 'The sessions of an erased person, and all other rows that need not remain, are deleted.',
    find: '...erased, ...deletions',
    replace: '...deletions',
  },
  {
    ...everything,
    file: 'services/privacy/inventory/requests.ts',
    rule: 'The views of an erased learner’s requests are deleted.',
    find: 'alsoErased: ofOwnRequest',
    replace: `alsoErased: 'false'`,
  },
  {
    ...everything,
    file: 'services/payments/payment.entity.ts',
    rule: 'The payload of a webhook about an erased payer is emptied.',
    find: `\`'{}'\``,
    replace: `'payload'`,
  },
  {
    ...erasure,
    rule: 'A mail that was sent does not delay an erasure.',
    find: 'AND o.closed_at IS NULL AND o.failed_at IS NULL',
    replace: 'AND o.failed_at IS NULL',
  },
  {
    ...erasure,
    rule: 'A mail that cannot be sent does not prevent an erasure.',
    find: 'AND o.closed_at IS NULL AND o.failed_at IS NULL',
    replace: 'AND o.closed_at IS NULL',
  },
  {
    ...erasure,
    rule: 'Only mails about the end of the account delay its erasure.',
    find: 'o.created_at = u.erasure_requested_at AND ',
    replace: '',
  },
  {
    ...erasure,
    rule: 'An erasure does not wait for itself.',
    find: `AND o.job <> 'privacy.erase-person'`,
    replace: '',
  },
  {
    ...ticket,
    rule: 'A ticket of an export works in its own session only.',
    find: 'ticket?.sid !== caller.sessionId && ',
    replace: '!ticket && ',
  },
  {
    ...ticket,
    rule: 'An export needs a ticket or a recent sign-in.',
    find: '!caller.isConfirmed)',
    replace: '!caller)',
  },
  {
    ...ticket,
    rule: 'A ticket of an export is valid for 5 minutes.',
    find: '5 * minuteMs',
    replace: '50 * minuteMs',
  },
  {
    ...ticket,
    rule: 'A ticket of an export needs a recent proof.',
    find: 'await requireConfirmed(deps, caller, body.currentPassword);',
    replace: '',
  },
  {
    ...recent,
    rule: 'A sign-in of 16 minutes ago is not recent.',
    find: 'confirmedMs: 15 * minuteMs',
    replace: 'confirmedMs: 20 * minuteMs',
  },
  {
    ...recent,
    rule: 'A sign-in of 14 minutes ago is recent.',
    find: 'confirmedMs: 15 * minuteMs',
    replace: 'confirmedMs: 13 * minuteMs',
  },
  {
    ...identity,
    rule: 'A proof without password and Google is none.',
    find: "else throw invalidField('currentPassword', 'Please enter your current password.');",
    replace: '',
  },
  {
    ...identity,
    rule: 'Only the Google account of the account itself confirms it.',
    find: ' AND user_id = $2',
    replace: ' AND $2::uuid IS NOT NULL',
  },
  {
    ...files,
    rule: 'An export has the bank details of a refund in clear.',
    find: 'table === moneyTables.refund_accounts',
    replace: 'table.views.length === 0',
  },
  {
    ...rules,
    rule: 'A session is kept for 30 days after it was revoked.',
    find: 'least(r.revoked_at, r.expires_at) < $1',
    replace: 'r.expires_at < $1',
  },
  {
    ...rules,
    rule: 'Closed jobs are kept for 7 days.',
    find: 'outbox: { days: 7,',
    replace: 'outbox: { days: 6,',
    tests: purged,
  },
  {
    ...rules,
    rule: 'Idempotency keys are kept for 24 hours.',
    find: 'idempotency_keys: { days: 1,',
    replace: 'idempotency_keys: { days: 0.9,',
    tests: purged,
  },
  {
    ...rules,
    rule: 'Webhooks are kept for 90 days.',
    find: 'days: 90,',
    replace: 'days: 89,',
    tests: purged,
  },
  {
    ...rules,
    rule: 'A webhook that an incident refers to stays.',
    find: '\n      AND NOT EXISTS (SELECT FROM provider_incidents i WHERE i.webhook_event_id = r.id)',
    replace: '',
    tests: ['services/flows/receive-webhook.db.test.ts'],
  },
  {
    ...rules,
    rule: 'Draws are kept for 30 days.',
    find: 'draws: { days: 30,',
    replace: 'draws: { days: 31,',
    tests: purged,
  },
  {
    ...rules,
    rule: 'A confirmed subscription is kept.',
    find: 'r.confirmed_at IS NULL AND ',
    replace: '',
  },
  {
    ...rules,
    rule: 'A subscription is kept for 30 days after it was last asked for.',
    find: 'coalesce(r.asked_at, r.created_at)',
    replace: 'r.created_at',
  },
  {
    ...rules,
    rule: 'The words of a report are kept for 2 years after its case was closed.',
    find: 'c.closed_at < $1',
    replace: 'c.created_at < $1',
  },
  {
    ...purge,
    rule: 'An account with consent of a guardian stays.',
    find: 'guardian_agreed_at IS NULL AND created_at',
    replace: 'created_at',
  },
  {
    ...purge,
    rule: 'An account of an adult stays.',
    find: 'WHERE is_minor AND ',
    replace: 'WHERE ',
    tests: ['services/privacy/retention.db.test.ts'],
  },
  {
    ...purge,
    rule: 'A guardian has 30 days to agree.',
    find: 'guardianDays * dayMs',
    replace: '(guardianDays - 1) * dayMs',
  },
  {
    ...purge,
    rule: 'An account that cannot end yet does not stop the others.',
    find: 'if (!(error instanceof HttpError)) throw error;',
    replace: 'throw error;',
  },
  {
    ...consents,
    rule: 'A guardian cannot agree to the account of a person under 13.',
    find: 'if (isTooYoung(learner)) throw conflict(underAge);',
    replace: '',
  },
  {
    ...consents,
    file: 'services/requests/find-viewer-facts.ts',
    rule: 'The country of a minor is shown by consent to a text that names it.',
    find: ' AND c.version >= $3',
    replace: ' AND $3::text IS NOT NULL',
  },
  {
    ...consents,
    file: 'services/privacy/retention.ts',
    rule: 'The requests of a person under 13 are hidden while money is under way.',
    find: "{ add: ['guardian'] }",
    replace: '{ add: [] }',
  },
  {
    ...consents,
    rule: 'The consent of a guardian is stored.',
    find: `await manager.insert(ConsentEntity, { userId, kind: 'guardian', version: consentVersions.guardian });`,
    replace: '',
  },
  {
    ...consents,
    rule: 'A guardian agrees from the address that the learner last gave.',
    find: ' AND r.guardian_email = $2',
    replace: ' AND $2::text IS NOT NULL',
  },
  {
    ...consents,
    rule: 'A guardian cannot agree to an account that has ended.',
    find: ' AND r.erasure_requested_at IS NULL',
    replace: '',
  },
];

export default mutations;
