-- Balance and turnover of each account and currency; a debit is positive.
CREATE OR REPLACE VIEW ledger_balances AS
SELECT account, currency, sum(amount_minor) AS balance_minor,
  coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0) AS debits_minor,
  coalesce(-sum(amount_minor) FILTER (WHERE amount_minor < 0), 0) AS credits_minor
FROM ledger_postings GROUP BY account, currency;

-- What was captured, kept by the provider, and given back for each payment.
CREATE OR REPLACE VIEW ledger_payments AS
SELECT t.payment_id, p.currency,
  sum(p.amount_minor) FILTER (WHERE t.kind = 'capture') AS captured_minor,
  min(t.created_at) FILTER (WHERE t.kind = 'capture') AS captured_at,
  coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind = 'provider_fee'), 0) AS fees_minor,
  coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind IN ('refund', 'dispute_lost', 'reversal')), 0) AS returned_minor,
  max(t.created_at) FILTER (WHERE t.kind IN ('refund', 'dispute_lost', 'reversal')) AS returned_at
FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id AND p.account = 'provider'
GROUP BY t.payment_id, p.currency;

-- What requests hold of each payment.
CREATE OR REPLACE VIEW held_payments AS
SELECT t.payment_id, p.currency, -sum(p.amount_minor) AS held_minor
FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id AND p.account ~ '^request:'
GROUP BY t.payment_id, p.currency HAVING sum(p.amount_minor) < 0;
