import { useMedia } from '../../lib/device/use-platform.ts'

/** Whether match and podium stand next to the list: from 700 px, and on any phone in landscape. The same as `pair` in styles/theme.css. */
export function useTwoColumns(): boolean {
  return useMedia('(width >= 43.75rem), (width >= 40rem) and (height <= 480px)')
}
