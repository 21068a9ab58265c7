CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  full_name text NOT NULL,
  phone_number text,
  country text,
  gender text,
  role text NOT NULL,
  password_hash text,
  email_verified_at timestamptz,
  hides_email boolean NOT NULL DEFAULT false,
  is_minor boolean NOT NULL DEFAULT false,
  guardian_email text,
  guardian_agreed_at timestamptz,
  adult_from date,
  erasure_requested_at timestamptz,
  is_sample boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_email_lower CHECK (email = lower(email) AND position('@' IN email) > 1),
  CONSTRAINT users_role_known CHECK (role IN ('learner', 'sponsor', 'operator')),
  CONSTRAINT users_gender_known CHECK (gender IN ('male', 'female', 'nb')),
  CONSTRAINT users_guardian CHECK (is_minor = (guardian_email IS NOT NULL) AND (is_minor OR guardian_agreed_at IS NULL)),
  CONSTRAINT users_guardian_lower CHECK (guardian_email = lower(guardian_email)),
  CONSTRAINT users_adult_from CHECK (is_minor OR adult_from IS NULL)
);
CREATE UNIQUE INDEX users_email_unique ON users (email);
CREATE INDEX users_adult_from_due ON users (adult_from) WHERE is_minor;
CREATE INDEX users_created ON users (created_at, id);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent text,
  network_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE account_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text NOT NULL,
  address text NOT NULL,
  is_reserved boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_links_purpose_known
    CHECK (purpose IN ('verify-email', 'reset-password', 'change-email', 'undo-email-change', 'guardian-consent')),
  CONSTRAINT account_links_address_lower CHECK (address = lower(address))
);
CREATE INDEX account_links_user ON account_links (user_id, purpose);
CREATE INDEX account_links_address ON account_links (address, purpose) WHERE used_at IS NULL;

CREATE TABLE password_resets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_resets_email ON password_resets (email);

CREATE TABLE google_identities (
  sub text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT google_identities_email_lower CHECK (email = lower(email))
);
CREATE UNIQUE INDEX google_identities_user_unique ON google_identities (user_id);

CREATE TABLE used_google_tickets (
  id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_google_tickets_expired ON used_google_tickets (expires_at);

CREATE TABLE profile_pictures (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  content_type text NOT NULL,
  data bytea,
  object_key uuid,
  address_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT profile_pictures_has_file CHECK (data IS NOT NULL OR object_key IS NOT NULL)
);

CREATE TABLE consents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  version text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT consents_kind_known CHECK (kind IN ('terms', 'guardian'))
);
CREATE INDEX consents_user ON consents (user_id, created_at);

CREATE TABLE mail_opt_outs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  address_hash text,
  topic text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT mail_opt_outs_of_one CHECK ((user_id IS NULL) <> (address_hash IS NULL))
);
CREATE UNIQUE INDEX mail_opt_outs_person ON mail_opt_outs (user_id, topic);
CREATE UNIQUE INDEX mail_opt_outs_address ON mail_opt_outs (address_hash, topic);

CREATE TABLE mail_budgets (
  recipient_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  about_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (recipient_id, about_id)
);
CREATE INDEX mail_budgets_about ON mail_budgets (about_id);

CREATE TABLE subscribers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  asked_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT subscribers_email_lower CHECK (email = lower(email))
);
CREATE UNIQUE INDEX subscribers_email_unique ON subscribers (email);

CREATE TABLE waitlist_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text,
  wish text NOT NULL,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT waitlist_entries_email_lower CHECK (email = lower(email)),
  CONSTRAINT waitlist_entries_wish_known CHECK (wish IN ('dap', 'digiaccess', 'mobile-app', 'learner-communities', 'mentors',
    'accountability-groups', 'psychometric-test', 'pricing', 'blog', 'other'))
);
CREATE UNIQUE INDEX waitlist_entries_once ON waitlist_entries (email, wish);
