CREATE TABLE enrolments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  request_id uuid REFERENCES requests (id) ON DELETE SET NULL,
  title text NOT NULL,
  description text NOT NULL,
  link text NOT NULL,
  status text NOT NULL DEFAULT 'in-progress',
  completed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT enrolments_status_known CHECK (status IN ('in-progress', 'completed')),
  CONSTRAINT enrolments_completed_at CHECK ((status = 'completed') = (completed_at IS NOT NULL))
);
-- A course is saved once; two paid requests for the same link are two enrolments.
CREATE UNIQUE INDEX enrolments_saved_once ON enrolments (user_id, link) WHERE request_id IS NULL;
CREATE UNIQUE INDEX enrolments_request_once ON enrolments (request_id);
CREATE INDEX enrolments_user ON enrolments (user_id, created_at);

CREATE TABLE certificates (
  enrolment_id uuid PRIMARY KEY REFERENCES enrolments (id) ON DELETE CASCADE,
  content_type text NOT NULL,
  data bytea,
  object_key uuid,
  is_shared boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT certificates_has_file CHECK (data IS NOT NULL OR object_key IS NOT NULL),
  CONSTRAINT certificates_content_type_known CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png'))
);

CREATE TABLE proofs (
  request_id uuid PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
  content_type text NOT NULL,
  data bytea,
  object_key uuid,
  added_by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT proofs_has_file CHECK (data IS NOT NULL OR object_key IS NOT NULL),
  CONSTRAINT proofs_content_type_known CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png'))
);
CREATE INDEX proofs_added_by ON proofs (added_by_id);
