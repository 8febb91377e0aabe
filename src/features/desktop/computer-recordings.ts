import type { ResultOf } from '../../contract/endpoint.ts'
import type { desktopContract } from './contract.ts'

type Operations = typeof desktopContract

export type RecordingList = ResultOf<Operations['listRecordings']>
export type RecordingPicture = ResultOf<Operations['readRecordingPicture']>
export type OneRecording = ResultOf<Operations['readRecording']>

/** What tasks have seen and done, as its endpoints see it. */
export interface ComputerRecordings {
  list(limit: number): Promise<RecordingList>
  /** `not_found` when there is none of that task. */
  read(taskId: string): Promise<OneRecording>
  picture(taskId: string, pictureId: string): Promise<RecordingPicture>
  /** Of a task that is running, the rest is not recorded either. */
  remove(taskId: string): Promise<void>
  /** How many were removed. */
  removeAll(): Promise<number>
}
