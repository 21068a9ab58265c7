import type { Mutation } from './mutation.ts';

const appeals = ['services/safety/appeals.db.test.ts'];
const held = { file: 'services/safety/request-decisions.ts', tests: appeals };
const submitting = { file: 'services/safety/submit-appeal.ts', tests: appeals };
const answering = { file: 'services/safety/appeals.ts', tests: appeals };
const decided = { file: 'services/safety/appeals.ts', tests: appeals };
const appealed = { file: 'services/safety/submit-appeal.ts', tests: appeals };
const suspending = { file: 'services/safety/suspensions.ts', tests: appeals };
const deciding = { file: 'services/safety/request-decisions.ts', tests: appeals };
const reviews = { file: 'services/safety/request-decisions.ts', tests: appeals };
const reports = ['services/safety/reports.db.test.ts'];
const reported = { file: 'services/safety/submit-report.ts', tests: reports };
const reporting = { file: 'services/safety/submit-report.ts', tests: reports };
const storing = { file: 'services/safety/reports.ts', tests: reports };
const outcomes = { file: 'services/safety/reports.ts', tests: reports };
const actions = { file: 'services/desk/actions/report-actions.ts', tests: reports };
const identity = {
  file: 'services/safety/find-shared-identity.ts',
  tests: ['services/safety/shared-identity.db.test.ts'],
};

const outgoing = {
  file: 'src/ui/OutgoingLink.tsx',
  tests: ['src/ui/OutgoingLink.test.tsx', 'src/areas/catalogue/results/CourseCard.test.tsx'],
};

const mutations: Mutation[] = [
  {
    ...outgoing,
    rule: 'A typed link of another site leads through the page that names it.',
    find: 'isOurs || isFromCatalogue ? direct : outgoingAddress(to)',
    replace: 'isOurs || isFromCatalogue ? direct : typedAddress(to)?.href',
  },
  {
    ...outgoing,
    rule: 'A course of the catalogue opens without the page that names its site.',
    find: 'isOurs || isFromCatalogue ? direct : outgoingAddress(to)',
    replace: 'isOurs ? direct : outgoingAddress(to)',
  },
  {
    ...outgoing,
    rule: 'An address of the catalogue that no page may link to is not a link.',
    find: 'isFromCatalogue ? typedAddress(to)?.href : undefined',
    replace: 'isFromCatalogue ? to : undefined',
  },
  {
    ...outgoing,
    file: 'src/areas/catalogue/results/CourseCard.tsx',
    rule: 'The card of a course links to it as a course of the catalogue.',
    find: ' isFromCatalogue',
    replace: '',
  },
  {
    ...held,
    rule: 'A course is not bought while its request is held.',
    find: `(r.holds <> '{}'`,
    replace: '(false',
  },
  {
    ...held,
    rule: 'A course is not bought while its payer is suspended.',
    find: 's.user_id IN (p.payer_id, r.learner_id)',
    replace: 's.user_id = r.learner_id',
  },
  {
    ...held,
    rule: 'A course is not bought while its learner is suspended.',
    find: 's.user_id IN (p.payer_id, r.learner_id)',
    replace: 's.user_id = p.payer_id',
  },
  {
    ...held,
    rule: 'A course is bought again once a suspension is lifted.',
    find: ' AND s.lifted_at IS NULL',
    replace: '',
  },
  {
    ...submitting,
    rule: 'A decision that no longer applies cannot be appealed.',
    find: `if (!isStanding) throw conflict('This decision does not apply any more, so there is nothing to appeal.');`,
    replace: '',
  },
  {
    ...submitting,
    rule: 'A decision is appealed once.',
    find: `if (!(await insertOnce(manager, AppealEntity, { ...key, text: body.text })))
      throw`,
    replace: `if (!(await insertOnce(manager, AppealEntity, { ...key, text: body.text })) && !subject)
      throw`,
  },
  {
    ...submitting,
    rule: 'The operator who decided does not claim the appeal.',
    find: `subject, summary, ...excluded });`,
    replace: 'subject, summary });',
  },
  {
    ...answering,
    rule: 'The operator who made a decision does not answer the appeal against it.',
    find: 'decision.askedById === operatorId || (tookPart',
    replace: '!operatorId || (tookPart',
  },
  {
    ...answering,
    rule: 'An appeal is answered once.',
    find: 'await lockRow(manager, AppealEntity, { id: open.id, outcome: null })',
    replace: 'await lockRow(manager, AppealEntity, { id: open.id })',
  },
  {
    ...answering,
    rule: 'An appeal that is denied changes nothing.',
    find: `if (outcome === 'granted') {`,
    replace: 'if (outcome) {',
  },
  {
    ...answering,
    rule: 'A learner whose appeal is granted gets one mail.',
    find: '{ ...approval, isMailedElsewhere: true }',
    replace: 'approval',
  },
  {
    ...appealed,
    rule: 'Only the learner of a request appeals against its rejection.',
    find: 'rejection?.userId !== caller.id',
    replace: '!rejection',
  },
  {
    ...appealed,
    rule: 'A visitor appeals with the link of a mail only.',
    find: `if (!caller) throw unauthenticated('Please sign in, or open the link of the mail again.');`,
    replace: `if (!caller) throw notFound('There is no decision to appeal.');`,
  },
  {
    ...appealed,
    rule: 'A forged link names no decision.',
    find: "throw invalidField('token', 'This link does not work. Please open it from the mail again.');",
    replace: "throw notFound('There is no decision to appeal.');",
  },
  {
    ...decided,
    rule: 'The latest decision about a request is appealed.',
    find: `createdAt: 'DESC'`,
    replace: `createdAt: 'ASC'`,
  },
  {
    ...decided,
    rule: 'An approval is not appealed.',
    find: `latest?.decision !== 'rejected'`,
    replace: '!latest',
  },
  {
    ...decided,
    rule: 'A rejection applies until the request is changed.',
    find: `request.holds.includes('rejected')`,
    replace: 'true',
  },
  {
    ...decided,
    rule: 'A suspension applies until it is lifted.',
    find: 'rest.liftedAt === null',
    replace: 'true',
  },
  {
    ...decided,
    rule: 'The second approver of a suspension does not answer the appeal.',
    find: 'approvedById: rest.approvedById',
    replace: 'approvedById: null',
  },
  {
    ...suspending,
    rule: 'A person is suspended once.',
    find: `if (await findSuspension(manager, userId)) throw conflict('This person is suspended already.');`,
    replace: '',
  },
  {
    ...suspending,
    rule: 'Under the four-eyes rule a suspension waits for a second operator.',
    find: `askInCase(manager, 'person.suspend', { userId, operatorId, reason });
  const approval = await approveAct(manager, act, isFourEyes);`,
    replace: `askInCase(manager, 'person.suspend', { userId, operatorId, reason });
  const approval = await approveAct(manager, act, false);`,
  },
  {
    ...suspending,
    rule: 'Under the four-eyes rule the end of a suspension waits for a second operator.',
    find: `askInCase(manager, 'person.restore', { userId, operatorId, reason });
  const approval = await approveAct(manager, act, isFourEyes);`,
    replace: `askInCase(manager, 'person.restore', { userId, operatorId, reason });
  const approval = await approveAct(manager, act, false);`,
  },
  {
    ...suspending,
    rule: 'A suspension by one operator names no second one.',
    find: 'approvedById === requestedById ? null : approvedById',
    replace: 'approvedById',
  },
  {
    ...suspending,
    rule: 'A suspension ends the sessions of the person.',
    find: "await revokeAccess(manager, userId, 'suspended');",
    replace: '',
  },
  {
    ...suspending,
    rule: 'A suspension hides the open requests of the person.',
    find: `await changeHolds(manager, { learnerId: userId }, { add: ['suspended'] });`,
    replace: '',
  },
  {
    ...suspending,
    rule: 'A suspension cancels the meetings of a sponsor.',
    find: `isLearner ? 'r.learner_id' : 'm.sponsor_id'`,
    replace: `'r.learner_id'`,
  },
  {
    ...suspending,
    rule: 'A suspension of a sponsor cancels no meetings of others.',
    find: 'cancelMeetings(manager, requestId, isLearner ? null : id)',
    replace: 'cancelMeetings(manager, requestId)',
  },
  {
    ...suspending,
    rule: 'The end of a suspension shows the requests again.',
    find: `{ remove: ['suspended'] }`,
    replace: '{}',
  },
  {
    ...suspending,
    rule: 'A suspension that is lifted does not count.',
    find: '{ userId, liftedAt: IsNull() }',
    replace: '{ userId }',
  },
  {
    ...suspending,
    rule: 'An operator cannot be suspended here.',
    find: `!person || person.role === 'operator'`,
    replace: '!person',
  },
  {
    ...deciding,
    rule: 'An approval shows a rejected request again.',
    find: `{ remove: ['review', 'rejected'] }`,
    replace: `{ remove: ['review'] }`,
  },
  {
    ...deciding,
    rule: 'A rejection ends the pause of payments, because it hides the request.',
    find: `remove: ['review', 'frozen']`,
    replace: `remove: ['review']`,
    tests: reports,
  },
  {
    ...deciding,
    rule: 'A rejection cancels the meetings about the request.',
    find: 'if (!isApproved) await cancelMeetings(manager, requestId);',
    replace: 'if (!isApproved) return;',
  },
  {
    ...deciding,
    rule: 'An approval sends invitations only of a learner whose address is confirmed.',
    find: 'if (learner.emailVerifiedAt) await',
    replace: 'await',
  },
  {
    ...reviews,
    rule: 'A learner reads the reason only while the request is rejected.',
    find: `CASE WHEN 'rejected' = ANY (r.holds) THEN d.reason END`,
    replace: 'd.reason',
  },
  {
    ...reviews,
    rule: 'A learner reads of an appeal only while the request is rejected.',
    find: `WHEN 'rejected' = ANY (r.holds) AND a.id IS NOT NULL`,
    replace: 'WHEN a.id IS NOT NULL',
  },
  {
    ...reviews,
    rule: 'A learner reads that a request waits for the guardian.',
    find: `WHEN 'guardian' = ANY (r.holds) THEN 'guardian' `,
    replace: '',
  },
  {
    ...reviews,
    rule: 'A request that has ended has no review.',
    find: ` AND r.status IN ('pending', 'reserved', 'paid')`,
    replace: '',
  },
  {
    ...reported,
    rule: 'A hidden course cannot be reported.',
    find: ', hiddenAt: IsNull()',
    replace: '',
  },
  {
    ...reported,
    rule: 'Only the learner of a meeting reports its sponsor.',
    find: ' AND r.learner_id = $2',
    replace: ' AND $2::text IS NOT NULL',
  },
  {
    ...reported,
    rule: 'A learner does not report the own request.',
    find: ' AND r.learner_id IS DISTINCT FROM $2::uuid',
    replace: '',
  },
  {
    ...reported,
    rule: 'A private request is reported only by those who see it.',
    find: `AND (\${visibleToEverySponsor()} OR \${visibleToSponsor('$2::uuid')})`,
    replace: '',
  },
  {
    ...reported,
    rule: 'A sponsor reports a private request that invites the sponsor.',
    find: ` OR \${visibleToSponsor('$2::uuid')}`,
    replace: '',
  },
  {
    ...reporting,
    rule: 'A sponsor is reported after a sign-in only.',
    find: `(body.about === 'sponsor' || body.about === 'note') && !caller`,
    replace: `body.about === 'note' && !caller`,
  },
  {
    ...reporting,
    rule: 'A person who reports twice at the same moment counts once.',
    find: 'caller && (await lockRow(manager, UserEntity, { id: caller.id }))',
    replace: 'caller && ((await manager.findOneBy(UserEntity, { id: caller.id })) ?? undefined)',
  },
  {
    ...storing,
    rule: 'A person counts once while the case is open.',
    find: 'if (reporter && (await hasReported(manager, subject, reporter.id))) return;',
    replace: '',
  },
  {
    ...storing,
    rule: 'A person counts again after the case was closed.',
    find: ` AND c.status <> 'closed' LIMIT 1`,
    replace: ' LIMIT 1',
  },
  {
    ...storing,
    rule: 'A grave report is due within 4 hours.',
    find: '...(isGrave && { dueAt: new Date(Date.now() + graveDueMs) }),',
    replace: '',
  },
  {
    ...storing,
    rule: 'A report that is not grave pauses nothing.',
    find: 'if (isGrave && reporter?.emailVerifiedAt &&',
    replace: 'if (reporter?.emailVerifiedAt &&',
  },
  {
    ...storing,
    rule: 'A report of a person without a confirmed address pauses nothing.',
    find: 'isGrave && reporter?.emailVerifiedAt &&',
    replace: 'isGrave && reporter &&',
  },
  {
    ...storing,
    rule: 'A report does not pause payments again after one was dismissed.',
    find: ' && !(await wasDismissed(manager, subject)))',
    replace: ')',
  },
  {
    ...storing,
    rule: 'A dismissal counts for 30 days.',
    find: ` AND closed_at > now() - interval '30 days'`,
    replace: '',
  },
  {
    ...storing,
    rule: 'A report that was upheld does not prevent a pause.',
    find: `AND outcome = 'dismissed'`,
    replace: 'AND outcome IS NOT NULL',
  },
  {
    ...storing,
    rule: 'A pause of payments is recorded once.',
    find: 'if (frozen.length === 0) return;',
    replace: '',
  },
  {
    ...storing,
    rule: 'A report about a learner pauses the payments of the learner’s requests.',
    find: `type === 'request' ? { requestId: id } : { learnerId: id }`,
    replace: '{ requestId: id }',
  },
  {
    ...outcomes,
    rule: 'Reporters are notified again when a case is closed again.',
    find: 'id, revision });',
    replace: 'id, revision: Math.min(revision, 1) });',
  },
  {
    ...outcomes,
    rule: 'A reporter without an address is not notified.',
    find: ', email: Not(IsNull())',
    replace: '',
  },
  {
    ...actions,
    rule: 'Under the four-eyes rule payments resume after a second operator agreed.',
    find: `if (approval) await changeHolds(manager, targetOf(context), { remove: ['frozen'] });`,
    replace: `await changeHolds(manager, targetOf(context), { remove: ['frozen'] });`,
  },
  {
    ...actions,
    rule: 'A report about a learner whose payments are paused is upheld after a suspension only.',
    find: 'if (!(await findSuspension(managerOf(client), context.case.subjectId)))',
    replace: 'if (!context.case.subjectId)',
  },
  {
    ...identity,
    rule: 'A payer with the learner’s mailbox under another tag is a case.',
    find: 'isSameMailbox(payer, address)',
    replace: 'payer === address',
  },
  {
    ...identity,
    rule: 'A payer with the mailbox of the learner’s login on the platform is a case.',
    find: '[learner, login].some',
    replace: '[learner].some',
  },
  {
    ...identity,
    rule: 'A payer with another browser is no case.',
    find: ' AND b.user_agent = a.user_agent',
    replace: '',
  },
  {
    ...identity,
    rule: 'A payer from another network is no case.',
    find: 'b.network_hash = a.network_hash AND ',
    replace: '',
  },
  {
    ...identity,
    rule: 'A sign-in of more than 30 days ago makes no case.',
    find: `
           AND least(a.created_at, b.created_at) > now() - interval '30 days'`,
    replace: '',
  },
  {
    file: 'services/safety/submit-report.ts',
    tests: ['services/safety/report-note.db.test.ts'],
    rule: 'A meeting without a note has no note to report.',
    find: "meeting?.hasNote ? { type: 'meeting', id } : undefined",
    replace: "meeting && { type: 'meeting', id }",
  },
  {
    file: 'services/desk/actions/report-actions.ts',
    tests: ['services/safety/report-note.db.test.ts'],
    rule: 'An upheld report about a note removes it.',
    find: "if (context.case.subjectType === 'meeting') await removeNote(manager, subjectId);",
    replace: '',
  },
  {
    file: 'services/requests/submit-request.ts',
    tests: ['services/requests/submit-request.db.test.ts'],
    rule: 'A request that is filed while the guardian consents is not held.',
    find: 'await lockRow(manager, UserEntity, { id: learnerId })',
    replace: 'await manager.findOneBy(UserEntity, { id: learnerId })',
  },
];

export default mutations;
