import type { ErrorCode } from '@tribune/contract/errors.ts'

/** Refuses a call with a code of the contract. Any other exception is a bug, and answered with `internal`. */
export class Refusal extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'Refusal'
    this.code = code
  }
}
