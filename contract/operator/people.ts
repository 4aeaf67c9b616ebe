import { ACCOUNT_STRENGTHS } from '@tribune/domain/ballots/evidence.ts'
import { MAX_REASON } from '@tribune/domain/operator/operator.ts'
import { z } from 'zod'
import { closedVotingRight, getOwnData, identity, session } from '../accounts.ts'
import { endpoint, instant, text } from '../endpoint.ts'

const fanId = z.object({ fan_id: z.uuid().toLowerCase() })
/** Why the right to vote is closed; `null` while it is open. */
const rightState = z.object({ reason: z.string().nullable() })
const reason = text(MAX_REASON).trim().min(1)

/** An account, as far as the operator may know it: no ballot's content, no token, no address of a device. */
const person = z.object({
  id: z.string(),
  /** `null` for a fan who signed up with a phone or a wallet alone. */
  email: z.string().nullable(),
  email_verified: z.boolean(),
  phone: z.string().nullable(),
  phone_verified: z.boolean(),
  since: instant,
  two_factor: z.boolean(),
  /** The strongest thing that the account has proven. */
  strength: z.enum(ACCOUNT_STRENGTHS),
  /** Complete ballots. */
  vote_count: z.number().int(),
  xp: z.number().int(),
  /** Sign-in methods besides mail and SMS, oldest first. */
  identities: z.array(identity.omit({ id: true })),
  /** Newest first, up to 100. */
  sessions: z.array(session.omit({ id: true, current: true })),
  /** `null` while the right to vote is open. */
  voting_closed: closedVotingRight.nullable(),
  is_operator: z.boolean(),
})
export type Person = z.output<typeof person>

/** A POST, so that no address or number is in a URL, which servers and browsers remember. */
export const findFan = endpoint({
  method: 'POST',
  path: '/api/rpc/find_fan',
  summary:
    'The account with exactly this address, phone in international form, or id; nothing partial, no list; journalled',
  access: 'admin',
  body: z.strictObject({ wanted: text(320) }),
  output: person,
  errors: ['fan_not_found'],
})

export const endFanSessions = endpoint({
  method: 'POST',
  path: '/api/rpc/end_fan_sessions',
  summary: 'Ends all sessions of a fan, at once and on every server; journalled',
  access: 'admin',
  body: fanId,
  output: z.object({ ended: z.number().int() }),
  errors: ['fan_not_found'],
})

export const closeVotingRight = endpoint({
  method: 'POST',
  path: '/api/rpc/close_voting_right',
  summary:
    'Closes a fan’s right to vote, for a reason that the fan reads; closed already, it takes the new reason. Earlier ballots stay counted; journalled',
  access: 'admin',
  body: fanId.extend({ reason }),
  state: rightState,
  output: closedVotingRight,
  errors: ['fan_not_found', 'own_voting_right'],
})

export const reopenVotingRight = endpoint({
  method: 'POST',
  path: '/api/rpc/reopen_voting_right',
  summary: 'Opens a fan’s right to vote again; journalled',
  access: 'admin',
  body: fanId,
  state: rightState,
  output: z.object({ reopened: z.literal(true) }),
  errors: ['fan_not_found', 'voting_right_open'],
})

/** A POST, because each copy is journalled: no link or page of another site may cause one. */
export const copyFanData = endpoint({
  method: 'POST',
  path: '/api/rpc/copy_fan_data',
  summary:
    'All data stored about a fan who asks for it in writing, the same as their own download; journalled without its content',
  access: 'admin',
  body: fanId,
  output: getOwnData.output,
  errors: ['fan_not_found'],
})

export const deleteFan = endpoint({
  method: 'POST',
  path: '/api/rpc/delete_fan',
  summary:
    'Deletes for good the account of a fan who asks for it in writing, as they would themselves, and notifies them by mail if their address is verified. The reason stays in the journal, and may not hold their address or number',
  access: 'admin',
  body: fanId.extend({ reason }),
  output: z.object({ deleted: z.literal(true) }),
  errors: ['fan_not_found', 'own_account', 'reason_names_fan'],
})
