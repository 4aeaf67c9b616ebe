import { beforeEach } from 'vitest'
import { logBudget } from '../kernel/log-budget.ts'

// All files of a worker share one log budget. Lines of one test must not use up those that another test expects.
beforeEach(() => logBudget.forget())
