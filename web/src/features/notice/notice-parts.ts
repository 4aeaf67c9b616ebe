import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { noticeQuery } from '../../data/notice.ts'
import { phoneStorage } from '../../lib/device/storage.ts'

/** Phone storage key of the notice that the fan closed last. */
const KEY = 'tribune-notice-closed'

/** Follows the operator's notice. The code that draws it is fetched once there is one that the fan has not closed. */
export function followNotice(client: QueryClient): void {
  let isDrawn = false
  new QueryObserver(client, noticeQuery).subscribe(({ data }) => {
    if (data === undefined) return
    const notice = data === null || phoneStorage.read(KEY) === String(data.id) ? null : data
    if (notice === null && !isDrawn) return
    isDrawn = true
    import('./notice-banner.tsx').then(
      ({ drawNotice }) => drawNotice(notice, (id) => phoneStorage.write(KEY, String(id))),
      () => {
        isDrawn = false
      },
    )
  })
}
