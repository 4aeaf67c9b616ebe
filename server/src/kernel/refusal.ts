import type { Change, ErrorCode } from '@tribune/contract/errors.ts'

/** Refuses a call with a code of the contract. Any other exception is a bug, and answered with `internal`. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** A French sentence that says more than the one of the code. */
  readonly sentence: string | undefined
  /** Of `changed_meanwhile` alone. */
  readonly change: Change | undefined

  constructor(code: ErrorCode, options: ErrorOptions & { readonly sentence?: string; readonly change?: Change } = {}) {
    super(code, options)
    this.name = 'Refusal'
    this.code = code
    this.sentence = options.sentence
    this.change = options.change
  }
}
