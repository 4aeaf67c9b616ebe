import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { noticeQuery } from '../../data/notice.ts'
import { isClosed } from './notice-store.ts'

/** Follows the operator's notice. The code that draws it is fetched once there is one that the fan has not closed. */
export function followNotice(client: QueryClient): void {
  let isDrawn = false
  new QueryObserver(client, noticeQuery).subscribe(({ data }) => {
    if (data === undefined || (!isDrawn && (data === null || isClosed(data.id)))) return
    isDrawn = true
    import('./notice-banner.tsx').then(
      ({ drawNotice }) => drawNotice(data),
      () => {
        isDrawn = false
      },
    )
  })
}
