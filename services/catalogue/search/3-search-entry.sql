-- Returns the number by which courses are sorted by price: US cents at approximate, fixed rates, for no other use. Free
-- courses are first, courses without a known price last.
CREATE OR REPLACE FUNCTION course_price_order(status text, price_minor bigint, currency text)
RETURNS real LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE WHEN status = 'Free' THEN 0 WHEN price_minor IS NULL THEN 1e12
    ELSE price_minor * CASE currency WHEN 'NGN' THEN 0.00065 WHEN 'INR' THEN 0.0115 WHEN 'GBP' THEN 1.3
      WHEN 'EUR' THEN 1.15 WHEN 'KES' THEN 0.0077 WHEN 'ZAR' THEN 0.057 ELSE 1 END END)::real $$;

-- Returns the number by which courses are sorted by rating, highest first; those without a rating are last.
CREATE OR REPLACE FUNCTION course_rating_order(rating real)
RETURNS real LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT coalesce(rating, -1) $$;

-- Returns the facets of a course as lexemes that cannot be words: level (=l:), status (=s:), platform (=p:) and tags
-- (=t:), in this order.
CREATE OR REPLACE FUNCTION facet_lexemes(level text, status text, platform_words text, tags_words text[])
RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  found text[] := ARRAY['=l:' || lower(level), '=s:' || lower(status),
    '=p:' || left(replace(platform_words, ' ', '-'), 200)];
  value text;
BEGIN
  FOREACH value IN ARRAY tags_words LOOP
    value := '=t:' || left(replace(value, ' ', '-'), 200);
    IF value <> '=t:' AND value <> ALL (found) THEN found := found || value; END IF;
  END LOOP;
  RETURN found;
END $$;

-- Returns the part of the search index that a course belongs to: part 0 holds 1/64 of the courses, part 6 half of them.
-- The last byte of an id is random in every version of UUIDs.
CREATE OR REPLACE FUNCTION search_part(course_id uuid)
RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT width_bucket(get_byte(uuid_send(course_id), 15), ARRAY[4, 8, 16, 32, 64, 128])::smallint $$;

-- Returns the buckets of a course as lexemes, such as =r:0f: its number from 00 to ff in the order of rating (=r:), price
-- (=c:) and age, newest first (=n:). Nothing as long as the bounds of the buckets are unknown.
CREATE OR REPLACE FUNCTION bucket_lexemes(
  course_id uuid,
  rating_order real,
  price_order real,
  newest_order timestamp with time zone,
  rating_bounds course_sort_key[],
  price_bounds course_sort_key[],
  newest_bounds course_sort_key[]
)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN rating_bounds IS NULL THEN '' ELSE array_to_tsvector(ARRAY[
    '=r:' || lpad(to_hex(width_bucket((-rating_order, course_id)::course_sort_key, rating_bounds)), 2, '0'),
    '=c:' || lpad(to_hex(width_bucket((price_order, course_id)::course_sort_key, price_bounds)), 2, '0'),
    '=n:' || lpad(to_hex(width_bucket((-date_part('epoch', newest_order), course_id)::course_sort_key, newest_bounds)),
      2, '0')]) END $$;

-- Returns the row of course_search for a course. The words of the title are indexed a second time with ^ in front.
CREATE OR REPLACE FUNCTION search_entry(
  c courses,
  OUT rating_order real,
  OUT price_order real,
  OUT newest_order timestamp with time zone,
  OUT facets text[],
  OUT doc tsvector,
  OUT part smallint
)
RETURNS record LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words text[] := course_words_each(ARRAY[c.title, c.description, c.platform] || c.tags);
  tags_words text[] := words[4:];
BEGIN
  rating_order := course_rating_order(c.rating);
  price_order := course_price_order(c.status, c.price_minor, c.currency);
  newest_order := c.created_at;
  facets := facet_lexemes(c.level, c.status, words[3], tags_words);
  doc := setweight(to_tsvector('simple', words[1]), 'A')
    || setweight(to_tsvector('simple', array_to_string(tags_words, ' ')), 'B')
    || setweight(to_tsvector('simple', words[3]), 'C')
    || to_tsvector('simple', words[2])
    || array_to_tsvector(facets || string_to_array('^' || replace(words[1], ' ', ' ^'), ' '));
  part := search_part(c.id);
END $$;

-- Returns the facet lexemes of platforms and tags, and of all levels and statuses, with the labels to show.
CREATE OR REPLACE FUNCTION facet_labels(platforms text[], tags text[])
RETURNS TABLE(lexeme text, label text) LANGUAGE sql STABLE AS $$
  SELECT kind || left(replace(course_words(label), ' ', '-'), 200), min(label COLLATE "C")
  FROM (SELECT '=p:', unnest(platforms) UNION SELECT '=t:', unnest(tags)
    UNION SELECT '=l:', unnest(ARRAY['Beginner', 'Intermediate', 'Advanced', 'All'])
    UNION SELECT '=s:', unnest(ARRAY['Free', 'Paid'])) AS seen (kind, label) GROUP BY 1 $$;
