import { answerOrders } from '../../../infra/jobs/thread.ts'
import { judge } from './judge.ts'

answerOrders(judge)
