import { answerOrders } from '../../../infra/jobs/thread.ts'
import { work } from './jobs.ts'

answerOrders(work)
