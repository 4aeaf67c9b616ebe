/** Buckets of the ballots (docs/decisions/096). A power of two. Another number needs a migration of `ballot_bucket` and of the stored ballots. */
export const BUCKETS = 4

/**
 * Returns the bucket of a fan's ballots, by the last digits of the id, which are random: `ballot_bucket` in SQL. A ballot without owner stays in the
 * bucket of its former one, so that only a living fan's id may be asked.
 */
export const bucketOf = (fanId: string) => Number.parseInt(fanId.slice(-2), 16) % BUCKETS
