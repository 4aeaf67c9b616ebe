import { useQuery } from '@tanstack/react-query'
import type { BallotProof } from '@tribune/contract/audit.ts'
import { ballotBytes, saltOf } from '@tribune/domain/audit/ballots.ts'
import { fromHex, type Sha256 } from '@tribune/domain/audit/bytes.ts'
import { isIncluded, leafHash } from '@tribune/domain/audit/tree.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { recount } from '@tribune/french/sentences/integrity/recount.ts'
import { ballotProofQuery } from '../../data/ballots/own-ballots.ts'
import { useFan } from '../../data/session.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { CheckedRecord } from './check-rules.ts'
import { sha } from './hash-rules.ts'

interface OwnBallotProps {
  readonly record: CheckedRecord
  readonly again: () => void
}

const { proof: words } = recount

/** « Vérifier mon bulletin »: whether the record that was recounted has the fan's own ballot. */
export function OwnBallot({ record, again }: OwnBallotProps) {
  const fan = useFan()
  if (fan === undefined) return null
  if (fan === null) {
    return (
      <>
        <p>{words.visitor}</p>
        <ButtonLink to="/profile" className="self-start">
          {words.signIn}
        </ButtonLink>
      </>
    )
  }
  return <Proof key={fan.id} fanId={fan.id} record={record} again={again} />
}

function Proof({ fanId, record, again }: OwnBallotProps & { readonly fanId: string }) {
  const { data, error, isFetching, refetch } = useQuery(ballotProofQuery(record.match))
  return (
    <>
      <p>{words.text}</p>
      <Button className="self-start" busy={isFetching} onClick={() => void refetch()}>
        {words.action}
      </Button>
      <div role="status" className="flex flex-col items-start gap-3 empty:hidden">
        {data !== undefined && error === null && <Answer proof={data} fanId={fanId} record={record} again={again} />}
        {error !== null && <p className="font-semibold">{failureOf(error)}</p>}
      </div>
      <p className="text-sm text-quiet">{words.warning}</p>
    </>
  )
}

function failureOf(error: unknown): string {
  const isNone = error instanceof ApiError && error.code === 'audit_no_ballot'
  return isNone ? words.none : messageOf(error)
}

function Answer({
  proof,
  fanId,
  record,
  again,
}: OwnBallotProps & { readonly fanId: string; readonly proof: BallotProof }) {
  const verdict = checkProof(sha, record, fanId, proof)
  if (verdict === 'newer') {
    return (
      <>
        <p className="font-semibold">{words.newer}</p>
        <Button onClick={again}>{words.again}</Button>
      </>
    )
  }
  if (verdict === 'wrong') return <p className="font-semibold text-warn">{words.wrong}</p>
  const { first, second, third, status } = proof.ballot
  const nameOf = (id: number) => record.players.find((player) => player.id === id)?.name ?? String(id)
  return (
    <>
      <p className={`font-semibold ${status === 'counted' ? 'text-good' : ''}`}>{words[status]}</p>
      <ol aria-label={words.podium} className="flex flex-col gap-1">
        {[first, second, third].map((id, index) => (
          <li key={id} className="flex gap-3">
            <span className="figures w-8 font-bold">{ordinal(index + 1)}</span>
            <bdi>{nameOf(id)}</bdi>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Whether a proof is right: `newer` is the proof for another record than the one that was recounted. */
type ProofVerdict = 'right' | 'wrong' | 'newer'

/**
 * Checks that the tree of a record that was recounted has the ballot of a fan: salt, leaf and inclusion.
 * @param fanId Account of the fan who is signed in: a proof for another account proves nothing to them.
 */
function checkProof(sha: Sha256, record: CheckedRecord, fanId: string, proof: BallotProof): ProofVerdict {
  if (proof.record !== record.hash) return 'newer'
  if (proof.account.toLowerCase() !== fanId.toLowerCase() || record.ballots === null) return 'wrong'
  const { account, r, ballot, index, hashes } = proof
  const { match, attempt, ballots } = record
  const salt = saltOf(sha, { match, account, r: fromHex(r) })
  const leaf = leafHash(sha, ballotBytes(match, attempt, { ...ballot, salt }))
  const head = { size: ballots.size, root: fromHex(ballots.root) }
  return isIncluded(sha, head, { leaf, index, proof: hashes.map(fromHex) }) ? 'right' : 'wrong'
}
