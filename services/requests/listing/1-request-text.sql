-- Returns texts in the form in which requests are searched: lower case, each on a line of its own, so that no match spans
-- two. The collation is named, because the default one of a database with the C locale knows only A to Z.
CREATE OR REPLACE FUNCTION request_text(VARIADIC parts text[])
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(array_to_string(parts, E'\n') COLLATE pg_c_utf8) $$;

-- Returns the single characters and pairs of characters of a text. Two indexes of open_requests use it: after a change of
-- the result, a migration must rebuild them. The cost makes the planner use the indexes.
CREATE OR REPLACE FUNCTION short_pieces(whole text)
RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
  SELECT array_agg(DISTINCT piece COLLATE "C")
  FROM (SELECT letter, lag(letter) OVER (ORDER BY place) || letter AS pair
        FROM string_to_table(whole, NULL) WITH ORDINALITY AS t (letter, place)) AS letters,
    LATERAL (VALUES (letter), (pair)) AS pieces (piece)
  WHERE piece IS NOT NULL $$;
