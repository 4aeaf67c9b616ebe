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

/** Whether to ask a fan to follow a club of the match: once, after their first complete ballot. */
export function isPromptDue({ voted, votes, clubs, followsOne, asked }: PromptCase): boolean {
  return voted && votes !== undefined && votes <= 1 && clubs > 0 && !followsOne && !asked
}
