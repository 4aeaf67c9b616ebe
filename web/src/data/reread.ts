import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads queries again after a change. A read that is under way may be older than the change, so it is cancelled first. A `fetchQuery` that waits for it
 * then rejects, or returns the older data.
 */
export async function reread(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
