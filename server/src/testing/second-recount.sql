-- A second verifier, written from docs/audit.md alone: it shares no code with the first. PostgreSQL has no Ed25519, so signatures are not verified here.
CREATE SCHEMA recount;

CREATE TYPE recount.ballot AS (line int, leaf bytea, first bigint, second bigint, third bigint, status text);
-- A pick of a counted ballot that counts; places are 1 to 3.
CREATE TYPE recount.pick AS (ballot int, player bigint, place int);

CREATE FUNCTION recount.hex(bytes bytea) RETURNS text RETURN encode(bytes, 'hex');
CREATE FUNCTION recount.utf8(value text) RETURNS bytea RETURN convert_to(value, 'UTF8');
CREATE FUNCTION recount.keys(value json) RETURNS text
  RETURN (SELECT string_agg(key, ',') FROM json_object_keys(value) AS key);
-- The last two of the four bytes: an unsigned number.
CREATE FUNCTION recount.uint2(value int) RETURNS bytea RETURN substring(int4send(value) FROM 3);

-- The lines of a text that ends each with a line feed; NULL where one does not.
CREATE FUNCTION recount.lines(body text) RETURNS text[]
  RETURN CASE WHEN body = '' THEN '{}' WHEN right(body, 1) = E'\n' THEN string_to_array(left(body, -1), E'\n') END;

CREATE FUNCTION recount.salt(match bigint, account uuid, r bytea) RETURNS bytea
  RETURN substring(sha256(recount.utf8('TRIBUNE-SALT-1') || int8send(match) || uuid_send(account) || r) FOR 16);

CREATE FUNCTION recount.ballot_bytes(match bigint, attempt int, salt bytea, first bigint, second bigint, third bigint, status text)
  RETURNS bytea
  RETURN recount.utf8('TRIBUNE-BALLOT-1') || int8send(match) || recount.uint2(attempt) || salt || int8send(first)
    || int8send(second) || int8send(third) || CASE status WHEN 'counted' THEN '\x01'::bytea WHEN 'set_aside' THEN '\x02' END;

-- Tree: RFC 9162, section 2.1

CREATE FUNCTION recount.leaf(bytes bytea) RETURNS bytea RETURN sha256('\x00'::bytea || bytes);

-- Hashes neighbours level by level; the last of an odd number moves up unchanged. That is the tree of the largest powers of two.
CREATE FUNCTION recount.root(leaves bytea[]) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  level bytea[] := leaves;
BEGIN
  IF cardinality(leaves) = 0 THEN RETURN sha256(''); END IF;
  WHILE cardinality(level) > 1 LOOP
    SELECT array_agg(CASE WHEN n = cardinality(level) THEN hash ELSE sha256('\x01'::bytea || hash || sibling) END ORDER BY n) INTO level
    FROM (SELECT n, hash, lead(hash) OVER (ORDER BY n) AS sibling FROM unnest(level) WITH ORDINALITY AS u (hash, n)) AS pairs
    WHERE n % 2 = 1;
  END LOOP;
  RETURN level[1];
END $$;

-- The largest power of two below n.
CREATE FUNCTION recount.split(n int) RETURNS int RETURN 1 << length(ltrim((n - 1)::bit(32)::text, '0')) - 1;

-- Section 2.1.3.1: the proof that a leaf is in the tree.
CREATE FUNCTION recount.inclusion(index int, leaves bytea[]) RETURNS bytea[] LANGUAGE plpgsql AS $$
DECLARE
  k int;
BEGIN
  IF cardinality(leaves) = 1 THEN RETURN '{}'; END IF;
  k := recount.split(cardinality(leaves));
  IF index < k THEN RETURN recount.inclusion(index, leaves[:k]) || recount.root(leaves[k + 1:]); END IF;
  RETURN recount.inclusion(index - k, leaves[k + 1:]) || recount.root(leaves[:k]);
END $$;

-- Section 2.1.4.1: the proof that the tree begins with its first `size` leaves.
CREATE FUNCTION recount.consistency(size int, leaves bytea[], known boolean DEFAULT true) RETURNS bytea[] LANGUAGE plpgsql AS $$
DECLARE
  k int;
BEGIN
  IF size = cardinality(leaves) THEN RETURN CASE WHEN known THEN '{}' ELSE ARRAY[recount.root(leaves)] END; END IF;
  k := recount.split(cardinality(leaves));
  IF size <= k THEN RETURN recount.consistency(size, leaves[:k], known) || recount.root(leaves[k + 1:]); END IF;
  RETURN recount.consistency(size - k, leaves[k + 1:], false) || recount.root(leaves[:k]);
END $$;

-- Ballots

-- One row for each line; all but `line` is NULL where the line is none.
CREATE FUNCTION recount.ballots(lines text[], match bigint, attempt int) RETURNS recount.ballot[] RETURN (
  SELECT coalesce(array_agg(ROW(n,
    recount.leaf(recount.ballot_bytes(match, attempt, decode(part[1], 'hex'), part[2]::bigint, part[3]::bigint, part[4]::bigint, part[5])),
    part[2]::bigint, part[3]::bigint, part[4]::bigint, part[5])::recount.ballot ORDER BY n), '{}')
  FROM unnest(lines) WITH ORDINALITY AS u (line, n) LEFT JOIN LATERAL regexp_match(line,
    '^\{"salt":"([0-9a-f]{32})","first":(0|-?[1-9]\d{0,17}),"second":(0|-?[1-9]\d{0,17}),"third":(0|-?[1-9]\d{0,17}),"status":"(counted|set_aside)"\}$'
  ) AS part ON true);

CREATE FUNCTION recount.picks(ballots recount.ballot[], void bigint[]) RETURNS recount.pick[] RETURN (
  SELECT coalesce(array_agg(ROW(line, player, place)::recount.pick), '{}')
  FROM unnest(ballots) AS b, LATERAL (VALUES (b.first, 1), (b.second, 2), (b.third, 3)) AS p (player, place)
  WHERE status = 'counted' AND player <> ALL (void));

CREATE FUNCTION recount.tally(picks recount.pick[]) RETURNS TABLE (id bigint, firsts bigint, seconds bigint, thirds bigint)
  LANGUAGE sql AS $$
  SELECT player, count(*) FILTER (WHERE place = 1), count(*) FILTER (WHERE place = 2), count(*) FILTER (WHERE place = 3)
  FROM unnest(picks) GROUP BY player $$;

-- Ranking

-- How many players each player beats, of those with the same score, firsts and seconds.
CREATE FUNCTION recount.duels(picks recount.pick[], ranked bigint[]) RETURNS TABLE (id bigint, duels bigint) LANGUAGE sql AS $$
  WITH t AS (SELECT *, 5 * firsts + 3 * seconds + thirds AS score FROM recount.tally(picks) WHERE id = ANY (ranked)),
  pairs AS (
    SELECT a.id AS above, b.id AS below FROM t AS a JOIN t AS b
    ON (a.score, a.firsts, a.seconds) = (b.score, b.firsts, b.seconds) AND a.id <> b.id
  ), p AS (SELECT * FROM unnest(picks)),
  higher AS (
    SELECT above, below, count(*) AS ballots FROM pairs JOIN p AS a ON a.player = above
    LEFT JOIN p AS b ON b.ballot = a.ballot AND b.player = below
    WHERE b.place IS NULL OR a.place < b.place GROUP BY above, below
  )
  SELECT h.above, count(*) FROM higher AS h LEFT JOIN higher AS reverse ON (reverse.above, reverse.below) = (h.below, h.above)
  WHERE h.ballots > coalesce(reverse.ballots, 0) GROUP BY h.above $$;

-- Score is NULL where ratings rank the match.
CREATE FUNCTION recount.ranks(players json, picks recount.pick[], by_votes boolean) RETURNS TABLE (id bigint, rank bigint, score bigint)
  LANGUAGE sql AS $$
  WITH p AS (SELECT * FROM json_to_recordset(players) AS p (id bigint, rating numeric, played boolean)),
  t AS (
    SELECT t.*, 5 * firsts + 3 * seconds + thirds AS score, rating FROM recount.tally(picks) AS t LEFT JOIN p USING (id)
    WHERE played IS DISTINCT FROM false
  ), d AS (SELECT * FROM recount.duels(picks, ARRAY(SELECT id FROM t)))
  SELECT id, rank() OVER (ORDER BY score DESC, firsts DESC, seconds DESC, coalesce(duels, 0) DESC, rating DESC NULLS LAST), score
  FROM t LEFT JOIN d USING (id) WHERE by_votes
  UNION ALL
  SELECT id, rank() OVER (ORDER BY rating DESC), NULL FROM p
  WHERE NOT by_votes AND rating IS NOT NULL AND played IS DISTINCT FROM false $$;

CREATE FUNCTION recount.points(rank bigint, coefficient numeric) RETURNS numeric
  RETURN coalesce(floor((ARRAY[100, 80, 70, 60, 50, 40, 30, 20, 15, 10])[rank] * coefficient + 0.5), 0);

-- The ranking as a record writes it.
CREATE FUNCTION recount.ranking(players json, picks recount.pick[], by_votes boolean, coefficient numeric) RETURNS text RETURN (
  SELECT format('[%s]', string_agg(format('{"id":%s,"rank":%s,"score":%s,"points":%s}', id, rank, coalesce(score::text, 'null'),
    recount.points(rank, coefficient)), ',' ORDER BY rank, id))
  FROM recount.ranks(players, picks, by_votes));

-- The checks. Each returns what is wrong; nothing is wrong with an empty array.

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
