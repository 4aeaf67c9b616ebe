import type { BallotProof } from '@tribune/contract/audit.ts'
import { ballotBytes, saltOf } from '@tribune/domain/audit/ballots.ts'
import { fromHex, type Sha256 } from '@tribune/domain/audit/bytes.ts'
import { isIncluded, leafHash } from '@tribune/domain/audit/tree.ts'
import type { CheckedRecord } from './check-rules.ts'

/** Whether a proof is right: `newer` is the proof for another record than the one that was recounted. */
export type ProofVerdict = 'right' | 'wrong' | 'newer'

/**
 * Checks that the tree of a record that was recounted has the ballot of a fan: salt, leaf and inclusion.
 * @param fanId Account of the fan who is signed in: a proof for another account proves nothing to them.
 */
export function checkProof(sha: Sha256, record: CheckedRecord, fanId: string, proof: BallotProof): ProofVerdict {
  if (proof.record !== record.hash) return 'newer'
  if (proof.account.toLowerCase() !== fanId.toLowerCase() || record.ballots === null) return 'wrong'
  const { account, r, ballot, index, hashes } = proof
  const { match, attempt, ballots } = record
  const salt = saltOf(sha, { match, account, r: fromHex(r) })
  const leaf = leafHash(sha, ballotBytes(match, attempt, { ...ballot, salt }))
  const head = { size: ballots.size, root: fromHex(ballots.root) }
  return isIncluded(sha, head, { leaf, index, proof: hashes.map(fromHex) }) ? 'right' : 'wrong'
}
