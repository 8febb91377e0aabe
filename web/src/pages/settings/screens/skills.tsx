import { Empty, Failure, Skeleton } from '../../../../../src/components/view-kit/states.tsx'
import { useAnswer } from '../../use-answer.ts'
import { SettingGroup } from '../setting-group.tsx'
import { AddSkill } from '../skills/add-skill.tsx'
import { SkillCard } from '../skills/skill-card.tsx'

export function Skills() {
  // A skill that is new or changed says so in a notice.
  const { data, error, refresh } = useAnswer('GET /api/skills', {}, ['notification', 'settings.changed'])
  if (error) return <Failure error={error} onRetry={refresh} />
  if (!data) return <Skeleton height={200} />
  return (
    <>
      <AddSkill onAdded={refresh} />
      {data.problems.map((problem) => (
        <p key={problem} className="rounded-lg bg-warn-soft px-4 py-3 text-sm wrap-anywhere text-warn">
          {problem}
        </p>
      ))}
      {data.skills.length === 0 && (
        <Empty>
          No skills yet. Add one above, or put its folder into{' '}
          <code className="font-mono wrap-anywhere">{data.folder}</code>.
        </Empty>
      )}
      {data.skills.map((skill) => (
        <SkillCard key={skill.path} skill={skill} onChanged={refresh} />
      ))}
      <SettingGroup group="Skills" />
    </>
  )
}
