import type { Mutation } from './mutation.ts';

const draws = ['services/funding/draws.db.test.ts'];
const drawing = { file: 'services/funding/draws.ts', tests: draws };
const revealing = { file: 'services/funding/draws.ts', tests: draws };
const counting = { file: 'services/funding/draws.ts', tests: draws };
const withdrawing = {
  file: 'services/funding/pledges.ts',
  tests: ['services/funding/pledges.db.test.ts'],
};
const reading = {
  file: 'services/funding/get-sponsorship.ts',
  tests: ['services/payments/reservations.db.test.ts'],
};
const proving = {
  file: 'services/flows/accept-proof.ts',
  tests: ['services/enrolments/proofs.long.db.test.ts'],
};

const listing = {
  file: 'services/desk/money/list-desk-pledges.ts',
  tests: ['services/funding/pledges.db.test.ts'],
};

const mutations: Mutation[] = [
  {
    ...listing,
    rule: 'A pledge that was withdrawn does not count in the total of the desk.',
    find: " WHERE status = 'pledged'\n",
    replace: '\n',
  },
  {
    ...listing,
    rule: 'The desk lists the newest pledges first.',
    find: 'p.created_at DESC, p.id',
    replace: 'p.created_at, p.id',
  },
  {
    ...listing,
    rule: 'The desk lists the pledges of one page at a time.',
    find: '(page - 1) * pageSize',
    replace: '0 * page',
  },
  {
    ...listing,
    rule: 'The desk says whether there are more pledges.',
    find: 'pledges.length > pageSize',
    replace: 'pledges.length < pageSize',
  },
  {
    ...drawing,
    rule: 'The day of a draw is drawn for the sponsor who started it.',
    find: 'AS today FROM draws WHERE id = $1 AND sponsor_id = $2`',
    replace: 'AS today FROM draws WHERE id = $1 AND $2::text IS NOT NULL`',
  },
  {
    ...drawing,
    rule: 'The day of a draw is drawn once.',
    find: ' AND first_nonce IS NULL RETURNING',
    replace: ' RETURNING',
  },
  {
    ...drawing,
    rule: 'A draw whose candidates have changed is not continued.',
    find: 'candidates.length !== days.find((waiting) => waiting.day === day)?.n',
    replace: 'days.length === 0',
  },
  {
    ...drawing,
    rule: 'Candidates are those that the sponsor can pay when the draw starts.',
    find: "'(SELECT created_at FROM draws WHERE id = $1)'",
    replace: "'now()'",
  },
  {
    ...revealing,
    rule: 'A draw is revealed to the sponsor who started it.',
    find: 'candidates FROM draws WHERE id = $1 AND sponsor_id = $2`',
    replace: 'candidates FROM draws WHERE id = $1 AND $2::text IS NOT NULL`',
  },
  {
    ...revealing,
    rule: 'A draw has a day before it is revealed.',
    find: 'if (!first || !candidates) throw',
    replace: 'if (!candidates) return undefined as never;\n  if (!first) throw',
  },
  {
    ...revealing,
    rule: 'A draw is revealed once.',
    find: ' AND second_nonce IS NULL',
    replace: '',
  },
  {
    ...revealing,
    rule: 'A request whose payments are paused does not win.',
    find: 'if (revealed.isPaused)',
    replace: 'if (revealed.isPaused === undefined)',
  },
  {
    file: 'services/funding/draws.ts',
    tests: draws,
    rule: 'A sponsor has one draw open at a time.',
    find: 'DO UPDATE SET id = excluded.id, seed',
    replace: 'DO UPDATE SET seed',
  },
  {
    file: 'services/funding/draws.ts',
    tests: draws,
    rule: 'A draw starts only when a request is open.',
    find: "if (!draw.id) throw conflict('No learners available to sponsor.');",
    replace: 'if (!draw.id) return undefined as never;',
  },
  {
    ...counting,
    rule: 'A request that another sponsor has reserved is not counted.',
    find: 'UNION ALL SELECT day, -1, 0',
    replace: 'UNION ALL SELECT day, 0, 0',
  },
  {
    ...counting,
    rule: 'A private request is counted for those who are invited.',
    find: 'UNION ALL SELECT day, 1, 0',
    replace: 'UNION ALL SELECT day, 0, 0',
  },
  {
    ...withdrawing,
    rule: 'A pledge is withdrawn by its sponsor alone.',
    find: '{ id: params.id, sponsorId: caller.id }',
    replace: '{ id: params.id }',
  },
  {
    ...withdrawing,
    rule: 'A pledge that was given to learners is not withdrawn.',
    find: "if (!canPledgeBecome(pledge.status, 'withdrawn')) {",
    replace: "if (pledge.id === '') {",
  },
  {
    ...withdrawing,
    rule: 'Withdrawing a pledge again changes nothing.',
    find: "if (pledge.status === 'withdrawn') return;",
    replace: '',
  },
  {
    file: 'services/funding/pledges.ts',
    tests: withdrawing.tests,
    rule: 'A sponsor sees the sponsor’s own pledges.',
    find: 'where: { sponsorId: caller.id }, ',
    replace: '',
  },
  {
    file: 'services/funding/pledges.ts',
    tests: withdrawing.tests,
    rule: 'A pledge is in a currency that can be charged.',
    find: "  rejectUnsupportedCurrency(body.currency, 'currency', config);\n",
    replace: '',
  },
  {
    file: 'services/funding/upsert-sponsorship.ts',
    tests: ['services/flows/initiate-payment.db.test.ts'],
    rule: 'The latest choice about staying anonymous counts.',
    find: 'is_anonymous = excluded.is_anonymous',
    replace: 'is_anonymous = sponsorships.is_anonymous',
  },
  {
    ...reading,
    rule: 'A reservation of another sponsor is not shown as the caller’s.',
    find: 'isMine: reservedById === sponsorId',
    replace: 'isMine: true',
  },
  {
    ...reading,
    rule: 'A reservation that has lapsed is not shown.',
    find: "status !== 'reserved' || leftMs <= 0",
    replace: "status !== 'reserved'",
  },
  {
    ...reading,
    rule: 'A sponsor sees the sponsor’s own payment.',
    find: 'where: { requestId, payerId },',
    replace: 'where: { requestId },',
  },
  {
    ...reading,
    rule: 'The latest payment of a sponsor is shown.',
    find: "order: { createdAt: 'DESC' },",
    replace: "order: { createdAt: 'ASC' },",
  },
  {
    ...proving,
    rule: 'A proof is added by the payer, or by an operator at the desk.',
    find: '(p.payer_id = $2 OR $3)',
    replace: '($2::uuid IS NOT NULL OR $3)',
  },
  {
    ...proving,
    rule: 'A proof is for an approved payment.',
    find: " AND p.status = 'approved'",
    replace: '',
  },
  {
    ...proving,
    rule: 'A stored proof is not replaced.',
    find: "if (canMove(request.status, 'enrolled')) return request;",
    replace: "if (canMove(request.status, 'enrolled') || request.status === 'enrolled') return request;",
  },
];

export default mutations;
