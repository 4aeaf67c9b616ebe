-- The checks of second-recount.sql. Each returns what is wrong; nothing is wrong with an empty array.

-- The form of a record, apart from what is recounted.
CREATE FUNCTION recount.check_form(record text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  r json;
BEGIN
  IF NOT record IS JSON OBJECT WITH UNIQUE KEYS THEN RETURN ARRAY['record: no JSON']; END IF;
  IF regexp_replace(record, '"(?:[^"\\]|\\.)*"', '', 'g') ~ '\s' THEN RETURN ARRAY['record: space']; END IF;
  r := record;
  IF recount.keys(r) <> 'version,match,attempt,counting_rule,integrity_rule,source,reason,coefficient,provisional,counted,set_aside,reasons,'
    || 'ballots,players,void,tally,ranking' THEN RETURN ARRAY['record: fields']; END IF;
  RETURN ARRAY(
    SELECT 'record: version' WHERE r->>'version' <> '1'
    UNION ALL SELECT 'record: provisional' WHERE (r->'provisional')::text NOT IN ('true', 'false')
    UNION ALL SELECT 'record: players' WHERE EXISTS (
      SELECT FROM json_array_elements(r->'players') AS p WHERE recount.keys(p) <> 'id,name,rating,played'
    ) OR (SELECT count(*) <> count(DISTINCT p->>'id') FROM json_array_elements(r->'players') AS p)
    UNION ALL SELECT 'record: reasons' WHERE (
      SELECT coalesce(sum(value::int) > (r->>'set_aside')::int OR min(value::int) < 3
        OR array_agg(key ORDER BY n) <> array_agg(key ORDER BY key COLLATE "C"), false)
      FROM json_each_text(r->'reasons') WITH ORDINALITY AS e (key, value, n)));
END $$;

-- Lines, order, tree, hash and counts of the ballots.
CREATE FUNCTION recount.check_ballots(r json, file text, ballots recount.ballot[]) RETURNS text[] LANGUAGE sql AS $$
  WITH b AS (SELECT *, lag(leaf) OVER (ORDER BY line) AS before FROM unnest(ballots))
  SELECT array_agg(problem) FILTER (WHERE problem IS NOT NULL) FROM (
    SELECT 'ballots: hash' WHERE recount.hex(sha256(recount.utf8(file))) IS DISTINCT FROM r->'ballots'->>'hash'
    UNION ALL SELECT 'ballots: line ' || line FROM b
      WHERE leaf IS NULL OR first = second OR first = third OR second = third
    UNION ALL SELECT 'ballots: order at line ' || line FROM b WHERE leaf <= before
    UNION ALL SELECT 'ballots: size' WHERE cardinality(ballots) IS DISTINCT FROM (r->'ballots'->>'size')::int
    UNION ALL SELECT 'ballots: root' WHERE recount.hex(recount.root(ARRAY(SELECT leaf FROM b ORDER BY line)))
      IS DISTINCT FROM r->'ballots'->>'root'
    UNION ALL SELECT 'record: ballots' WHERE recount.keys(r->'ballots') <> 'hash,size,root'
    UNION ALL SELECT 'record: counted' WHERE (SELECT count(*) FROM b WHERE status = 'counted') <> (r->>'counted')::int
    UNION ALL SELECT 'record: set_aside' WHERE (SELECT count(*) FROM b WHERE status = 'set_aside') <> (r->>'set_aside')::int
  ) AS found (problem) $$;

-- Void ids on no ballot, and those for which no single other id has a better place on each of their ballots.
CREATE FUNCTION recount.check_void(ballots recount.ballot[], void bigint[]) RETURNS text[] RETURN ARRAY(
  WITH p AS (SELECT line, player, place FROM unnest(ballots) AS b, LATERAL (VALUES (b.first, 1), (b.second, 2), (b.third, 3)) AS p (player, place))
  SELECT 'record: void ' || id FROM unnest(void) AS id WHERE NOT EXISTS (
    SELECT FROM p JOIN p AS better ON better.line = p.line AND better.place < p.place
    WHERE p.player = id GROUP BY better.player HAVING count(*) = (SELECT count(*) FROM p WHERE player = id)));

-- `file` is NULL for a record without ballots.
CREATE FUNCTION recount.check_record(record text, file text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  problems text[];
  r json;
  void bigint[];
  ballots recount.ballot[] := '{}';
  picks recount.pick[] := '{}';
  by_votes boolean;
  ranking text;
BEGIN
  problems := recount.check_form(record);
  IF problems <> '{}' THEN RETURN problems; END IF;
  r := record;
  by_votes := (r->>'counted')::int >= 10;
  void := ARRAY(SELECT value::bigint FROM json_array_elements_text(r->'void'));
  IF by_votes THEN
    IF recount.lines(file) IS NULL THEN RETURN ARRAY['ballots: no lines']; END IF;
    ballots := recount.ballots(recount.lines(file), (r->>'match')::bigint, (r->>'attempt')::int);
    picks := recount.picks(ballots, void);
    problems := problems || recount.check_ballots(r, file, ballots) || recount.check_void(ballots, void);
    IF (r->'tally')::text IS DISTINCT FROM (
      SELECT format('[%s]', string_agg(format('{"id":%s,"firsts":%s,"seconds":%s,"thirds":%s}', id, firsts, seconds, thirds), ',' ORDER BY id))
      FROM recount.tally(picks)) THEN problems := problems || ARRAY['record: tally']; END IF;
  ELSIF file IS NOT NULL OR r->>'ballots' IS NOT NULL OR r->>'tally' IS NOT NULL OR void <> '{}' THEN
    problems := problems || ARRAY['record: ballots despite few'];
  END IF;
  ranking := recount.ranking(r->'players', picks, by_votes, (r->>'coefficient')::numeric);
  IF (r->'ranking')::text IS DISTINCT FROM ranking THEN problems := problems || ARRAY['record: ranking']; END IF;
  IF concat_ws(' ', coalesce(r->>'source', 'null'), r->>'reason') <> (CASE WHEN by_votes THEN 'votes'
    WHEN ranking = '[]' THEN 'null no_ratings' ELSE 'ratings_fallback' END)
  THEN problems := problems || ARRAY['record: source']; END IF;
  RETURN problems;
EXCEPTION WHEN data_exception THEN RETURN problems || ARRAY['record: ' || SQLERRM];
END $$;

-- Whether an entry is about this record.
CREATE FUNCTION recount.check_entry(entry text, record text) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN e->>'record' IS DISTINCT FROM recount.hex(sha256(recount.utf8(record))) THEN 'entry: record' END,
    CASE WHEN (e->>'match', e->>'attempt', e->>'provisional') IS DISTINCT FROM (r->>'match', r->>'attempt', r->>'provisional')
      THEN 'entry: match' END,
    CASE WHEN e->>'ballots' IS DISTINCT FROM r->'ballots'->>'root' THEN 'entry: ballots' END
  ], NULL) FROM (SELECT entry::json AS e, record::json AS r) AS parsed $$;

CREATE FUNCTION recount.newest_entry(entries text, match bigint) RETURNS text RETURN (
  SELECT line FROM unnest(recount.lines(entries)) WITH ORDINALITY AS u (line, n)
  WHERE (line::json->>'match')::bigint = match ORDER BY n DESC LIMIT 1);

-- Form and index of each entry. The first entry of a log that goes on, and only that, has the last checkpoint of the log before it.
CREATE FUNCTION recount.check_entries(lines text[], goes_on boolean) RETURNS text[] RETURN ARRAY(
  SELECT 'log: entry ' || n - 1 FROM unnest(lines) WITH ORDINALITY AS u (line, n)
  WHERE line !~ format('^\{"index":%s,"at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","change":%s\}$', n - 1,
    CASE WHEN n = 1 AND goes_on THEN '"continued","checkpoint":"[A-Za-z0-9+/]+={0,2}"'
    ELSE '"(?:published|set_aside|taken_back|recalculated|confirmed|lapsed)","match":\d+,"attempt":\d+,"provisional":(?:true|false),'
      || '"record":"[0-9a-f]{64}","ballots":(?:null|"[0-9a-f]{64}")' END));

-- The first four bytes of a signature: signed note, section on keys.
CREATE FUNCTION recount.key_id(verifier text) RETURNS text RETURN (
  SELECT recount.hex(substring(sha256(recount.utf8(part[1] || E'\n') || decode(part[2], 'base64')) FOR 4))
  FROM regexp_match(verifier, '^([^+]+)\+[0-9a-f]{8}\+(.+)$') AS part);

CREATE FUNCTION recount.check_log(entries text, checkpoint text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  note text[] := regexp_match(checkpoint, '^([^\n+ ]+/audit/\d{4}(?:\.\d+)?)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n\n(?:— [^\n]+\n)*— \1 [A-Za-z0-9+/=]+\n(?:— [^\n]+\n)*$');
  lines text[] := recount.lines(entries);
BEGIN
  IF note IS NULL THEN RETURN ARRAY['log: checkpoint']; END IF;
  IF lines IS NULL THEN RETURN ARRAY['log: lines']; END IF;
  RETURN recount.check_entries(lines, note[1] ~ '\.\d+$')
    || CASE WHEN cardinality(lines) <> note[2]::bigint THEN ARRAY['log: size'] ELSE '{}' END
    || CASE WHEN recount.root(ARRAY(SELECT recount.leaf(recount.utf8(line)) FROM unnest(lines) WITH ORDINALITY AS u (line, n) ORDER BY n))
      <> decode(note[3], 'base64') THEN ARRAY['log: root'] ELSE '{}' END;
END $$;
