import type { Mutation } from './mutation.ts';

const tests = ['services/thanks/send-thank-you.db.test.ts'];
const sending = { file: 'services/thanks/send-thank-you.ts', tests };
const deciding = { file: 'services/thanks/decide-thank-you.ts', tests };
const finding = { file: 'services/thanks/find-thank-yous.ts', tests };

const mutations: Mutation[] = [
  {
    ...sending,
    rule: 'Words of a learner under 18 are read by an operator first.',
    find: '!earlier && !isMinor && !has',
    replace: '!earlier && (isMinor || true) && !has',
  },
  {
    ...sending,
    rule: 'Words with contact data are read by an operator first.',
    find: '!isMinor && !hasContactData(words.text)',
    replace: '!isMinor && (!hasContactData(words.text) || true)',
  },
  {
    ...sending,
    rule: 'Words after declined ones are read by an operator first.',
    find: 'if (!earlier && ',
    replace: 'if (',
  },
  {
    ...sending,
    rule: 'A sponsor is thanked by the learner of the request only.',
    find: '{ id: params.id, learnerId: caller.id }',
    replace: '{ id: params.id }',
  },
  {
    ...sending,
    rule: 'Words belong to a stage that the request has reached.',
    find: 'stages.indexOf(request.status) >= stages.indexOf(stage)',
    replace: 'stages.includes(request.status)',
  },
  {
    ...sending,
    rule: 'Words that were sent stay.',
    find: '!isNew && earlier.text !== body.text',
    replace: '!isNew && earlier.text === undefined',
  },
  {
    ...deciding,
    rule: 'Words are not delivered once the payment was given back.',
    find: 'p.request_id = t.request_id AND p.payer_id = t.sponsor_id)',
    replace: 'true)',
  },
  {
    ...finding,
    rule: 'A sponsor reads what was delivered only.',
    find: ` AND t.status = 'delivered'`,
    replace: '',
  },
  {
    ...finding,
    rule: 'The words of a suspended learner are not shown.',
    find: `\n      AND NOT \${isSuspended('r.learner_id')}`,
    replace: '',
  },
  {
    ...finding,
    rule: 'A sponsor whose account has ended is not thanked.',
    find: ' AND sponsor.erasure_requested_at IS NULL`',
    replace: '`',
  },
  {
    ...finding,
    rule: 'A learner does not read that the sponsor reported the words.',
    find: `CASE WHEN t.status = 'removed' THEN 'delivered' ELSE coalesce(t.status, 'open') END`,
    replace: `coalesce(t.status, 'open')`,
  },
];

export default mutations;
