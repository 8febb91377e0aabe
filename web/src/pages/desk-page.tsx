import { Empty } from '../../../src/components/view-kit/states.tsx'
import { LookAtScreen } from './desk/look-at-screen.tsx'
import { NewTask } from './desk/new-task.tsx'
import { TaskView } from './desk/task-view.tsx'
import { Page } from './page.tsx'
import { useAnswer } from './use-answer.ts'

/** Lets Deskhand use the desktop: what it is to do, what it does, and a way to stop it that cannot be missed. */
export function DeskPage() {
  const { data } = useAnswer('GET /api/computer', {}, ['computer.started', 'computer.ended'])
  const [latest] = data?.tasks ?? []
  const isRunning = latest?.ended_by === null
  return (
    <Page title="Desk" about="Deskhand looks at the screen and uses the keyboard and the mouse for you.">
      {!isRunning && <NewTask />}
      {latest && <TaskView key={latest.task_id} taskId={latest.task_id} />}
      {data && !latest && <Empty>Nothing is under way. Each step is explained here while it happens.</Empty>}
      {!isRunning && <LookAtScreen />}
    </Page>
  )
}
