import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'
import { sheetTitle } from '@tribune/french/sentences/share.ts'
import { dataAddress } from '../http/file.ts'

/** Folder of the app's cache for files that the sheet hands to another app. */
const FOLDER = 'shared'

/**
 * Opens the phone's share sheet with a text, a link and files. Returns `cancelled` if the fan closes it. Rejects if the phone refuses. A shared file stays
 * until the next one, the next start or the sign-out: the app that got it may still read it after the sheet has closed.
 */
export async function openSheet({ title, text, url, files = [] }: ShareData): Promise<'shared' | 'cancelled'> {
  try {
    const addresses = await writeFiles(files)
    await Share.share({
      ...(title && { title }),
      ...(text && { text }),
      ...(url && { url }),
      ...(addresses.length > 0 && { files: addresses }),
      dialogTitle: sheetTitle,
    })
    return 'shared'
  } catch (error) {
    await removeSharedFiles()
    if (error instanceof Error && /cancel/i.test(error.message)) return 'cancelled'
    throw error
  }
}

/** Deletes the shared files from the phone. */
export async function removeSharedFiles(): Promise<void> {
  // The phone refuses if the folder is not there.
  await Filesystem.rmdir({ path: FOLDER, directory: Directory.Cache, recursive: true }).catch(() => undefined)
}

/** Writes files for the sheet, instead of those of the last time. Returns their addresses on the phone. */
async function writeFiles(files: readonly File[]): Promise<string[]> {
  if (files.length === 0) return []
  await removeSharedFiles()
  return Promise.all(files.map(writeFile))
}

async function writeFile(file: File): Promise<string> {
  const address = await dataAddress(file)
  const data = address.slice(address.indexOf(',') + 1)
  const path = `${FOLDER}/${file.name}`
  const { uri } = await Filesystem.writeFile({ path, data, directory: Directory.Cache, recursive: true })
  return uri
}
