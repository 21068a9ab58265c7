-- Returns texts in the form in which requests are searched: lower case, each on a line of its own, so that no match spans
-- two. The collation is named, because the default one of a database with the C locale knows only A to Z.
CREATE OR REPLACE FUNCTION request_text(VARIADIC parts text[])
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(array_to_string(parts, E'\n') COLLATE pg_c_utf8) $$;

-- Returns the single characters and pairs of characters of a text, repeated ones as often as they occur: a GIN index stores
-- each once, and removing them here would take longer. Two indexes of open_requests use it: after a change of the result
-- beyond order and repetition, a migration must rebuild them. The cost makes the planner use the indexes. In PL/pgSQL,
-- because a function in SQL is planned again for each index in each INSERT.
CREATE OR REPLACE FUNCTION short_pieces(whole text)
RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN string_to_array(whole, NULL) || ARRAY(
    SELECT letter || following
    FROM ROWS FROM (string_to_table(whole, NULL), string_to_table(substr(whole, 2), NULL)) AS t (letter, following)
    WHERE following IS NOT NULL);
END $$;
