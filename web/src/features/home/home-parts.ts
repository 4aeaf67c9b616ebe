/** Parts that home fetches after its first paint, in one file: three would cost the first load a name and a list of imports each. */

import { CompetitionChoices } from './filter/competition-choices.tsx'
import { DayCalendar } from './filter/day-calendar.tsx'
import { FollowedList } from './own/followed-list.tsx'

export { CompetitionChoices, DayCalendar, FollowedList }
