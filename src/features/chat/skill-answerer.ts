import { isFromOutside } from '../../contract/endpoint.ts'
import type { Answerer, Asked } from './answering.ts'
import { namedIn, type SkillPort, type TellableSkill } from './model/skills.ts'

export interface SkillAnswererDeps {
  readonly skills: Pick<SkillPort, 'ready' | 'all'>
  readonly hasModel: (asked: Asked) => boolean
  /** Answers by what the skill says. */
  readonly model: Answerer
}

/** Whoever names a skill wants it used, whatever else the message sounds like. */
export function skillAnswerer({ skills, hasModel, model }: SkillAnswererDeps): Answerer {
  return async (asked, writer, reading) => {
    if (isFromOutside(asked.provenance) || !/\$|skill/i.test(asked.message)) return false
    await skills.ready()
    const named = namedIn(asked.message, skills.all())
    const [first] = named
    if (!first) return false
    const isEnabled = named.some(({ status }) => status === 'enabled')
    if (isEnabled && hasModel(asked)) return model(asked, writer, reading)
    writer.route({ by: 'fast_path', score: null, candidates: [] })
    writer.say(isEnabled ? needsModel(first) : notEnabled(first))
    return true
  }
}

function needsModel({ name }: TellableSkill): string {
  return `The skill ${name} is a set of instructions for a language model, and no model is set up. Choose one in Settings > Models, then ask again.`
}

function notEnabled({ name, status, problem }: TellableSkill): string {
  if (status === 'refused') return problem ?? `The skill ${name} can't be used.`
  const what = status === 'disabled' ? 'is turned off' : 'is waiting for your review'
  return `The skill ${name} ${what}, so nothing was done. Look at it in Settings > Skills, or with \`deskhand skills show ${name}\`, and enable it there.`
}
