import { beforeEach } from 'vitest'
import { logBudget } from '../kernel/log-budget.ts'

// One process has one log, and files of one worker share it: what one test wrote must not leave out the lines that another looks for.
beforeEach(() => logBudget.forget())
