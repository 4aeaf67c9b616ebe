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
