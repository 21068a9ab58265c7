import type { Mutation } from './mutation.ts';

const closing = ['services/desk/cases/open-subjects.db.test.ts'];
const proofs = ['services/flows/filed-proofs.long.db.test.ts'];
const expecting = {
  file: 'services/cases/2-expected-time.sql',
  tests: ['services/cases/expected-time.db.test.ts'],
};
const requiring = { file: 'services/purchases/required-cases/1-required-cases.sql', tests: closing };
const proving = { file: 'services/flows/accept-proof.ts', tests: proofs };

const absences = {
  file: 'services/desk/operators/absences.ts',
  tests: ['services/desk/operators/absences.db.test.ts'],
};

const mutations: Mutation[] = [
  {
    ...absences,
    rule: 'Cases of an operator who is absent return to the inbox.',
    find: '    if (until)\n      await',
    replace: '    if (!until)\n      await',
  },
  {
    ...absences,
    rule: 'No case is assigned to an operator who is absent.',
    find: 'if (until) throw conflict',
    replace: 'if (until && false) throw conflict',
  },
  {
    ...absences,
    rule: 'An operator is back on the day that was named.',
    find: 'day > today()',
    replace: 'day >= today()',
  },
  {
    ...absences,
    rule: 'Only a lead marks another operator as absent.',
    find: 'id !== caller.id && !caller.isLead',
    replace: 'id !== caller.id && !caller',
  },
  {
    ...absences,
    rule: 'No case is assigned to an operator whose access has ended.',
    find: '!operator || operator.endedAt',
    replace: '!operator',
  },
  {
    file: 'services/cases/case-ownership.ts',
    tests: ['services/cases/cases.db.test.ts'],
    rule: 'An appeal is not assigned to the operator whose decision it is about.',
    find: 'if (isExcluded(openCase, to, operators))',
    replace: 'if (isExcluded(openCase, caseId, operators))',
  },
  {
    file: 'services/cases/case-ownership.ts',
    tests: ['services/cases/cases.db.test.ts'],
    rule: 'A lead gives a reason to release the case of another operator.',
    find: 'if (ownerId !== operatorId && !reason)',
    replace: 'if (ownerId === caseId && !reason)',
  },
  {
    ...proving,
    rule: 'A proof enrols the learner of a course that was handed over.',
    find: "if (purchase?.status === 'handed_over') {",
    replace: 'if (purchase) {',
  },
  {
    file: 'services/purchases/filed-proofs.ts',
    tests: proofs,
    rule: 'No proof is accepted while a course is bought and not handed over.',
    find: "if (status === 'bought')",
    replace: "if (status === 'redeemed')",
  },
  {
    ...proving,
    rule: 'A filed proof is not replaced.',
    find: 'Boolean(purchase && (await findFiledProof(manager, purchase)))',
    replace: "purchase?.status === 'redeemed'",
  },
  {
    file: 'services/flows/accept-proof.ts',
    tests: proofs,
    rule: 'The learner is enrolled when the refund for a proof is paid out.',
    find: '  await enrolByProof(manager, request, payment.reference);\n  return true;',
    replace: '  return false;',
  },
  {
    file: 'services/flows/accept-proof.ts',
    tests: proofs,
    rule: 'The refund for a proof does not enrol the learner of a purchase that was ended.',
    find: "?.status === 'failed'",
    replace: '?.status === undefined',
  },
  {
    file: 'services/refunds/refund-rules.ts',
    tests: proofs,
    rule: 'The refund for a proof can be withdrawn before it is approved.',
    find: "origin === 'operator' || origin === 'proof'",
    replace: "origin === 'operator'",
  },
  {
    file: 'services/purchases/1-sponsoring-payments.sql',
    tests: proofs,
    rule: 'A payer whose proof was confirmed stays the sponsor of the course.',
    find: "f.origin = 'proof'",
    replace: "f.origin = 'payer'",
  },
  {
    file: 'services/purchases/filed-proofs.ts',
    tests: proofs,
    rule: 'A proof of an earlier payment is not confirmed.',
    find: 'f.request_id = u.request_id AND f.created_at >= u.created_at',
    replace: 'f.request_id = u.request_id',
  },
  {
    file: 'services/purchases/end-purchase.ts',
    tests: closing,
    rule: 'A refund that waits has a case when its purchase ends.',
    find: '  await openCasesOfPayment(manager, purchase.paymentId);\n',
    replace: '  await Promise.resolve(openCasesOfPayment);\n',
  },
  {
    ...requiring,
    rule: 'A case about something that is open is not closed.',
    find: "    RAISE EXCEPTION 'Case % is about something that is open', NEW.id USING ERRCODE = 'lock_not_available';",
    replace: '    RETURN NULL;',
  },
  {
    ...requiring,
    tests: proofs,
    rule: 'A request that holds money does not end.',
    find: "    RAISE EXCEPTION 'The request % holds money and cannot be %', NEW.id, NEW.status USING ERRCODE = 'lock_not_available';",
    replace: '    RETURN NULL;',
  },
  {
    file: 'services/desk/cases/end-obstacle.ts',
    tests: closing,
    rule: 'An operator does not close a case while its subject is open.',
    find: 'return matter && openTexts[matter];',
    replace: 'return matter && undefined;',
  },
  {
    file: 'services/purchases/required-cases/open-required-cases.ts',
    tests: closing,
    rule: 'The nightly check opens no case for what is settled at the same moment.',
    find: '      await lockPayment(manager, id);\n',
    replace: '      await Promise.resolve(lockPayment);\n',
  },
  {
    ...expecting,
    file: 'services/purchases/find-purchase-steps.ts',
    rule: 'A learner reads when the course is expected to be bought.',
    find: "WHEN p.status IN ('queued', 'claimed') THEN",
    replace: 'WHEN false THEN',
  },
  {
    ...expecting,
    file: 'services/purchases/find-purchase-steps.ts',
    rule: 'A course that is bought has no expected day.',
    find: "WHEN p.status IN ('queued', 'claimed') THEN",
    replace: 'WHEN true THEN',
  },
  {
    ...expecting,
    file: 'services/dashboard/find-sponsored-requests.ts',
    rule: 'A sponsor reads when the money is expected to be back.',
    find: 'refundExpectedAt?.toISOString() ?? null',
    replace: 'refundExpectedAt && null',
  },
  {
    ...expecting,
    file: 'services/safety/submit-report.ts',
    rule: 'A reporter reads the expected day of the answer.',
    find: 'expectedDaySentence(expected)',
    replace: 'expectedDaySentence(expected && null)',
  },
  {
    ...expecting,
    file: 'services/safety/submit-appeal.ts',
    rule: 'Who appeals reads the expected day of the answer.',
    find: 'expectedDaySentence(expected)',
    replace: 'expectedDaySentence(expected && null)',
  },
  {
    ...expecting,
    rule: 'The expected day is the median of the last cases.',
    find: 'percentile_cont(0.5)',
    replace: 'percentile_cont(0.9)',
  },
  {
    ...expecting,
    rule: 'There is no expected day below 10 closed cases.',
    find: 'last.cases >= 10',
    replace: 'last.cases >= 1',
  },
  {
    ...expecting,
    rule: 'The expected day comes from the last 30 closed cases.',
    find: 'LIMIT 30',
    replace: 'LIMIT 300',
  },
  {
    ...expecting,
    rule: 'The expected day comes from closed cases of the same kind.',
    find: 'WHERE kind = of_kind AND closed_at IS NOT NULL',
    replace: 'WHERE closed_at IS NOT NULL',
  },
  {
    ...expecting,
    rule: 'The expected day is not in the past.',
    find: 'greatest(c.created_at + last.duration, now())',
    replace: 'c.created_at + last.duration',
  },
  {
    file: 'services/purchases/required-cases/open-required-cases.ts',
    tests: closing,
    rule: 'An operator does not close the review of a payment that is the only case of its refund.',
    find: "(kind = $1 OR $1 = 'payment_review' AND matter = 'refund')",
    replace: 'kind = $1',
  },
  {
    file: 'services/flows/record-refunds.ts',
    tests: closing,
    rule: 'A part of a payment that must go back completely does not close its case.',
    find: ' && !(await findOpenMatter(manager, refundCase))',
    replace: '',
  },
  {
    file: 'services/flows/record-dispute.ts',
    rule: 'The case of two disputes is closed with the second one.',
    find: 'if (!(await findOpenMatter(manager, disputeCase)))',
    replace: 'if (await findOpenMatter(manager, disputeCase).then(() => true))',
    tests: closing,
  },
];

export default mutations;
