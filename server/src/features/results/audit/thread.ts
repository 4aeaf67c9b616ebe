import { answerOrders } from '../../../infra/jobs/thread.ts'
import { writeRecords } from './service.ts'

answerOrders(writeRecords)
