-- Returns the last part of the address of a course page: the title, and a hash that is unique for platform and URL.
CREATE OR REPLACE FUNCTION course_slug(title text, platform text, url text)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  name text := replace(course_words(title), ' ', '-');
BEGIN
  IF octet_length(name) <> length(name) THEN name := regexp_replace(name, '[^a-z0-9]+', '-', 'g'); END IF;
  name := btrim(left(name, 70), '-');
  RETURN coalesce(nullif(name, ''), 'course') || '-' || left(md5(platform || ' ' || url), 10);
END $$;

-- Sets the slug of an inserted course.
CREATE OR REPLACE FUNCTION name_course_page()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.slug := course_slug(NEW.title, NEW.platform, NEW.url);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER courses_name_page BEFORE INSERT ON courses
FOR EACH ROW WHEN (NEW.slug IS NULL) EXECUTE FUNCTION name_course_page();
