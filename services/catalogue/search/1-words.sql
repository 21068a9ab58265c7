-- Returns a text in the form in which it is searched: lower case without accents, letters and digits, words separated by
-- one space. The collation is named, because the default one of a database with the C locale knows only A to Z.
-- The indexes users_words and cases_words use it: after a change of the result, a migration must rebuild them.
CREATE OR REPLACE FUNCTION course_words(given text)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded text COLLATE pg_c_utf8 := coalesce(given, '');
BEGIN
  -- The costly steps are left out where they change nothing: most texts are plain ASCII.
  IF octet_length(folded) <> length(folded) THEN
    folded := public.unaccent('public.unaccent', normalize(folded, NFKC));
  END IF;
  folded := lower(folded COLLATE pg_c_utf8);
  IF folded ~ '[+#''’]|\.net|\.js' THEN
    folded := replace(replace(replace(replace(folded, 'c++', 'cpp'), 'c#', 'csharp'), '.net', ' dotnet'), '.js', 'js');
    -- "l'art" is two words, "don't" one.
    folded := regexp_replace(folded, '\m(qu|[cdjlmnst])[''’](?=[[:alpha:]])', '\1 ', 'g');
    folded := translate(folded, '''’', '');
  END IF;
  -- A space between two words is left as it is: each replacement is a search of its own.
  folded := regexp_replace(folded, ' *[^[:alnum:] ][^[:alnum:]]*|  +', ' ', 'g');
  RETURN btrim(folded);
END $$;

-- Returns course_words() of each text. One call costs hardly more than for one text.
CREATE OR REPLACE FUNCTION course_words_each(texts text[])
RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded text COLLATE pg_c_utf8 := array_to_string(texts, E'\x1f', '');
  words text[];
BEGIN
  -- The costly steps are left out where they change nothing: most texts are plain ASCII.
  IF octet_length(folded) <> length(folded) THEN
    folded := public.unaccent('public.unaccent', normalize(folded, NFKC));
  END IF;
  folded := lower(folded COLLATE pg_c_utf8);
  IF folded ~ '[+#''’]|\.net|\.js' THEN
    folded := replace(replace(replace(replace(folded, 'c++', 'cpp'), 'c#', 'csharp'), '.net', ' dotnet'), '.js', 'js');
    -- "l'art" is two words, "don't" one.
    folded := regexp_replace(folded, '\m(qu|[cdjlmnst])[''’](?=[[:alpha:]])', '\1 ', 'g');
    folded := translate(folded, '''’', '');
  END IF;
  -- A space between two words is left as it is: each replacement is a search of its own.
  folded := regexp_replace(folded, ' *[^[:alnum:] \x1f][^[:alnum:]\x1f]*|  +', ' ', 'g');
  folded := replace(replace(btrim(folded), E' \x1f', E'\x1f'), E'\x1f ', E'\x1f');
  words := string_to_array(folded, E'\x1f');
  IF cardinality(words) <> cardinality(texts) THEN
    -- The separator stood in a text, or all that was given is one empty text.
    words := ARRAY(SELECT course_words(given) FROM unnest(texts) WITH ORDINALITY AS t (given, at) ORDER BY at);
  END IF;
  RETURN words;
END $$;
