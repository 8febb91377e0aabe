import type { Call, InputOf, ResultOf } from '../../contract/endpoint.ts'
import type { desktopContract } from './contract.ts'

type Operations = typeof desktopContract

/** What is asked for: the task, how many actions at most, and which of them ask a person first. */
export type TaskRequest = InputOf<Operations['startTask']>['body']
export type ComputerTask = ResultOf<Operations['readTask']>
export type StartedTask = ResultOf<Operations['startTask']>
export type TaskList = ResultOf<Operations['listTasks']>
export type TaskPicture = ResultOf<Operations['readScreenshot']>
export type QuestionPicture = ResultOf<Operations['readQuestionPicture']>
export type StoppedTask = ResultOf<Operations['stopTask']>

/** The loop of computer control as its endpoints see it. */
export interface ComputerTasks {
  /** `conflict` while another one goes on; `forbidden` for those who may not start one. */
  start(request: TaskRequest, call: Call): Promise<StartedTask>
  read(taskId: string): Promise<ComputerTask>
  list(): Promise<TaskList>
  /** What the task saw last; `not_found` when no picture is kept. */
  picture(taskId: string): Promise<TaskPicture>
  /** The picture of the open question, with its place marked; `not_found` without one. */
  question(taskId: string): Promise<QuestionPicture>
  /** Answers once nothing is pressed any more, also when nothing was running. */
  stop(): Promise<StoppedTask>
}
