import { answerOrders } from '../jobs/thread.ts'
import { draw } from './draw.ts'

// Pixels are rendered by the process's shared threads at normal priority; only making one picture at a time bounds them.
answerOrders(draw)
