/** The variable that has a server's first time ahead of the machine's, in milliseconds. */
export const AHEAD_MS = 'TRIBUNE_E2E_AHEAD_MS'

/** The journeys' time ahead of the machine's, and the answer of a server whose clock shows it. */
export interface ClockMessage {
  readonly aheadMs?: number
}
