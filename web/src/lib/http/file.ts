import { type Options, readJson, send } from './api.ts'
import { refusalOf } from './api-error.ts'

/** Fetches a file that is not JSON, such as a picture. */
export function getFile(path: string, options: Omit<Options, 'body'> = {}): Promise<Blob> {
  return send('GET', path, options, async (response) => {
    if (!response.ok) throw refusalOf(response.status, await readJson(response))
    return response.blob()
  })
}

/** Converts a file to a data URL, which the content security policy allows. */
export function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
}
