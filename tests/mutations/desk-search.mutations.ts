import type { Mutation } from './mutation.ts';

const tests = ['services/desk/search/search-desk.db.test.ts'];
const searching = { file: 'services/desk/search/search-desk.ts', tests };
const people = { file: 'services/desk/search/find-people.ts', tests };
const payments = { file: 'services/desk/search/find-payments.ts', tests };
const cases = { file: 'services/desk/search/find-cases.ts', tests };
const parsing = {
  file: 'services/desk/search/parse-search.ts',
  tests: ['services/desk/search/parse-search.test.ts'],
};

const mutations: Mutation[] = [
  {
    ...searching,
    rule: 'A search that shows people is recorded in the audit log.',
    find: 'if (named.length > 0) {',
    replace: 'if (named.length > 5_000) {',
  },
  {
    ...searching,
    rule: 'The audit log names payers and learners of what a search shows.',
    find: '[...people, ...payments, ...purchases].flatMap',
    replace: '[...people].flatMap',
  },
  {
    ...searching,
    rule: 'The audit log has whom a search showed, and not its text.',
    find: "'people.shown', 'search', ids, caller.id",
    replace: "'people.shown', query.q, ids, caller.id",
  },
  {
    ...searching,
    rule: 'The audit log names each person of a search once.',
    find: '[...new Set(named)].map',
    replace: 'named.map',
  },
  {
    file: 'services/contracts/desk/desk-search.ts',
    tests,
    rule: 'A search of the desk is not fetched ahead.',
    find: '  hasEffect: true,\n',
    replace: '',
  },
  {
    ...people,
    rule: 'A search of the desk finds no operator by name.',
    find: "const where = `u.role <> 'operator'`;",
    replace: 'const where = `true`;',
  },
  {
    ...people,
    rule: 'A search of the desk finds no operator by id or address.',
    find: `FROM users u WHERE u.role <> 'operator' AND \${condition}\``,
    replace: `FROM users u WHERE \${condition}\``,
  },
  {
    ...people,
    rule: 'An exact address comes before those that begin with it.',
    find: "const selects = [exact('u.email = $1')];",
    replace: "const selects = [exact('u.email = $1 AND false')];",
  },
  {
    ...people,
    rule: 'A phone number is found without the zero before it.',
    find: `phone ? [\`%\${phone}%\`] : patternsOf(words)`,
    replace: 'patternsOf(words)',
  },
  {
    ...payments,
    rule: 'An exact identifier of a payment comes before those that begin with it.',
    find: `selects.push(\`(\${select(range, 1)}`,
    replace: `selects.push(\`(\${select(range, 0)}`,
  },
  {
    ...payments,
    rule: 'An amount is found in its own currency only.',
    find: `newest(\`p.currency = \${currency} AND`,
    replace: `newest(\`\${currency}::text IS NOT NULL AND`,
  },
  {
    ...payments,
    rule: 'A payment is found by what was captured in another currency.',
    find: 'OR p.captured_currency <> p.currency)',
    replace: 'AND p.captured_currency = p.currency)',
  },
  {
    ...cases,
    rule: 'An open case comes before a closed one.',
    find: `ORDER BY min(rank), status = 'closed', created_at`,
    replace: 'ORDER BY min(rank), created_at',
  },
  {
    ...cases,
    rule: 'A search for a payment or purchase finds the cases about it.',
    find: 'c.subject_id = ANY ($1::text[])',
    replace: 'c.subject_id = ANY ($1::text[]) AND false',
  },
  {
    ...parsing,
    rule: 'A number without a currency is no amount.',
    find: 'if (Boolean(before) === Boolean(after)) return undefined;',
    replace: 'if (before && after) return undefined;',
  },
  {
    ...parsing,
    rule: 'A price is found as the charge with its service fee.',
    find: 'chargedMinor: chargeFor(minor, feeBasisPoints).totalMinor',
    replace: 'chargedMinor: minor + 0 * chargeFor(minor, feeBasisPoints).feeMinor',
  },
];

export default mutations;
