import type { Mutation } from './mutation.ts';

const receiving = {
  file: 'services/flows/receive-webhook.ts',
  tests: ['services/flows/receive-webhook.db.test.ts'],
};

const reading = {
  file: 'services/providers/paystack/webhook.ts',
  tests: receiving.tests,
};

const mutations: Mutation[] = [
  {
    ...reading,
    rule: 'A webhook is signed.',
    find: 'if (!isSigned(raw, signature, secretKey))',
    replace: 'if (signature === undefined)',
  },
  {
    ...receiving,
    rule: 'A webhook that is redelivered changes nothing.',
    find: 'if (!stored) return undefined;',
    replace: '',
  },
  {
    ...receiving,
    rule: 'The refunds of a payment are read also when their webhook looks redelivered.',
    find: "if (payment && kind === 'refund')",
    replace: "if (stored && payment && kind === 'refund')",
  },
  {
    ...receiving,
    rule: 'Only a success is verified.',
    find: "payment && kind === 'paid'",
    replace: 'payment',
  },
  {
    ...receiving,
    rule: 'A dispute without an id is not read.',
    find: ' && event.id !== null',
    replace: '',
  },
  {
    ...reading,
    rule: 'Ids beyond 2^53 stay apart.',
    find: "parseJson(raw.toString('utf8'))",
    replace: "JSON.parse(raw.toString('utf8'))",
  },
  {
    ...reading,
    rule: 'A webhook is stored without its payer.',
    find: '      ...pick(values, storedFields),\n',
    replace: '      ...values,\n',
  },
  {
    ...reading,
    rule: 'A long text of a webhook is not stored.',
    find: ' && value.length <= maxLength',
    replace: '',
  },
  {
    file: 'services/payments/incidents.ts',
    tests: receiving.tests,
    rule: 'The end of a refund or dispute of ours opens no case.',
    find: 'if (paymentId && finalReports.has(report)) return;',
    replace: '',
  },
  {
    file: 'services/payments/incidents.ts',
    tests: receiving.tests,
    rule: 'The end of a refund of an unknown payment opens a case.',
    find: 'paymentId && finalReports',
    replace: 'finalReports',
  },
];

export default mutations;
