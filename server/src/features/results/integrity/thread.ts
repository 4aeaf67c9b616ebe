import { answerOrders } from '../../../infra/jobs/thread.ts'
import { judge } from './service.ts'

answerOrders(judge)
