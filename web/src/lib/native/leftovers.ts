import { removeSharedFiles } from './sheet.ts'
import { forgetAnswers } from './stored-answers.ts'

/** Erases the data that the app stores of a fan who signs out, besides the session: stored answers and shared files. */
export async function eraseLeftovers(): Promise<void> {
  await Promise.all([forgetAnswers(), removeSharedFiles()])
}
