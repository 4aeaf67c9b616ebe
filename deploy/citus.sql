-- Ballots on several PostgreSQL servers (docs/scale.md). For the coordinator, once, after the migrations and while all servers of the product are stopped.
-- Tried on Citus 14 and 15 with two workers: the tables and the ledger's statement. Not tried: this file as a whole.
\set ON_ERROR_STOP on

CREATE EXTENSION IF NOT EXISTS citus;
-- The coordinator must be a node: only then may local tables refer to reference tables. Deleting an account depends on these foreign keys.
SELECT citus_set_coordinator_host(:'coordinator', :port);
-- Once for each worker:
-- SELECT citus_add_node('worker-1', 5432);

BEGIN;
-- Refused on reference tables. They only stop a faulty write: the rules are in domain/matches, under the lock of the match.
DROP TRIGGER finished_at_is_written_once ON matches;
DROP TRIGGER published_is_not_replayed ON matches;

-- Whole on every node: what the ballots' statements join and lock.
SELECT create_reference_table('available_competitions');
SELECT create_reference_table('teams');
SELECT create_reference_table('matches');
SELECT create_reference_table('players_ref');
SELECT create_reference_table('auth."user"');
SELECT create_reference_table('earlier_votes');
SELECT create_reference_table('ballots_set_aside');
SELECT create_reference_table('ballot_reviews');

-- By bucket, together: one fan's ballots and the counts of their commits are on one node.
SELECT create_distributed_table('votes', 'bucket', shard_count := 4);
SELECT create_distributed_table('match_ballots', 'bucket', colocate_with := 'votes');
SELECT create_distributed_table('match_tallies', 'bucket', colocate_with := 'votes');
SELECT create_distributed_table('match_duels', 'bucket', colocate_with := 'votes');
SELECT create_distributed_table('tally_moves', 'bucket', colocate_with := 'votes');
COMMIT;

-- Where each bucket lives: four buckets fill four nodes at most, and only if no two share one.
SELECT bucket, get_shard_id_for_distribution_column('votes', bucket::smallint) AS shard FROM generate_series(0, 3) AS bucket;
