import { useState } from 'react'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { toneSoft, type Tone } from '../../../../../src/components/view-kit/tone.ts'
import { useShell } from '../../../frame/shell.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'
import { SkillReview } from './skill-review.tsx'

type Skill = AnswerOf<'GET /api/skills'>['skills'][number]

const TONES: Readonly<Record<Skill['status'], Tone>> = {
  enabled: 'success',
  unconfirmed: 'warning',
  disabled: 'neutral',
  refused: 'danger',
}

export function SkillCard({ skill, onChanged }: { skill: Skill; onChanged: () => void }) {
  const { name, description, status, problem, path, server, missing_programs: missing } = skill
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={name} className="card flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <span className={`rounded-full px-2.5 py-0.5 text-xs font-medium ${toneSoft[TONES[status]]}`}>
          {stateInWords(skill)}
        </span>
      </div>
      {description !== '' && <p className="text-sm wrap-anywhere text-ink-2">{description}</p>}
      {problem !== null && <p className="text-sm wrap-anywhere text-warn">{problem}</p>}
      {missing.length > 0 && (
        <p className="text-sm text-warn">Not ready: {missing.join(', ')} not installed.</p>
      )}
      {server !== null && <p className="text-sm text-ink-2">From the MCP server {server}.</p>}
      <p className="font-mono text-xs wrap-anywhere text-ink-3">{path}</p>
      {status !== 'refused' && (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary
            aria-label={`${reviewWords(status)}: ${name}`}
            className="flex min-h-9 cursor-pointer items-center text-sm text-ink-2"
          >
            {reviewWords(status)}
          </summary>
          {isOpen && <SkillReview key={`${skill.hash} ${status}`} name={name} onChanged={onChanged} />}
        </details>
      )}
      <SkillButtons skill={skill} onChanged={onChanged} />
    </section>
  )
}

function reviewWords(status: Skill['status']): string {
  return status === 'enabled' ? 'What it says' : 'Review and enable'
}

function stateInWords({ status, was_enabled }: Skill): string {
  if (status !== 'unconfirmed') return status
  return was_enabled ? 'changed, not confirmed' : 'not confirmed'
}

function SkillButtons({ skill, onChanged }: { skill: Skill; onChanged: () => void }) {
  const { name, status, place } = skill
  const { context } = useShell()
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const params = { name }
  const disable = () =>
    attempt(async () => {
      await service.call('POST /api/skills/:name/disable', { params })
      onChanged()
    })
  const remove = () =>
    attempt(async () => {
      const question = {
        title: `Remove ${name}?`,
        message: 'Its folder and all files in it are deleted.',
        confirmLabel: 'Remove',
        dangerous: true,
      }
      if (!(await context.ask(question))) return
      await service.call('DELETE /api/skills/:name', { params })
      onChanged()
    })
  return (
    <div className="flex flex-wrap gap-2">
      {(status === 'enabled' || status === 'unconfirmed') && (
        <Button held={busy} aria-label={`Disable ${name}`} onClick={() => void disable()}>
          Disable
        </Button>
      )}
      {place === 'own' && status !== 'refused' && (
        <Button held={busy} aria-label={`Remove ${name}`} onClick={() => void remove()}>
          Remove
        </Button>
      )}
      <ProblemNote error={error} />
    </div>
  )
}
