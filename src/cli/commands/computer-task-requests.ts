import type { ComputerTask, StoppedTask } from '../../features/desktop/computer-tasks.ts'
import type { CommandCall } from '../command.ts'
import { callServiceForJson } from '../running-service.ts'

export function readTask(id: string, call: CommandCall): Promise<ComputerTask> {
  return callServiceForJson(call, { method: 'GET', path: `/api/computer/${encodeURIComponent(id)}` })
}

export function stopTask(call: CommandCall): Promise<StoppedTask> {
  return callServiceForJson(call, { method: 'POST', path: '/api/computer/stop' })
}
