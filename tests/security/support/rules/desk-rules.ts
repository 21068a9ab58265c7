import { anyOf, gates, type Rule, request } from './rule.ts';

const desk: Rule = { who: gates.desk };
const aCase: Rule = { who: gates.desk, ids: { 'params.id': anyOf('cases') } };
const aPerson: Rule = { who: gates.desk, ids: { 'params.id': anyOf('users') } };
const aCourse: Rule = { who: gates.desk, ids: { 'params.id': anyOf('courses') } };
const aPayment: Rule = { who: gates.desk, ids: { 'params.id': anyOf('payments') } };
/** A call by which operators act on themselves, and leads on everyone. */
const anOperator: Rule = {
  who: gates.desk,
  ids: {
    'params.id': (known) =>
      anyOf('operators')(known).map((target) => ({ ...target, denied: () => [403, 404] })),
  },
};
/** A call whose ids no row of these tests has; its own cases have tests beside the desk. */
const nothing: Rule = { who: gates.desk, ids: { 'params.id': request(() => false) } };

/** The rule of each call of the desk. A call without one fails the test. */
export const deskRules: Record<string, Rule> = {
  'POST /ops/sign-in': { who: () => undefined, allowed: [401] },
  'POST /ops/sign-out': { ...desk, usesUp: true },
  'GET /ops/me': desk,
  'POST /ops/me/recovery-codes': { ...desk, allowed: [422] },
  'POST /ops/me/mails': desk,
  'GET /ops/operators': desk,
  'POST /ops/operators': { who: gates.lead },
  'POST /ops/operators/:id/end-sessions': { ...anOperator, usesUp: true },
  'POST /ops/operators/:id/absence': anOperator,
  'POST /ops/operators/:id/end': { who: gates.lead, ids: { 'params.id': anyOf('operators') }, usesUp: true },
  'GET /ops/changes': desk,
  'GET /ops/search': desk,
  'GET /ops/cases': desk,
  'POST /ops/cases/next': desk,
  'POST /ops/cases/bulk': { ...desk, ids: { 'body.ids': () => [] } },
  'GET /ops/views': desk,
  'POST /ops/views': desk,
  'DELETE /ops/views/:id': nothing,
  'GET /ops/cases/:id': { ...aCase, allowed: [200] },
  'POST /ops/cases/:id/claim': aCase,
  'POST /ops/cases/:id/release': aCase,
  'POST /ops/cases/:id/assign': { ...aCase, who: gates.lead },
  'POST /ops/cases/:id/wait': aCase,
  'POST /ops/cases/:id/notes': aCase,
  'POST /ops/cases/:id/close': { ...aCase, usesUp: true },
  'POST /ops/cases/:id/reopen': aCase,
  'POST /ops/cases/:id/actions': aCase,
  'POST /ops/cases/:id/platform-login': { ...aCase, usesUp: true },
  'GET /ops/payments/:id/evidence': nothing,
  'GET /ops/requests/:id/invoice': nothing,
  'POST /ops/cases/:id/receipt': aCase,
  'GET /ops/cases/:id/receipt': nothing,
  'POST /ops/cases/:id/proof': aCase,
  'GET /ops/cases/:id/proof': nothing,
  'GET /ops/cases/:id/requests': aCase,
  'GET /ops/cases/:id/replies': { ...aCase, allowed: [200] },
  'POST /ops/cases/:id/replies': aCase,
  'POST /ops/cases/:id/viewing': { ...aCase, allowed: [200] },
  'GET /ops/mentions': desk,
  'POST /ops/mentions/:id/dismiss': { ...nothing, allowed: [404] },
  'GET /ops/approvals': desk,
  'GET /ops/incidents': desk,
  'POST /ops/approvals/:id/approve': { ...nothing, allowed: [404] },
  'POST /ops/approvals/:id/decline': { ...nothing, allowed: [404] },
  'GET /ops/people': desk,
  'GET /ops/people/:id': { ...aPerson, allowed: [200] },
  'POST /ops/people/:id/end-sessions': { ...aPerson, usesUp: true },
  'GET /ops/money/payments': desk,
  'GET /ops/money/payments.csv': desk,
  'GET /ops/money/payments/:id': { ...aPayment, allowed: [200] },
  'POST /ops/money/payments/:id/verify': aPayment,
  'GET /ops/money/ledger': desk,
  'GET /ops/money/ledger.csv': desk,
  'GET /ops/money/reconciliation': desk,
  'POST /ops/money/reconciliation': desk,
  'GET /ops/money/pledges': desk,
  'GET /ops/catalogue/courses': desk,
  'GET /ops/catalogue/courses/:id': { ...aCourse, allowed: [200] },
  'POST /ops/catalogue/courses/:id/hide': aCourse,
  'POST /ops/catalogue/courses/:id/show': aCourse,
  'POST /ops/catalogue/courses/:id/release': aCourse,
  'POST /ops/catalogue/courses/:id/correct': aCourse,
  'POST /ops/catalogue/courses/:id/check-link': aCourse,
  'POST /ops/catalogue/imports': desk,
  'GET /ops/catalogue/imports': desk,
  'POST /ops/people/:id/suspend': { ...aPerson, usesUp: true },
  'POST /ops/people/:id/restore': { ...aPerson, usesUp: true },
  'GET /ops/audit': desk,
  'GET /ops/queues': desk,
  'GET /ops/queues/history': desk,
  'POST /ops/queues/retry': { ...desk, ids: { 'body.ids': () => [] } },
  'POST /ops/queues/discard': { ...desk, ids: { 'body.ids': () => [] } },
};
