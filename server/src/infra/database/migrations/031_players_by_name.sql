-- Up Migration
-- Finds any player by name, ranked or not: as domain/name-address.ts writes it, words without accents, case or punctuation.

CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g') COLLATE "pg_c_utf8"), 'øłđðı', 'olddi'),
    'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
    '[\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f]+', ' ', 'g'))
$$;
CREATE INDEX players_ref_by_name ON players_ref USING gin (name_key(name) gin_trgm_ops);
