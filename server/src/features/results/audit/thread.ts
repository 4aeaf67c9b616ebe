import { answerOrders } from '../../../infra/jobs/thread.ts'
import { work } from './service.ts'

answerOrders(work)
