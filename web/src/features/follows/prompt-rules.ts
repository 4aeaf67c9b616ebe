/** Complete ballots after which the question may still be asked: a fan may have left the first match before it came. */
const FIRST_VOTES = 3

/** Facts that decide whether the question is due. */
interface PromptCase {
  /** The fan has just completed a ballot on this screen. */
  readonly voted: boolean
  /** Complete ballots of the fan, this one counted or not yet; `undefined` for a visitor. */
  readonly votes: number | undefined
  /** The clubs of the match, and whether the fan follows one of them. */
  readonly clubs: number
  readonly followsOne: boolean
  /** This phone has asked before. */
  readonly asked: boolean
}

/** Whether to ask a fan to follow a club of the match: once, after one of their first complete ballots. */
export function isPromptDue({ voted, votes, clubs, followsOne, asked }: PromptCase): boolean {
  return voted && votes !== undefined && votes <= FIRST_VOTES && clubs > 0 && !followsOne && !asked
}
