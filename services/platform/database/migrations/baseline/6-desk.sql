CREATE TABLE operators (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE RESTRICT,
  level text NOT NULL,
  key_version text NOT NULL,
  wrapped_key bytea NOT NULL,
  encrypted bytea NOT NULL,
  last_totp_step integer NOT NULL DEFAULT 0,
  failed_codes integer NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  has_initial_password boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT operators_level_known CHECK (level IN ('operator', 'lead'))
);

CREATE TABLE operator_sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  operator_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  token_hash bytea NOT NULL,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX operator_sessions_token ON operator_sessions (token_hash);
CREATE INDEX operator_sessions_operator ON operator_sessions (operator_id);

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  operator_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX recovery_codes_once ON recovery_codes (operator_id, code_hash);

-- An account that acted cannot be deleted, so that the log and the history of cases stay readable.
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  actor_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  action text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entries_subject ON audit_entries (subject, created_at);
CREATE INDEX audit_entries_created ON audit_entries (created_at, id);
CREATE INDEX audit_entries_actor ON audit_entries (actor_id) WHERE actor_id IS NOT NULL;

CREATE TABLE cases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  summary text NOT NULL,
  status text NOT NULL DEFAULT 'open',
  owner_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  claimed_at timestamptz,
  waiting_on text,
  waiting_until timestamptz,
  due_at timestamptz NOT NULL,
  occurrences integer NOT NULL DEFAULT 1,
  excluded_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  outcome text,
  closed_reason text,
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT cases_kind_known CHECK (kind IN ('purchase', 'refund', 'dispute', 'payment_review', 'request_review', 'report',
    'appeal', 'reconciliation', 'document', 'job_failure')),
  CONSTRAINT cases_subject_known CHECK (subject_type IN ('request', 'payment', 'incident', 'purchase', 'refund', 'dispute',
    'user', 'course', 'meeting', 'case', 'reconciliation', 'job')),
  CONSTRAINT cases_status_known CHECK (status IN ('open', 'claimed', 'waiting', 'closed')),
  CONSTRAINT cases_waiting_on_known CHECK (waiting_on IN ('learner', 'sponsor', 'provider', 'operator', 'reporter')),
  CONSTRAINT cases_waiting CHECK (
    (status = 'waiting') = (waiting_on IS NOT NULL) AND (waiting_on IS NULL) = (waiting_until IS NULL)),
  CONSTRAINT cases_owned CHECK (
    CASE status WHEN 'open' THEN owner_id IS NULL WHEN 'closed' THEN true ELSE owner_id IS NOT NULL END),
  CONSTRAINT cases_closed_with_outcome CHECK ((status = 'closed') = (outcome IS NOT NULL)
    AND (outcome IS NULL) = (closed_at IS NULL) AND (outcome IS NULL) = (closed_reason IS NULL))
);
CREATE UNIQUE INDEX cases_one_open_per_subject ON cases (kind, subject_type, subject_id) WHERE status <> 'closed';
CREATE INDEX cases_due ON cases (due_at, id) WHERE status <> 'closed';
CREATE INDEX cases_subject ON cases (subject_type, subject_id);
CREATE INDEX cases_closed ON cases (kind, closed_at);
CREATE INDEX cases_owner ON cases (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX cases_excluded ON cases (excluded_id) WHERE excluded_id IS NOT NULL;

CREATE TABLE case_acts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE RESTRICT,
  actor_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  act text NOT NULL,
  detail text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX case_acts_case ON case_acts (case_id, created_at);
CREATE INDEX case_acts_actor ON case_acts (actor_id) WHERE actor_id IS NOT NULL;

CREATE TABLE pending_approvals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  action text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  requested_by_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX pending_approvals_act ON pending_approvals (action, subject);
CREATE INDEX pending_approvals_requested_by ON pending_approvals (requested_by_id);

CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE RESTRICT,
  reporter_id uuid REFERENCES users (id) ON DELETE SET NULL,
  email text,
  reason text NOT NULL,
  details text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reports_reason_known CHECK (reason IN ('fraud', 'danger', 'impersonation', 'offensive', 'wrong', 'other'))
);
CREATE INDEX reports_case ON reports (case_id);
CREATE INDEX reports_reporter ON reports (reporter_id, created_at);
CREATE INDEX reports_email ON reports (email);

CREATE TABLE request_decisions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  decision text NOT NULL,
  reason text NOT NULL,
  decided_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT request_decisions_known CHECK (decision IN ('approved', 'rejected'))
);
CREATE INDEX request_decisions_request ON request_decisions (request_id, created_at);
CREATE INDEX request_decisions_decided_by ON request_decisions (decided_by_id) WHERE decided_by_id IS NOT NULL;

CREATE TABLE suspensions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  suspended_by_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  approved_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  lifted_at timestamptz,
  lifted_by_id uuid REFERENCES users (id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX suspensions_one_active ON suspensions (user_id) WHERE lifted_at IS NULL;
CREATE INDEX suspensions_user ON suspensions (user_id);
CREATE INDEX suspensions_suspended_by ON suspensions (suspended_by_id);
CREATE INDEX suspensions_approved_by ON suspensions (approved_by_id) WHERE approved_by_id IS NOT NULL;
CREATE INDEX suspensions_lifted_by ON suspensions (lifted_by_id) WHERE lifted_by_id IS NOT NULL;

CREATE TABLE appeals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_decision_id uuid REFERENCES request_decisions (id) ON DELETE CASCADE,
  suspension_id uuid REFERENCES suspensions (id) ON DELETE CASCADE,
  text text NOT NULL,
  outcome text,
  answer text,
  answered_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
  answered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT appeals_one_subject CHECK (num_nonnulls(request_decision_id, suspension_id) = 1),
  CONSTRAINT appeals_outcome_known CHECK (outcome IN ('granted', 'denied')),
  CONSTRAINT appeals_answered CHECK ((outcome IS NULL) = (answer IS NULL) AND (outcome IS NULL) = (answered_at IS NULL))
);
CREATE UNIQUE INDEX appeals_request_decision ON appeals (request_decision_id);
CREATE UNIQUE INDEX appeals_suspension ON appeals (suspension_id);
CREATE INDEX appeals_answered_by ON appeals (answered_by_id) WHERE answered_by_id IS NOT NULL;
