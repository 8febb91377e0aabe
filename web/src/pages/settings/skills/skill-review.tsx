import { useState, type ReactNode } from 'react'
import { formatBytes } from '../../../../../src/contract/text/numbers.ts'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { Failure, Skeleton } from '../../../../../src/components/view-kit/states.tsx'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'
import { useAnswer } from '../../use-answer.ts'

type Details = AnswerOf<'GET /api/skills/:name'>

/** All there is to look at, and below it the button that lets models use exactly this. */
export function SkillReview({ name, onChanged }: { name: string; onChanged: () => void }) {
  const { data, error, refresh } = useAnswer('GET /api/skills/:name', { params: { name } })
  if (error) return <Failure error={error} onRetry={refresh} />
  if (!data) return <Skeleton height={160} />
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <Warnings warnings={data.warnings} />
      <Facts details={data} />
      {data.changes !== null && <Changes changes={data.changes} />}
      <Part title="Instructions">
        <Verbatim label={`Instructions of ${name}`} text={data.instructions} />
      </Part>
      <Files details={data} />
      {data.status !== 'enabled' && <Enable details={data} onChanged={onChanged} onStale={refresh} />}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-sm font-medium">{title}</h4>
      {children}
    </div>
  )
}

/** As it stands there: nothing is drawn that could hide something. */
function Verbatim({ label, text }: { label: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-96 overflow-auto rounded-lg bg-surface-2 p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  )
}

function Warnings({ warnings }: Pick<Details, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <div className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
      <h4 className="font-medium">Look at this twice</h4>
      <ul>
        {warnings.map(({ path, line, message }) => (
          <li key={`${path} ${line} ${message}`} className="wrap-anywhere">
            <span className="font-mono text-xs">
              {path}
              {line !== null && `:${line}`}
            </span>{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Facts({ details }: { details: Details }) {
  const { license, compatibility, metadata, allowed_tools: tools, notes } = details
  const rows: [string, string][] = [
    ...(license === null ? [] : ([['License', license]] as [string, string][])),
    ...(compatibility === null ? [] : ([['Needs', compatibility]] as [string, string][])),
    ...Object.entries(metadata),
  ]
  return (
    <>
      {rows.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {tools.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-2">
          Its author would like these to be allowed: {tools.join(', ')}. Deskhand grants none of them.
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="text-sm wrap-anywhere text-ink-3">
          {note}
        </p>
      ))}
    </>
  )
}

function Changes({ changes }: { changes: NonNullable<Details['changes']> }) {
  return (
    <Part title="What changed since you enabled it">
      {changes.map(({ path, change, diff }) => (
        <div key={path}>
          <p className="text-sm wrap-anywhere">
            <span className="font-mono text-xs">{path}</span> {change}
          </p>
          {diff !== null && <Verbatim label={`Changes of ${path}`} text={diff} />}
        </div>
      ))}
    </Part>
  )
}

function Files({ details: { name, server, file_list: files } }: { details: Details }) {
  const others = files.filter(({ path }) => path !== 'SKILL.md')
  if (others.length === 0) return null
  return (
    <Part title={`Other files (${others.length})`}>
      <ul>
        {others.map((file) => (
          <li key={file.path}>
            {/* What somebody else's server would have run here is seen without a click. */}
            <SkillFile skill={name} file={file} isShown={server !== null && file.is_script} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

interface SkillFileProps {
  readonly skill: string
  readonly file: Details['file_list'][number]
  /** Whether it is open from the beginning. */
  readonly isShown: boolean
}

function SkillFile({ skill, file, isShown }: SkillFileProps) {
  const { path, bytes, is_text, is_script } = file
  const [isOpen, setOpen] = useState(isShown)
  const about = (
    <span className="text-sm wrap-anywhere text-ink-2">
      <span className={`font-mono text-xs ${is_text ? 'text-accent' : ''}`}>{path}</span> {formatBytes(bytes)}
      {is_script && ' · script'}
    </span>
  )
  if (!is_text) return <div className="flex min-h-9 items-center">{about}</div>
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-9 cursor-pointer items-center">{about}</summary>
      {isOpen && <FileText skill={skill} path={path} />}
    </details>
  )
}

function FileText({ skill, path }: { skill: string; path: string }) {
  const input = { params: { name: skill }, query: { path } }
  const { data, error, refresh } = useAnswer('GET /api/skills/:name/file', input)
  if (error) return <Failure error={error} onRetry={refresh} />
  if (!data) return <Skeleton height={60} />
  return <Verbatim label={path} text={data.text ?? ''} />
}

interface EnableProps {
  readonly details: Details
  readonly onChanged: () => void
  /** It is not what is shown any more. */
  readonly onStale: () => void
}

function Enable({ details: { name, hash }, onChanged, onStale }: EnableProps) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const enable = () =>
    attempt(async () => {
      try {
        await service.call('POST /api/skills/:name/enable', { params: { name }, body: { hash: hash! } })
      } catch (failure) {
        onStale()
        throw failure
      }
      onChanged()
    })
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-3">
        Models may then read these files and follow them. What they want to do is asked about as always, and
        any change to the files turns the skill off again.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={busy} aria-label={`Enable ${name}`} onClick={() => void enable()}>
          Enable
        </Button>
        <ProblemNote error={error} />
      </div>
    </div>
  )
}
