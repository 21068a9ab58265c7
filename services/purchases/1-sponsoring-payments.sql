-- The payments whose payer is the sponsor of the course: approved ones, and those that were given back because the payer bought the
-- course elsewhere. The purchase of those is redeemed; had it failed, the request would be refunded.
CREATE OR REPLACE VIEW sponsoring_payments AS
SELECT p.id, p.request_id, p.payer_id FROM payments p
WHERE p.status = 'approved' OR p.status = 'reversed'
  AND EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.origin = 'proof' AND f.status = 'processed')
  AND EXISTS (SELECT FROM purchases u WHERE u.payment_id = p.id AND u.status = 'redeemed');
