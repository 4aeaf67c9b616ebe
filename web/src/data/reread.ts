import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Reads queries again that a change made old. Their first read, if it is under way, may be older than the change: it begins again too. */
export async function reread(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
