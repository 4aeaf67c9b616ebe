import { cleanText } from '@tribune/domain/common/clean-text.ts'
import { MAX_NOTICE_LENGTH } from '@tribune/domain/messages/notice.ts'
import { z } from 'zod'
import { endpoint, instant, sentInstant, text } from './endpoint.ts'

export const getNotice = endpoint({
  method: 'GET',
  path: '/api/notice',
  summary: 'The operator’s notice to all fans that is on now, or null',
  access: 'public',
  shared: true,
  output: z.object({ notice: z.object({ id: z.number().int(), text: z.string(), ends_at: instant }).nullable() }),
})

/** The operator's notice, including before its start and after its end. */
const notice = z.object({ id: z.number().int(), text: z.string(), starts_at: instant, ends_at: instant })
export type OperatorNotice = z.output<typeof notice>

/** The fields of the notice that the call replaces; all are `null` if there is no notice. */
const state = z.object({
  text: z.string().nullable(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
})

export const getOperatorNotice = endpoint({
  method: 'GET',
  path: '/api/operator_notice',
  summary: 'The notice to all fans, upcoming, on or ended, or null',
  access: 'admin',
  output: z.object({ notice: notice.nullable() }),
})

export const setNotice = endpoint({
  method: 'POST',
  path: '/api/rpc/set_notice',
  summary: 'Shows a notice to all fans until its end, in place of the one that is there',
  access: 'admin',
  body: z.object({
    text: text(MAX_NOTICE_LENGTH)
      .transform((value) => cleanText(value, MAX_NOTICE_LENGTH))
      .pipe(z.string().min(1)),
    /** `null`: the notice starts now. */
    starts_at: sentInstant.nullable(),
    ends_at: sentInstant,
  }),
  state,
  output: notice,
  errors: ['notice_times'],
})

export const removeNotice = endpoint({
  method: 'POST',
  path: '/api/rpc/remove_notice',
  summary: 'Removes the notice to all fans',
  access: 'admin',
  body: z.object({}),
  state,
  output: z.object({ removed: z.literal(true) }),
  errors: ['not_found'],
})
