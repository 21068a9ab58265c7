import type { Mutation } from './mutation.ts';

const tests = ['services/ledger/ledger.db.test.ts'];
const postings = { file: 'services/ledger/postings.ts', tests: ['services/ledger/postings.test.ts'] };
const buying = {
  file: 'services/ledger/record-purchase.ts',
  tests: ['services/ledger/record-purchase.db.test.ts'],
};
const returning = { file: 'services/ledger/record-transaction.ts', tests };
const locking = { file: 'services/ledger/captured-money.ts', tests };
const rules = { file: 'services/ledger/1-rules.sql', tests };
const reconciling = {
  file: 'services/ledger/reconciliation/reconcile.ts',
  tests: ['services/ledger/reconciliation/reconcile.db.test.ts'],
};
const comparing = {
  file: 'services/ledger/reconciliation/compare-books.ts',
  tests: ['services/ledger/reconciliation/compare-books.test.ts'],
};
const listing = {
  file: 'services/providers/paystack/fields.ts',
  tests: ['services/providers/paystack/fields.test.ts', 'services/providers/paystack/money-calls.test.ts'],
};

const mutations: Mutation[] = [
  {
    ...postings,
    rule: 'A service fee that is returned in parts adds up to the whole fee.',
    find: 'returnedFee(returnedMinor + amountMinor, money) - returnedFee(returnedMinor, money)',
    replace: 'returnedFee(amountMinor, money)',
  },
  {
    ...postings,
    rule: 'Returning more than was captured returns no more than the whole service fee.',
    find: 'Math.min(returnedMinor - restMinor, withFeeMinor)',
    replace: '(returnedMinor - restMinor)',
  },
  {
    ...postings,
    rule: 'The completion fund covers what is already spent.',
    find: 'Math.min(heldMinor, amountMinor - fee)',
    replace: 'amountMinor - fee',
  },
  {
    ...buying,
    rule: 'Only the part of a difference that the course costs is spent.',
    find: 'Math.min(held, restMinor)',
    replace: 'held',
  },
  {
    ...buying,
    rule: 'A difference pays what the first payment does not.',
    find: 'Math.max(0, priceMinor - heldMinor)',
    replace: 'priceMinor',
  },
  {
    ...buying,
    rule: 'A second difference pays what the first one does not.',
    find: 'restMinor -= spentMinor;',
    replace: '',
  },
  {
    ...buying,
    rule: 'What a difference pays is not paid a second time.',
    find: 'priceMinor: priceMinor - addedMinor',
    replace: 'priceMinor',
  },
  {
    ...buying,
    rule: 'A difference that was given back pays nothing.',
    find: 'if (held === 0) continue;',
    replace: '',
  },
  {
    ...buying,
    rule: 'A purchase that differences pay alone is recorded once.',
    find: 'if (await isRecorded(manager, reference)) return false;',
    replace: 'await isRecorded(manager, reference);',
  },
  {
    ...buying,
    rule: 'A purchase that differences pay alone has no transaction without postings.',
    find: 'if (postings.length === 0) return true;',
    replace: '',
  },
  {
    ...buying,
    rule: 'A purchase that never was cannot be given back.',
    find: 'if (spent.length === 0) throw',
    replace: 'if (spent.length < 0) throw',
  },
  {
    ...buying,
    rule: 'A purchase that is given back gives back what its differences paid.',
    find: " OR t.reference LIKE $1 || ':%'",
    replace: '',
  },
  {
    ...buying,
    rule: 'A purchase that is given back returns to its request only what the payer has not got back.',
    find: 'purchaseReturnPostings(postings, await lockCapturedMoney(manager, paymentId), promisedMinor)',
    replace: 'postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor }))',
  },
  {
    ...buying,
    file: 'services/ledger/postings.ts',
    rule: 'A second purchase that the fund paid is given back to the fund.',
    find: 'Math.min(sumOf(account), leftMinor - heldMinor)',
    replace: 'leftMinor - heldMinor',
  },
  {
    ...returning,
    rule: 'A refund after a reversal is part of it.',
    find: 'isKnown || money.isReversed',
    replace: 'isKnown',
  },
  {
    ...returning,
    rule: 'A reversal is what earlier returns have left.',
    find: 'money.capturedMinor - money.returnedMinor',
    replace: 'money.capturedMinor',
  },
  {
    ...returning,
    rule: 'A reversal of a payment with nothing left posts nothing.',
    find: 'if (amountMinor === 0) return false;',
    replace: '',
  },
  {
    ...locking,
    rule: 'Money is held only for a payment with a capture.',
    find: 'if (!money) throw',
    replace: 'if (!money) return undefined as never;\n  if (!money) throw',
  },
  {
    ...locking,
    rule: 'A pool that has allotted the money of a payment does not return it.',
    find: `least(s."heldMinor", \${balanceSql('k.account', 'k.currency')})`,
    replace: 's."heldMinor"',
  },
  {
    ...locking,
    rule: 'Lost disputes count as returned.',
    find: "t.kind IN ('refund', 'dispute_lost', 'reversal')",
    replace: "t.kind IN ('refund', 'reversal')",
  },
  {
    ...locking,
    rule: 'Two events wait for the same money.',
    find: 'if (capture) await lockAccount(manager, capture.account);',
    replace: '',
  },
  {
    file: 'services/ledger/record-transaction.ts',
    tests,
    rule: 'A fee that the provider does not say is not posted.',
    find: 'if (!feesMinor) return false;',
    replace: 'if (feesMinor === null) return false;',
  },
  {
    file: 'services/ledger/record-transaction.ts',
    tests,
    rule: 'An event is recorded once.',
    find: 'if (!transaction) return false;',
    replace: "if (!transaction) throw new Error('Twice');",
  },
  {
    ...rules,
    rule: 'A transaction has two postings.',
    find: '< 2 THEN',
    replace: '< 1 THEN',
  },
  {
    ...rules,
    rule: 'A transaction adds up to 0 in each currency.',
    find: '             GROUP BY currency HAVING',
    replace: '             HAVING',
  },
  {
    ...rules,
    rule: 'A holding is not negative, whatever runs at the same time.',
    find: '  PERFORM lock_ledger_account(NEW.account);',
    replace: '',
  },
  {
    ...rules,
    rule: 'A posting is not added to an earlier transaction.',
    find: "EXECUTE FUNCTION check_ledger_transaction('transaction_id')",
    replace: "WHEN (NEW.line < 0) EXECUTE FUNCTION check_ledger_transaction('transaction_id')",
  },
  {
    ...rules,
    rule: 'The owner of the tables does not change a posting.',
    find: 'BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings',
    replace: 'BEFORE TRUNCATE ON ledger_postings',
  },
  {
    ...reconciling,
    rule: 'A refund that names its transaction by number alone counts as returned.',
    find: "references.get(transactionId ?? '') ?? reference",
    replace: 'reference',
  },
  {
    ...reconciling,
    rule: 'Refunds that are not processed do not count as returned.',
    find: "if (status === 'processed') add",
    replace: 'if (status) add',
  },
  {
    ...reconciling,
    rule: 'Only lost disputes count as returned.',
    find: "resolution !== null && resolution !== 'won'",
    replace: 'resolution !== null',
  },
  {
    ...reconciling,
    rule: 'An accepted dispute counts as returned.',
    find: "resolution !== null && resolution !== 'won'",
    replace: "resolution === 'lost'",
  },
  {
    ...reconciling,
    rule: 'A dispute that ended without an answer counts as returned.',
    find: "resolution !== null && resolution !== 'won'",
    replace: "resolution === 'accepted'",
  },
  {
    ...reconciling,
    rule: 'Parts of one payment add up.',
    find: '(returned.get(reference) ?? 0) + minor',
    replace: 'minor',
  },
  {
    ...reconciling,
    rule: 'A transaction that captured nothing is not compared.',
    find: 'capturedStatuses.has(transaction.status) &&',
    replace: '',
  },
  {
    ...reconciling,
    rule: 'A transaction without an amount is not compared.',
    find: '      transaction.amountMinor > 0 &&\n',
    replace: '',
  },
  {
    ...reconciling,
    rule: 'A transaction that is too young is not compared.',
    find: 'now - settledAfterMs,',
    replace: 'now,',
  },
  {
    ...reconciling,
    rule: 'A payment whose transaction is too young is not missing.',
    find: 'theirs.has(reference) || !known.has(reference)',
    replace: 'theirs.has(reference) || known.has(reference) || !known.has(reference)',
  },
  {
    ...reconciling,
    rule: 'A payment that the provider does not know is missing.',
    find: 'theirs.has(reference) || !known.has(reference)',
    replace: 'theirs.has(reference)',
  },
  {
    ...reconciling,
    rule: 'Sample payments are left out.',
    find: "       AND NOT (r.is_sample AND p.opened_at IS NULL AND p.reference = 'sample-' || r.id)",
    replace: '',
  },
  {
    ...reconciling,
    rule: 'A payment that was made for a sample request is compared.',
    find: " AND p.opened_at IS NULL AND p.reference = 'sample-' || r.id",
    replace: '',
  },
  {
    file: 'services/ledger/reconciliation/run-reconciliation.ts',
    tests: reconciling.tests,
    rule: 'An error of the reconciliation is seen by its job.',
    find: '    throw error;\n',
    replace: '    return undefined as never;\n',
  },
  {
    file: 'services/ledger/reconciliation/run-reconciliation.ts',
    tests: reconciling.tests,
    rule: 'An error of the reconciliation is stored for operators.',
    find: '    await store({ failure: describeError(error) });\n',
    replace: '',
  },
  {
    ...comparing,
    rule: 'A fee that one side does not say is no difference.',
    find: 'our.feesMinor === null || their.feesMinor === null',
    replace: 'our.feesMinor === null',
  },
  {
    ...comparing,
    rule: 'A fee that the ledger does not have yet is no difference.',
    find: 'our.feesMinor === null || their.feesMinor === null',
    replace: 'their.feesMinor === null',
  },
  {
    ...comparing,
    rule: 'Another currency is a difference.',
    find: 'our.currency !== currency',
    replace: "our.currency === ''",
  },
  {
    ...reconciling,
    rule: 'Money that a request holds of a payment that was given back is a difference.',
    find: "p.status = 'reversed' OR r.status",
    replace: 'r.status',
  },
  {
    ...reconciling,
    rule: 'Money of a request that has ended is no difference while a case gives it back.',
    find: "c.status <> 'closed')\n     GROUP",
    replace: "c.status = 'closed')\n     GROUP",
  },
  {
    ...comparing,
    rule: 'Returned money is compared.',
    find: "    ...compared('returned', our.returnedMinor, their.returnedMinor),\n",
    replace: '',
  },
  {
    ...listing,
    rule: 'A list is read to the last of the pages that it counts.',
    find: 'page >= pageCount',
    replace: 'page >= 1',
  },
  {
    ...listing,
    rule: 'A list that names its next page is read there.',
    find: 'position = next\n',
    replace: 'position = pageCount\n',
  },
  {
    ...listing,
    rule: 'What an account adds to an amount is its fee only up to the fee.',
    find: 'fees === null || addedMinor <= fees',
    replace: 'fees === null || addedMinor >= fees',
  },
  {
    ...listing,
    rule: 'A fee that the payer bore is not ours.',
    find: 'fees - addedMinor',
    replace: 'fees',
  },
  {
    ...listing,
    rule: 'Less than was asked for is a difference.',
    find: 'addedMinor > 0 && ',
    replace: '',
  },
  {
    ...reconciling,
    rule: 'A row without a reference is found by the number of its transaction.',
    find: 'references.get(row.id) ?? ',
    replace: '',
  },
];

export default mutations;
