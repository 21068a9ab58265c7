import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Folds all texts of a course in one go, which costs half, and takes "l'art" for two words. */
export class FoldTextsTogether1795550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of texts) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION facet_lexemes, course_words_each');
    for (const statement of formerTexts) await runner.query(statement);
  }
}

/** What is "folded" loses accents and capitals; of the rest only letters, digits, single spaces and `kept` stay. */
const fold = (kept: string) => `
      -- The costly steps are left out where they change nothing: most texts are plain ASCII.
      IF octet_length(folded) <> length(folded) THEN
        folded := public.unaccent('public.unaccent', normalize(folded, NFKC));
      END IF;
      folded := lower(folded COLLATE pg_c_utf8);
      IF folded ~ '[+#''’]|\\.net|\\.js' THEN
        folded := replace(replace(replace(replace(folded, 'c++', 'cpp'), 'c#', 'csharp'), '.net', ' dotnet'), '.js', 'js');
        -- "l'art" is two words, "don't" one.
        folded := regexp_replace(folded, '\\m(qu|[cdjlmnst])[''’](?=[[:alpha:]])', '\\1 ', 'g');
        folded := translate(folded, '''’', '');
      END IF;
      -- A space between two words is left as it is: each replacement is a search of its own.
      folded := regexp_replace(folded, ' *[^[:alnum:] ${kept}][^[:alnum:]${kept}]*|  +', ' ', 'g');`;

/** Stands between texts that are folded together. */
const between = '\\x1f';

const texts = [
  `CREATE OR REPLACE FUNCTION course_words(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      folded text COLLATE pg_c_utf8 := coalesce(given, '');
    BEGIN${fold('')}
      RETURN btrim(folded);
    END $$`,
  // The words of each text, at the price of one: what a fold costs hardly depends on the length.
  `CREATE FUNCTION course_words_each(texts text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      folded text COLLATE pg_c_utf8 := array_to_string(texts, E'${between}', '');
      words text[];
    BEGIN${fold(between)}
      folded := replace(replace(btrim(folded), E' ${between}', E'${between}'), E'${between} ', E'${between}');
      words := string_to_array(folded, E'${between}');
      IF cardinality(words) <> cardinality(texts) THEN
        -- The separator stood in a text, or all that was given is one empty text.
        words := ARRAY(SELECT course_words(given) FROM unnest(texts) WITH ORDINALITY AS t (given, at) ORDER BY at);
      END IF;
      RETURN words;
    END $$`,
  `CREATE OR REPLACE FUNCTION course_slug(title text, platform text, url text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      name text := replace(course_words(title), ' ', '-');
    BEGIN
      IF octet_length(name) <> length(name) THEN name := regexp_replace(name, '[^a-z0-9]+', '-', 'g'); END IF;
      name := btrim(left(name, 70), '-');
      RETURN coalesce(nullif(name, ''), 'course') || '-' || left(md5(platform || ' ' || url), 10);
    END $$`,
  // What a course can be filtered by, as lexemes that no word can be; the value is what stands behind the colon.
  `CREATE FUNCTION facet_lexemes(level text, status text, platform_words text, tags_words text[]) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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
    END $$`,
  'ALTER FUNCTION course_price_order PARALLEL SAFE',
];

// The bodies of the migration before this one.
const formerTexts = [
  `CREATE OR REPLACE FUNCTION course_words(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      folded text COLLATE pg_c_utf8 :=
        lower(public.unaccent('public.unaccent', normalize(coalesce(given, ''), NFKC)) COLLATE pg_c_utf8);
    BEGIN
      folded := replace(replace(replace(replace(folded, 'c++', 'cpp'), 'c#', 'csharp'), '.net', ' dotnet'), '.js', 'js');
      folded := translate(folded, '''’', '');
      RETURN btrim(regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g'));
    END $$`,
  `CREATE OR REPLACE FUNCTION course_slug(title text, platform text, url text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE
      name text := btrim(left(regexp_replace(course_words(title), '[^a-z0-9]+', '-', 'g'), 70), '-');
    BEGIN
      RETURN coalesce(nullif(name, ''), 'course') || '-' || left(md5(platform || ' ' || url), 10);
    END $$`,
];
