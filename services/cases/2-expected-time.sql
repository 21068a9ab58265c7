-- When the open case of a kind about a subject is expected to be closed: after the median of the last 30 closed cases of its
-- kind, but not in the past. NULL without an open case, or with fewer than 10 closed ones.
CREATE OR REPLACE FUNCTION expected_case_time(of_kind text, about_type text, about_id text)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(c.created_at + last.duration, now())
  FROM cases c, (
    SELECT count(*) AS cases, percentile_cont(0.5) WITHIN GROUP (ORDER BY d.closed_at - d.created_at) AS duration
    FROM (
      SELECT closed_at, created_at FROM cases WHERE kind = of_kind AND closed_at IS NOT NULL
      ORDER BY closed_at DESC LIMIT 30
    ) d
  ) last
  WHERE c.kind = of_kind AND c.subject_type = about_type AND c.subject_id = about_id AND c.status <> 'closed'
    AND last.cases >= 10
$$;
