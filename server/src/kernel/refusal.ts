import type { ErrorCode } from '@tribune/contract/errors.ts'

/** A clear no. Anything else that is thrown is our fault and answers `internal`. */
export class Refusal extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.name = 'Refusal'
    this.code = code
  }
}
