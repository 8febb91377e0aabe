import { changeSummary, changeTitle, type PreviewedChange } from '../../contract/preview.ts'
import type { QuestionField } from '../../contract/question-form.ts'
import { waitingCalls, type WaitingCall } from '../../contract/several-calls.ts'
import {
  plain,
  quiet,
  heading,
  line,
  boldLine,
  faint,
  facts,
  list,
  inset,
  type Block,
  type Blocks,
  type Fact,
} from '../../contract/text/blocks.ts'
import { argumentText } from '../../contract/visible-text.ts'
import type { Description } from '../description.ts'
import type { NewComponent } from '../schemas.ts'

type Question = NewComponent<'confirmation'>

export const describe: Description<'confirmation'> = (question, { isShared }) =>
  isShared ? forOthers(question) : forOwner(question)

/** Not what is in the files: whoever reads the channel may not read them. */
function forOthers({ title, message, action, args, details = [] }: Question): Blocks {
  const changes = details.flatMap(({ changes: some = [] }) => some.map(changeSummary))
  return [
    boldLine(title),
    plain(message),
    list((waitingCalls({ action, args }) ?? []).map((call) => ({ spans: [call.title] }))),
    list(changes.map((change) => ({ spans: [change] }))),
    plain("Waiting for approval in Deskhand on your computer. You can't approve it from here."),
  ]
}

function forOwner({ title, message, agent, action, args, risk, details = [], form }: Question): Blocks {
  if (form) return [heading(title, 'warning'), plain(message), list(form.fields.map(fieldItem))]
  const calls = waitingCalls({ action, args }) ?? [{ agent, action, args, risk }]
  return [
    heading(title, 'warning'),
    plain(message),
    ...calls.flatMap((call, index) => [
      ...callBlocks(call),
      ...(details.find((one) => one.index === index)?.changes ?? []).map(changeBlock),
    ]),
  ]
}

function fieldItem({ label, help, required }: QuestionField) {
  return {
    spans: [label, ...(required ? [faint(' (required)')] : []), ...(help ? [faint(`  ${help}`)] : [])],
  }
}

function callBlocks({ agent, action, args, risk }: Omit<WaitingCall, 'title' | 'reason'>): Blocks {
  return [
    line(faint('Tool'), `  ${action} `, faint(`(${agent}, ${risk})`)),
    inset(facts(Object.entries(args).map(argument))),
  ]
}

/** Whole, not as a table that is cut: who decides must see what is at its end. */
function argument([label, value]: [string, unknown]): Fact {
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return { label, value: argumentText(isPlainList ? value.join(', ') : value) }
}

function changeBlock(change: PreviewedChange): Block {
  const { diff, note } = change
  return inset(
    boldLine(changeTitle(change)),
    quiet(note),
    diff === undefined ? undefined : { kind: 'code', code: diff, isDiff: true },
  )
}
