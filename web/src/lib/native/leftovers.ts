import { forgetAnswers } from './kept-answers.ts'
import { removeSharedFiles } from './sheet.ts'

/** Erases what the app keeps of a fan who signs out, besides the session: what they have read and shared. */
export async function eraseLeftovers(): Promise<void> {
  await Promise.all([forgetAnswers(), removeSharedFiles()])
}
