import { NOTIFICATION_KINDS, type NotificationKind } from '@tribune/domain/messages/notification.ts'
import { createProofs } from '../../../kernel/proofs.ts'

const PURPOSE = 'turning a kind of push message off for a fan'
/** Milliseconds since 1970, until the year 10889. */
const TIME_BYTES = 6

/**
 * Allows to turn off a kind that a fan wished when the message was sent. It names the fan, not the device, which may end and be added again while the
 * message lies on a screen.
 */
interface OffProof {
  readonly fanId: string
  readonly kind: NotificationKind
  readonly issuedAt: Date
}

/** Makes and reads the proofs that messages carry, each good for turning one kind off for one fan, and for nothing else. */
export interface OffProofs {
  make(proof: OffProof): string
  /** Returns what a proof is good for, or `null` if it is not ours. */
  read(proof: string): OffProof | null
}

/** @param secrets Newest first: the first signs, the others only verify. */
export function createOffProofs(secrets: readonly [string, ...string[]]): OffProofs {
  const proofs = createProofs(secrets, PURPOSE, 1 + TIME_BYTES)
  return {
    make({ fanId: id, kind, issuedAt }) {
      const details = Buffer.alloc(1 + TIME_BYTES)
      details.writeUInt8(NOTIFICATION_KINDS.indexOf(kind))
      details.writeUIntBE(issuedAt.getTime(), 1, TIME_BYTES)
      return proofs.make({ id, details })
    },
    read(proof) {
      const proven = proofs.read(proof)
      const kind = NOTIFICATION_KINDS[proven?.details[0] ?? -1]
      if (proven === null || kind === undefined) return null
      return { fanId: proven.id, kind, issuedAt: new Date(proven.details.readUIntBE(1, TIME_BYTES)) }
    },
  }
}
