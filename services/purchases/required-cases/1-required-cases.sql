-- The cases that operators need open: for a purchase that has not ended, a dispute that is not resolved, a refund that is not
-- paid out, and money that a request holds although it has ended or its purchase has failed. A payment that came too late or is
-- under review is such money from its capture on.
CREATE OR REPLACE VIEW required_cases AS
SELECT 'purchase' AS kind, 'purchase' AS subject_type, id AS subject_id, payment_id, 'purchase' AS matter
FROM purchases WHERE status NOT IN ('redeemed', 'failed')
UNION ALL
SELECT 'dispute', 'payment', payment_id, payment_id, 'dispute' FROM disputes WHERE status <> 'resolved'
UNION ALL
-- A refund of a payment that went back completely in another way does nothing any more.
SELECT 'refund', 'payment', f.payment_id, f.payment_id, 'refund'
FROM refunds f JOIN payments p ON p.id = f.payment_id AND p.status <> 'reversed'
WHERE f.status IN ('pending', 'processing', 'needs_attention')
UNION ALL
SELECT CASE p.status WHEN 'needs_review' THEN 'payment_review' ELSE 'refund' END, 'payment', p.id, p.id, 'money'
FROM held_payments h
JOIN payments p ON p.id = h.payment_id
JOIN requests r ON r.id = p.request_id
LEFT JOIN price_choices c ON c.id = p.price_choice_id
LEFT JOIN purchases u ON u.id = c.purchase_id OR u.payment_id = p.id
WHERE p.status IN ('refund_due', 'needs_review') OR p.status IN ('approved', 'added')
  AND (u.status = 'failed' OR r.status IN ('enrolled', 'completed', 'withdrawn', 'refunded'));

-- Those that are not open. A refund is also approved and seen in the case of its purchase or of the review of its payment.
CREATE OR REPLACE VIEW missing_cases AS
SELECT * FROM required_cases r
WHERE NOT EXISTS (SELECT FROM cases c WHERE c.status <> 'closed' AND c.kind = r.kind
    AND c.subject_type = r.subject_type AND c.subject_id = r.subject_id::text)
  AND NOT (r.matter = 'refund' AND (
    EXISTS (SELECT FROM cases c WHERE c.status <> 'closed' AND c.kind = 'payment_review'
      AND c.subject_type = 'payment' AND c.subject_id = r.subject_id::text)
    OR EXISTS (SELECT FROM purchases u JOIN cases c ON c.subject_type = 'purchase' AND c.subject_id = u.id::text
      WHERE u.payment_id = r.payment_id AND c.kind = 'purchase' AND c.status <> 'closed')));

-- Rejects the closing of a case that is the only one about open money, a dispute, a refund or a purchase. The error code is that of a
-- lock that is not available: processes of the previous release, which close such cases and end such requests, respond with 503 and
-- Retry-After to it, and with 500 to check_violation. It becomes check_violation once they run nowhere (decision 086).
CREATE OR REPLACE FUNCTION check_closed_case()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM missing_cases WHERE subject_type = NEW.subject_type AND subject_id = NEW.subject_id::uuid
      AND (kind = NEW.kind OR NEW.kind = 'payment_review' AND matter = 'refund')) THEN
    RAISE EXCEPTION 'Case % is about something that is open', NEW.id USING ERRCODE = 'lock_not_available';
  END IF;
  RETURN NULL;
END $$;

-- Rejects the end of a request that holds money of its course. What a request holds of a payment that came too late or is under
-- review, or of the difference of a price when its course was refunded, has a case of its own. Error code as above.
CREATE OR REPLACE FUNCTION check_ended_request()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- By account: the view of all held payments would be added up for each request.
  IF EXISTS (SELECT FROM ledger_postings l
      JOIN ledger_transactions t ON t.id = l.transaction_id
      JOIN payments p ON p.id = t.payment_id
      WHERE l.account = 'request:' || NEW.id
        AND (p.status IN ('approved', 'reversed') OR p.status = 'added' AND NEW.status = 'enrolled')
      GROUP BY p.id HAVING sum(l.amount_minor) < 0) THEN
    RAISE EXCEPTION 'The request % holds money and cannot be %', NEW.id, NEW.status USING ERRCODE = 'lock_not_available';
  END IF;
  RETURN NULL;
END $$;

-- PostgreSQL has no CREATE OR REPLACE for constraint triggers.
DROP TRIGGER IF EXISTS cases_with_open_subject ON cases;
CREATE CONSTRAINT TRIGGER cases_with_open_subject AFTER UPDATE OF status ON cases
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.status = 'closed' AND OLD.status <> 'closed' AND NEW.kind IN ('purchase', 'dispute', 'refund', 'payment_review')
  AND NEW.subject_type IN ('purchase', 'payment'))
EXECUTE FUNCTION check_closed_case();

DROP TRIGGER IF EXISTS requests_with_money ON requests;
CREATE CONSTRAINT TRIGGER requests_with_money AFTER UPDATE OF status ON requests
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.status <> OLD.status AND NEW.status IN ('enrolled', 'withdrawn', 'refunded'))
EXECUTE FUNCTION check_ended_request();
